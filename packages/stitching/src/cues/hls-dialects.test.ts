// Every way to mark a break, one row each.
import { channelSettings, segmentationConfiguration } from '@interlude/contract';
import { parseMediaPlaylist } from '@interlude/hls';
import { encodeBase64, toHex } from '@interlude/scte35';
import { type TestSegmentation, timeSignal } from '@interlude/testkit/scte35';
import { describe, expect, it } from 'vitest';
import { NO_BREAKS } from '../breaks/ad-break.ts';
import { trackBreaks } from '../breaks/break-tracker.ts';
import { extendWindow, segmentTimes } from '../source/extend-window.ts';
import { windowEdgeMs } from '../source/source-window.ts';
import { configurationByHash } from './configuration-by-hash.ts';
import { contentIdOf, isContentIdTag } from './content-id.ts';
import { type CueOptions, chooseSourceTag, findHlsCues } from './hls-cues.ts';

const DATE = Date.UTC(2026, 2, 1, 12);

/** Ten segments of 10 s; what stands before each, by its index. */
function playlistText(tags: Readonly<Record<number, string>>): string {
  const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:10', '#EXT-X-MEDIA-SEQUENCE:50'];
  lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(DATE).toISOString()}`);
  for (let index = 0; index < 10; index++) {
    const tag = tags[index];
    if (tag !== undefined) lines.push(tag);
    lines.push('#EXTINF:10,', `s${index}.ts`);
  }
  return `${lines.join('\n')}\n`;
}

const parse = (text: string) => parseMediaPlaylist(text).playlist;

function breaksOf(
  tags: Readonly<Record<number, string>>,
  configuration: object = {},
  options: CueOptions = {},
) {
  const playlist = parse(playlistText(tags));
  const window = extendWindow(undefined, playlist, {
    renditionId: 'v0',
    baseUrl: 'https://o.example/p.m3u8',
    nowMs: 0,
  });
  const cues = findHlsCues(
    playlist,
    segmentTimes(window, playlist),
    segmentationConfiguration.parse(configuration),
    options,
  );
  const { state } = trackBreaks(NO_BREAKS, cues, {
    knownUntilMs: windowEdgeMs(window),
    defaultDurationSeconds: 0,
  });
  return state.breaks.map(({ startMs, endMs, durationMs, eventId }) => ({
    start: (startMs - DATE) / 1000,
    end: endMs === undefined ? undefined : (endMs - DATE) / 1000,
    announced: durationMs === undefined ? undefined : durationMs / 1000,
    eventId,
  }));
}

const base64 = (...descriptors: TestSegmentation[]) => encodeBase64(timeSignal(...descriptors));
const hex = (...descriptors: TestSegmentation[]) =>
  `0x${toHex(timeSignal(...descriptors)).toUpperCase()}`;

const out = { typeId: 0x34, eventId: 7, seconds: 30 };
const back = { typeId: 0x35, eventId: 7 };
const iso = (seconds: number) => new Date(DATE + seconds * 1000).toISOString();

const whole = { start: 20, end: 50, announced: 30 };
/** Without a return cue. */
const started = { start: 20, announced: 30 };

describe('every dialect signals a break from 20 s to 50 s', () => {
  it.each<[string, Record<number, string>, object]>([
    ['CUE-OUT with a number', { 2: '#EXT-X-CUE-OUT:30', 5: '#EXT-X-CUE-IN' }, whole],
    [
      'CUE-OUT bare',
      { 2: '#EXT-X-CUE-OUT', 5: '#EXT-X-CUE-IN' },
      { ...whole, announced: undefined },
    ],
    ['CUE-OUT with decimals', { 2: '#EXT-X-CUE-OUT:30.000', 5: '#EXT-X-CUE-IN' }, whole],
    ['CUE-OUT DURATION=', { 2: '#EXT-X-CUE-OUT:DURATION=30', 5: '#EXT-X-CUE-IN' }, whole],
    [
      'CUE-OUT DURATION in quotes',
      { 2: '#EXT-X-CUE-OUT:DURATION="30"', 5: '#EXT-X-CUE-IN' },
      whole,
    ],
    ['CUE-OUT ISO 8601', { 2: '#EXT-X-CUE-OUT:PT30S', 5: '#EXT-X-CUE-IN' }, whole],
    [
      'CUE-OUT DURATION ISO 8601',
      { 2: '#EXT-X-CUE-OUT:DURATION="PT0M30S"', 5: '#EXT-X-CUE-IN' },
      whole,
    ],
    [
      'CUE-OUT with ID and TYPE',
      {
        2: '#EXT-X-CUE-OUT:ID=9,TYPE=SpliceOut,DURATION=30',
        5: '#EXT-X-CUE-IN:ID=9,TYPE=SpliceIn',
      },
      { ...whole, eventId: '9' },
    ],
    [
      'CUE-OUT with a payload',
      { 2: `#EXT-X-CUE-OUT:30,CUE="${base64(out)}"`, 5: '#EXT-X-CUE-IN' },
      { ...whole, eventId: '7' },
    ],
    [
      'CUE-OUT SCTE35=',
      { 2: `#EXT-X-CUE-OUT:SCTE35=${base64(out)}`, 5: '#EXT-X-CUE-IN' },
      { ...whole, eventId: '7' },
    ],
    [
      'CONT with elapsed and duration, joined in the middle',
      { 0: '#EXT-X-CUE-OUT-CONT:10/60', 5: '#EXT-X-CUE-IN' },
      { start: -10, end: 50, announced: 60 },
    ],
    [
      'CONT with attributes',
      { 3: '#EXT-X-CUE-OUT-CONT:ElapsedTime=10,Duration=30', 5: '#EXT-X-CUE-IN' },
      whole,
    ],
    [
      'CUE-CONT of Adobe, joined in the middle',
      { 0: '#EXT-X-CUE-CONT:10/60', 1: '#EXT-X-CUE-CONT:20/60', 5: '#EXT-X-CUE-IN' },
      { start: -10, end: 50, announced: 60 },
    ],
    [
      'CONT with a payload',
      { 3: `#EXT-X-CUE-OUT-CONT:10.0/30,SCTE35=${base64(out)}`, 5: '#EXT-X-CUE-IN' },
      { ...whole, eventId: '7' },
    ],
    [
      'EXT-X-CUE of Adobe and Elemental',
      {
        2: '#EXT-X-CUE:TYPE="SpliceOut",ID="11",TIME=1.0,DURATION=30',
        5: '#EXT-X-CUE:TYPE="SpliceIn",ID="11"',
      },
      { ...whole, eventId: '11' },
    ],
    [
      'OATCLS',
      { 2: `#EXT-OATCLS-SCTE35:${base64(out)}`, 5: `#EXT-OATCLS-SCTE35:${base64(back)}` },
      { ...whole, eventId: '7' },
    ],
    [
      'EXT-X-SCTE35',
      {
        2: `#EXT-X-SCTE35:CUE="${base64(out)}",CUE-OUT=YES,DURATION=30`,
        3: `#EXT-X-SCTE35:CUE="${base64(out)}",CUE-OUT=CONT,ELAPSED=10`,
        5: `#EXT-X-SCTE35:CUE="${base64(back)}",CUE-IN=YES`,
      },
      { ...whole, eventId: '7' },
    ],
    [
      'SPLICEPOINT',
      {
        2: `#EXT-X-SPLICEPOINT-SCTE35:${base64(out)}`,
        5: `#EXT-X-SPLICEPOINT-SCTE35:${base64(back)}`,
      },
      { ...whole, eventId: '7' },
    ],
    [
      'DATERANGE out and in',
      {
        1: `#EXT-X-DATERANGE:ID="a",START-DATE="${iso(20)}",PLANNED-DURATION=30,SCTE35-OUT=${hex(out)}`,
        5: `#EXT-X-DATERANGE:ID="a",END-DATE="${iso(50)}",SCTE35-IN=${hex(back)}`,
      },
      { ...whole, eventId: '7' },
    ],
    [
      'DATERANGE command',
      {
        2: `#EXT-X-DATERANGE:ID="a",START-DATE="${iso(20)}",SCTE35-CMD=${hex(out)}`,
        5: `#EXT-X-DATERANGE:ID="b",START-DATE="${iso(50)}",SCTE35-CMD=${hex(back)}`,
      },
      { ...whole, eventId: '7' },
    ],
    ['SIGNAL-EXIT and RETURN', { 2: '#EXT-X-SIGNAL-EXIT:30', 5: '#EXT-X-SIGNAL-RETURN' }, whole],
    [
      'UPLYNK',
      {
        1: '#UPLYNK-SEGMENT:abc,00000001,segment',
        2: '#UPLYNK-SEGMENT:def,00000000,ad',
        3: '#UPLYNK-SEGMENT:def,00000001,ad',
        4: '#UPLYNK-SEGMENT:def,00000002,ad',
        5: '#UPLYNK-SEGMENT:abc,00000002,segment',
        9: '#UPLYNK-SEGMENT:abc,00000006,segment',
      },
      { ...whole, announced: undefined },
    ],
  ])('%s', (_, tags, expected) => {
    expect(breaksOf(tags)).toEqual([expect.objectContaining(expected)]);
  });

  it('EXT-X-ASSET names the content of the break', () => {
    const tags = { 2: '#EXT-X-ASSET:CAID=0x1234\n#EXT-X-CUE-OUT:30' };
    expect(breaksOf(tags)).toHaveLength(1);
  });
});

describe('segmentationConfiguration', () => {
  it('segmentationTypeIdsStart and -End decide which segmentations are breaks', () => {
    const tags = {
      2: `#EXT-OATCLS-SCTE35:${base64({ typeId: 0x10, eventId: 1, seconds: 30 })}`,
      5: `#EXT-OATCLS-SCTE35:${base64({ typeId: 0x11, eventId: 1 })}`,
    };
    expect(breaksOf(tags)).toEqual([]);
    const ids = { segmentationTypeIdsStart: [0x10], segmentationTypeIdsEnd: [0x11] };
    expect(breaksOf(tags, ids)).toMatchObject([{ start: 20, end: 50 }]);
  });

  it('scte35IsHexNotBase64 reads payloads as hex alone', () => {
    const read = (payload: string) =>
      breaksOf({ 2: `#EXT-OATCLS-SCTE35:${payload}` }, { scte35IsHexNotBase64: true });
    expect(read(hex(out).slice(2))).toMatchObject([started]);
    expect(read(hex(out))).toMatchObject([started]);
    expect(read(base64(out))).toEqual([]);
  });

  it('SCTE-S3 the outermost of nested segmentations is the break; single ads in it are not', () => {
    const ad = (eventId: number) => ({ typeId: 0x30, eventId, seconds: 15 });
    const adEnd = (eventId: number) => ({ typeId: 0x31, eventId });
    const tags = {
      2: `#EXT-OATCLS-SCTE35:${base64(ad(8), out)}`,
      3: `#EXT-OATCLS-SCTE35:${base64(adEnd(8))}\n#EXT-OATCLS-SCTE35:${base64(ad(9))}`,
      5: `#EXT-OATCLS-SCTE35:${base64(adEnd(9), back)}`,
    };
    expect(breaksOf(tags)).toMatchObject([{ ...whole, eventId: '7' }]);
  });

  const dialects = {
    2: '#EXT-X-CUE-OUT:20',
    4: '#EXT-X-CUE-IN',
    5: `#EXT-OATCLS-SCTE35:${base64({ ...out, seconds: 20 })}`,
    7: `#EXT-OATCLS-SCTE35:${base64(back)}`,
  };

  it('fallbackSourceTags reads one tag: the first of the list that appears', () => {
    const both = {
      fallbackSourceTags: ['EXT-X-SPLICEPOINT-SCTE35', '#EXT-OATCLS-SCTE35', 'EXT-X-CUE-OUT'],
    };
    expect(breaksOf(dialects)).toHaveLength(2);
    expect(breaksOf(dialects, both)).toMatchObject([{ start: 50, end: 70 }]);
    expect(breaksOf(dialects, { fallbackSourceTags: ['EXT-X-DATERANGE'] })).toEqual([]);
    // The one that won stays, although another one of the list is there now.
    expect(breaksOf(dialects, both, { sourceTag: 'EXT-X-CUE-OUT' })).toMatchObject([{ start: 20 }]);
    const tags = ['EXT-X-DATERANGE', 'EXT-X-CUE-OUT'];
    expect(chooseSourceTag(parse(playlistText(dialects)), tags)).toBe('EXT-X-CUE-OUT');
    expect(chooseSourceTag(parse(playlistText({})), tags)).toBeUndefined();
  });

  it('an entry under a hash stands over the defaults, for a source or for a UPID', () => {
    const hashOf = (text: string) => (text === 'spot-1' ? 'a'.repeat(64) : 'f'.repeat(64));
    const root = segmentationConfiguration.parse({
      defaultDuration: 12,
      ['A'.repeat(64)]: { segmentationTypeIdsStart: [0x40], defaultDuration: 40 },
      ['b'.repeat(64)]: { segmentationTypeIdsStart: [] },
    });
    const configurationOf = (upid: string) => configurationByHash(root, [upid], hashOf);
    expect(configurationOf('spot-1')).toMatchObject({
      spliceMode: 'both',
      segmentationTypeIdsStart: [0x40],
      defaultDuration: 40,
    });
    expect(configurationOf('other')).toBeUndefined();
    expect(configurationByHash(root, ['x'], () => 'b'.repeat(64))).toBeUndefined();
    const unscheduled = (upid: string) => ({
      2: `#EXT-OATCLS-SCTE35:${base64({ typeId: 0x40, eventId: 3, seconds: 30, upid })}`,
    });
    expect(breaksOf(unscheduled('spot-1'), root, { configurationOf })).toMatchObject([started]);
    expect(breaksOf(unscheduled('spot-2'), root, { configurationOf })).toEqual([]);
  });

  it('SCTE-S8 a payload that cannot be trusted opens nothing', () => {
    const broken = `${base64(out).slice(0, -6)}AAAAA=`;
    expect(breaksOf({ 2: `#EXT-OATCLS-SCTE35:${broken}` })).toEqual([]);
  });
});

describe('passThroughCaidSegmentation', () => {
  const programme = base64({ typeId: 0x10, eventId: 1, upid: 'urn:programme:1' });
  const payloads = { scte35IsHexNotBase64: false };

  it('knows the content id of the running programme, until its end', () => {
    const idOf = (tags: Record<number, string>, before?: string) =>
      contentIdOf(parse(playlistText(tags)), payloads, before);
    expect(idOf({ 1: `#EXT-OATCLS-SCTE35:${programme}` })).toBe('urn:programme:1');
    expect(idOf({}, 'urn:programme:0')).toBe('urn:programme:0');
    const end = base64({ typeId: 0x11, eventId: 1 });
    expect(idOf({ 4: `#EXT-OATCLS-SCTE35:${end}` }, 'urn:programme:1')).toBeUndefined();
  });

  it('distinguishes its tags from those of breaks', () => {
    const tagOf = (line: string) => {
      const [tag] = parse(playlistText({ 1: line })).segments[1]?.tags ?? [];
      if (tag === undefined) throw new Error('no tag');
      return isContentIdTag(tag, payloads);
    };
    expect(tagOf(`#EXT-OATCLS-SCTE35:${programme}`)).toBe(true);
    const command = hex({ typeId: 0x20, eventId: 1, upid: 'urn:chapter:1' });
    expect(tagOf(`#EXT-X-DATERANGE:ID="p",START-DATE="${iso(10)}",SCTE35-CMD=${command}`)).toBe(
      true,
    );
    expect(tagOf(`#EXT-OATCLS-SCTE35:${base64(out)}`)).toBe(false);
    expect(tagOf('#EXT-X-CUE-OUT:30')).toBe(false);
  });
});

it('the settings of a channel are a configuration', () => {
  const settings = channelSettings.parse({
    name: 'c',
    sourceManifestUrl: 'https://o.example/m.m3u8',
  });
  expect(breaksOf({ 2: '#EXT-X-CUE-OUT:30' }, settings.segmentationConfiguration)).toHaveLength(1);
});

it('SCTE-S3 a bounded number of starts at one place is read', () => {
  const starts = Array.from(
    { length: 80 },
    (_, index) =>
      `#EXT-OATCLS-SCTE35:${base64({ typeId: 0x34, eventId: index + 1, seconds: 10 + 2 * index })}`,
  );
  const playlist = parse(playlistText({ 2: starts.join('\n') }));
  const times = playlist.segments.map((_, index) => DATE + index * 10_000);
  const cues = findHlsCues(playlist, times, segmentationConfiguration.parse({}));
  expect(cues.length).toBe(64);
});
