import { segmentationConfiguration } from '@interlude/contract';
import { parseMpd } from '@interlude/dash';
import { parseMediaPlaylist } from '@interlude/hls';
import { encodeBase64 } from '@interlude/scte35';
import { spliceMessage, timeSignal } from '@interlude/testkit/scte35';
import { describe, expect, it } from 'vitest';
import { NO_BREAKS } from '../breaks/ad-break.ts';
import { trackBreaks } from '../breaks/break-tracker.ts';
import { chooseSourceTag, findHlsCues } from '../cues/hls-cues.ts';
import { ignoredDashMarkers } from './ignored-dash-markers.ts';
import { ignoredHlsMarkers } from './ignored-hls-markers.ts';
import { ineffectiveCues } from './ignored-markers.ts';

const chapter = encodeBase64(timeSignal({ typeId: 0x20, upid: 'news' }));
const placement = encodeBase64(timeSignal({ typeId: 0x34, seconds: 8 }));
const nothing = encodeBase64(spliceMessage({ kind: 'splice_null' }));

/** One tag before each segment of four seconds; '' = none. */
function hls(tags: readonly string[], part: object = {}) {
  const text = tags.map((tag, index) => `${tag === '' ? '' : `${tag}\n`}#EXTINF:4,\n${index}.ts\n`);
  const { playlist } = parseMediaPlaylist(`#EXTM3U\n#EXT-X-TARGETDURATION:4\n${text.join('')}`);
  const times = tags.map((_, index) => index * 4_000);
  const configuration = segmentationConfiguration.parse(part);
  const sourceTag = chooseSourceTag(playlist, configuration.fallbackSourceTags);
  const cues = findHlsCues(playlist, times, configuration, { sourceTag });
  const { state } = trackBreaks(NO_BREAKS, cues, { knownUntilMs: 0, defaultDurationSeconds: 0 });
  const markers = ignoredHlsMarkers(playlist, times, configuration, sourceTag);
  return [...markers, ...ineffectiveCues(cues, state.breaks)].map(({ atMs, reason }) => [
    atMs,
    reason,
  ]);
}

describe('markers of a playlist that are passed over', () => {
  it.each([
    ['a break and its end', ['', '#EXT-X-CUE-OUT:8', '', '#EXT-X-CUE-IN'], {}],
    ['a break by its payload', ['', `#EXT-OATCLS-SCTE35:${placement}`], {}],
    [
      'a date range that is no marker',
      ['#EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00Z"'],
      {},
    ],
    ['a break that goes on', ['#EXT-X-CUE-OUT-CONT:4/8', ''], {}],
  ])('CHE-021 none: %s', (_name, tags, part) => {
    expect(hls(tags, part)).toEqual([]);
  });

  it.each([
    ['a type that opens nothing', `#EXT-OATCLS-SCTE35:${chapter}`, {}, 'segmentation type 0x20'],
    ['a command that informs', `#EXT-OATCLS-SCTE35:${nothing}`, {}, 'only informs'],
    ['a payload that is cut off', '#EXT-OATCLS-SCTE35:/DAA', {}, 'cannot be read'],
    ['no payload', '#EXT-X-SCTE35:ID="1"', {}, 'no SCTE-35 payload'],
    ['an unknown type', '#EXT-X-CUE:TYPE="Other",ID="1"', {}, 'TYPE is not known'],
    [
      'another command',
      `#EXT-OATCLS-SCTE35:${placement}`,
      { spliceMode: 'splice_insert' },
      'spliceMode is splice_insert',
    ],
    ['tags alone', `#EXT-OATCLS-SCTE35:${placement}`, { spliceMode: 'tags' }, 'spliceMode is tags'],
    ['an end without a break', '#EXT-X-CUE-IN', {}, 'none is running'],
    [
      'a tag that is not named',
      '#EXT-X-CUE-OUT:8',
      { fallbackSourceTags: ['EXT-X-CUE'] },
      'not among',
    ],
  ])('CHE-021 %s', (_name, tag, part, reason) => {
    expect(hls(['', tag, ''], part)).toEqual([[4_000, expect.stringContaining(reason)]]);
  });

  it('CHE-021 a start inside of a break, and a tag beside the chosen one', () => {
    expect(hls(['#EXT-X-CUE-OUT:20', '#EXT-X-CUE-OUT:8', ''])).toEqual([
      [4_000, expect.stringContaining('running already')],
    ]);
    const both = ['#EXT-X-CUE-OUT:8', `#EXT-OATCLS-SCTE35:${placement}`];
    const fallbackSourceTags = ['EXT-X-CUE-OUT', 'EXT-OATCLS-SCTE35'];
    expect(hls(both, { fallbackSourceTags })).toEqual([
      [4_000, expect.stringContaining('chooses EXT-X-CUE-OUT')],
    ]);
  });
});

describe('events of an MPD that are passed over', () => {
  const binary = (payload: string) => `<Signal><Binary>${payload}</Binary></Signal>`;
  const scheme = 'urn:scte:scte35:2014:xml+bin';

  function dash(
    events: readonly string[],
    part: { tags?: string[]; isMultiPeriod?: boolean } = {},
  ) {
    const inside = events
      .map((event, index) => `<Event presentationTime="${index * 10}">${event}</Event>`)
      .join('');
    const { mpd } = parseMpd(
      `<MPD type="static"><Period start="PT0S"><EventStream schemeIdUri="${scheme}">${inside}</EventStream></Period></MPD>`,
    );
    if (mpd === undefined) throw new Error('no MPD');
    return ignoredDashMarkers(mpd, {
      segmentationConfiguration: segmentationConfiguration.parse(undefined),
      isMultiPeriod: part.isMultiPeriod ?? false,
      fallbackSourceTags: part.tags ?? [],
    }).map(({ atMs, reason }) => [atMs, reason]);
  }

  it('CHE-021 each with its reason', () => {
    expect(dash([binary(placement), binary(chapter), '', binary('/DAA')])).toEqual([
      [10_000, expect.stringContaining('0x20')],
      [20_000, expect.stringContaining('no SCTE-35 payload')],
      [30_000, expect.stringContaining('cannot be read')],
    ]);
  });

  it('CHE-021 another scheme is chosen, or only the first of a period counts', () => {
    const tags = ['urn:scte:scte35:2013:xml'];
    expect(dash([binary(placement)], { tags })).toEqual([
      [0, expect.stringContaining('not among')],
    ]);
    expect(dash([binary(placement), binary(placement)], { isMultiPeriod: true })).toEqual([
      [10_000, expect.stringContaining('first event of a period')],
    ]);
  });
});
