import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { segmentationConfiguration } from '@interlude/contract';
import { parseMpd } from '@interlude/dash';
import { decodeSectionText, effectivePts, encodeBase64 } from '@interlude/scte35';
import { spliceMessage } from '@interlude/testkit/scte35';
import { describe, expect, it } from 'vitest';
import { NO_BREAKS } from '../breaks/ad-break.ts';
import { trackBreaks } from '../breaks/break-tracker.ts';
import { findDashCues } from './dash-cues.ts';

const root = join(import.meta.dirname, '../../../..');
const shared = join(root, '../shared/fixtures/dash');
const AST = Date.parse('2026-03-01T00:00:00Z');

function cuesOf(
  text: string,
  settings: { isMultiPeriod?: boolean; tags?: string[]; rules?: object } = {},
) {
  const { mpd } = parseMpd(text);
  if (mpd === undefined) throw new Error('no MPD');
  return findDashCues(mpd, {
    segmentationConfiguration: segmentationConfiguration.parse(settings.rules ?? {}),
    isMultiPeriod: settings.isMultiPeriod ?? false,
    fallbackSourceTags: settings.tags ?? [],
  });
}

const live = (periods: string) =>
  `<MPD type="dynamic" availabilityStartTime="2026-03-01T00:00:00Z">${periods}</MPD>`;

const stream = (events: string, attributes = '', scheme = 'urn:scte:scte35:2013:xml') =>
  `<EventStream schemeIdUri="${scheme}" timescale="1000" ${attributes}>${events}</EventStream>`;

const insert = (id: number, inside: string, attributes = '') =>
  `<Signal xmlns="http://www.scte.org/schemas/35"><SpliceInfoSection><SpliceInsert spliceEventId="${id}" ${attributes}><Program><SpliceTime ptsTime="1"/></Program>${inside}</SpliceInsert></SpliceInfoSection></Signal>`;

const out = (id: number, seconds = 30) =>
  insert(
    id,
    `<BreakDuration autoReturn="true" duration="${seconds * 90_000}"/>`,
    'outOfNetworkIndicator="true"',
  );

const segmentation = (id: number, type: number, attributes = '') =>
  `<s:Signal><s:SpliceInfoSection><s:TimeSignal><s:SpliceTime ptsTime="5"/></s:TimeSignal><s:SegmentationDescriptor segmentationEventId="${id}" segmentationTypeId="${type}" ${attributes}/></s:SpliceInfoSection></s:Signal>`;

const event = (at: number, payload: string, attributes = '') =>
  `<Event presentationTime="${at}" ${attributes}>${payload}</Event>`;

function binary(): string {
  return encodeBase64(
    spliceMessage({
      kind: 'splice_insert',
      eventId: 9,
      cancel: false,
      detail: {
        outOfNetwork: true,
        immediate: true,
        complianceFlag: true,
        spliceTime: undefined,
        components: undefined,
        breakDuration: { autoReturn: true, durationTicks: 15 * 90_000 },
        uniqueProgramId: 1,
        availNum: 0,
        availsExpected: 0,
      },
    }),
  );
}

describe('D13 where and how long a break is', () => {
  it('counts from the start time, the period and the offset of the stream', () => {
    const text = live(
      `<Period start="PT100S">${stream(event(63_000, out(7)), 'presentationTimeOffset="60000"')}</Period>`,
    );
    const { cues } = cuesOf(text);
    expect(cues).toMatchObject([
      { kind: 'out', atMs: AST + 103_000, eventId: '7', durationSeconds: 30 },
    ]);
    const { section } = decodeSectionText(cues[0]?.scte35 ?? '');
    expect(section?.crcOk && section.command).toMatchObject({ kind: 'splice_insert', eventId: 7 });
  });

  it('reads all carriages alike', () => {
    const forms = [
      [
        'urn:scte:scte35:2014:xml+bin',
        `<x:Signal><x:Binary> ${binary()} </x:Binary></x:Signal>`,
        '',
      ],
      ['urn:scte:scte35:2013:bin', binary(), ''],
      ['urn:scte:scte35:2013:bin', '', `messageData="${binary()}"`],
    ] as const;
    for (const [scheme, payload, attributes] of forms) {
      const text = live(`<Period>${stream(event(5000, payload, attributes), '', scheme)}</Period>`);
      expect(cuesOf(text).cues).toMatchObject([
        { kind: 'out', atMs: AST + 5000, eventId: '9', durationSeconds: 15, dialect: scheme },
      ]);
    }
  });

  it('takes Event@duration, then BreakDuration, then segmentationDuration', () => {
    const one = (payload: string, attributes = '') =>
      cuesOf(live(`<Period>${stream(event(0, payload, attributes))}</Period>`)).cues[0]
        ?.durationSeconds;
    expect(one(out(1, 30), 'duration="20000"')).toBe(20);
    expect(one(out(1, 30))).toBe(30);
    expect(one(segmentation(2, 0x34, 'segmentationDuration="1080000"'))).toBe(12);
    expect(one(segmentation(2, 0x34))).toBeUndefined();
  });

  it('D13 a duration of all ones is unknown, as in an emsg', () => {
    const one = (payload: string) =>
      cuesOf(live(`<Period>${stream(event(0, payload, 'duration="4294967295"'))}</Period>`));
    expect(one(out(1, 30))).toMatchObject({ cues: [{ durationSeconds: 30 }], warnings: [] });
    expect(one(segmentation(2, 0x34)).cues[0]?.durationSeconds).toBeUndefined();
  });

  it('passes over a duration that no break has', () => {
    const text = live(`<Period>${stream(event(0, out(1, 30), 'duration="1"'))}</Period>`);
    const { cues, warnings } = cuesOf(text);
    expect(cues[0]?.durationSeconds).toBe(30);
    expect(warnings.map((warning) => warning.code)).toEqual(['DURATION_CONTRADICTED']);
  });
});

describe('D14 which events count', () => {
  const two = (startS: number, ids: number[]) =>
    `<Period id="p${startS}" start="PT${startS}S">${stream(ids.map((id, index) => event(index * 5000, out(id))).join(''))}</Period>`;

  it('all of a single-period source', () => {
    expect(cuesOf(live(two(0, [1, 2, 3]))).cues.map((cue) => cue.eventId)).toEqual(['1', '2', '3']);
  });

  it('the first of each period of a multi-period source', () => {
    const text = live(two(0, [1, 2]) + two(100, [3, 4]));
    expect(cuesOf(text, { isMultiPeriod: true }).cues.map((cue) => cue.eventId)).toEqual([
      '1',
      '3',
    ]);
  });

  it('at the period start where the packager forgot the offset', () => {
    const text = live(`<Period start="PT5000S">${stream(event(5_000_000, out(1)))}</Period>`);
    expect(cuesOf(text, { isMultiPeriod: true }).cues[0]?.atMs).toBe(AST + 5_000_000);
    expect(cuesOf(text).cues[0]?.atMs).toBe(AST + 10_000_000);
  });

  it('the period lasts as long as its break, and a period without events ends it early', () => {
    const events = stream(event(0, segmentation(5, 0x34)));
    const text = live(`<Period start="PT10S" duration="PT20S">${events}</Period>`);
    expect(cuesOf(text, { isMultiPeriod: true }).cues[0]?.durationSeconds).toBe(20);
    const early = live(
      `<Period start="PT10S">${stream(event(0, out(5, 30)))}</Period><Period start="PT22S"/>`,
    );
    expect(cuesOf(early, { isMultiPeriod: true }).cues).toMatchObject([
      { kind: 'out', atMs: AST + 10_000 },
      { kind: 'in', atMs: AST + 22_000 },
    ]);
  });

  it('of the schemes that fallbackSourceTags names', () => {
    const text = live(
      `<Period>${stream(event(0, out(1)))}${stream(event(9000, binary()), '', 'urn:scte:scte35:2013:bin')}${stream(event(90_000, out(3)), '', 'urn:example:own')}</Period>`,
    );
    const ids = (tags: string[]) => cuesOf(text, { tags }).cues.map((cue) => cue.eventId);
    expect(ids([])).toEqual(['1', '9']);
    expect(ids(['EXT-X-CUE-OUT'])).toEqual(['1', '9']);
    expect(ids(['urn:scte:scte35:2013:BIN'])).toEqual(['9']);
  });
});

describe('D17 several messages, cancels and noise', () => {
  it('acts on one message of a splice: the longer of two splice_inserts, the outer of two segmentations', () => {
    const text = live(
      `<Period>${stream(event(1000, out(1, 30)) + event(1000, out(2, 40)))}${stream(
        event(60_000, segmentation(3, 0x30)) + event(60_020, segmentation(4, 0x34)),
      )}</Period>`,
    );
    const { state } = trackBreaks(NO_BREAKS, cuesOf(text).cues, {
      knownUntilMs: AST,
      defaultDurationSeconds: 0,
    });
    expect(state.breaks.map(({ eventId }) => eventId)).toEqual(['2', '4']);
  });

  it('ends and takes back breaks', () => {
    const text = live(
      `<Period>${stream(
        event(1000, out(1)) +
          event(11_000, insert(1, '', 'outOfNetworkIndicator="false"')) +
          event(50_000, out(2)) +
          event(49_000, insert(2, '', 'spliceEventCancelIndicator="true"')) +
          event(90_000, segmentation(3, 0x35)),
      )}</Period>`,
    );
    const { cues } = cuesOf(text);
    expect(cues.map((cue) => [cue.kind, cue.eventId])).toEqual([
      ['out', '1'],
      ['in', '1'],
      ['cancel', '2'],
      ['out', '2'],
      ['in', '3'],
    ]);
    const { state } = trackBreaks(NO_BREAKS, cues, {
      knownUntilMs: AST + 20_000,
      defaultDurationSeconds: 0,
    });
    expect(state.breaks).toMatchObject([
      { startMs: AST + 1000, endMs: AST + 11_000, state: 'closed' },
      { startMs: AST + 50_000, state: 'cancelled' },
    ]);
    const again = trackBreaks(state, cues, {
      knownUntilMs: AST + 20_000,
      defaultDurationSeconds: 0,
    });
    expect(again.state).toEqual(state);
  });

  it('does nothing on a schedule, a null, an empty event and what only informs', () => {
    const text = live(
      `<Period>${stream(
        event(0, '') +
          event(1, '<Signal><SpliceInfoSection><SpliceNull/></SpliceInfoSection></Signal>') +
          event(2, '<Signal><SpliceInfoSection><SpliceSchedule/></SpliceInfoSection></Signal>') +
          event(3, segmentation(1, 0x10)) +
          event(
            4,
            '<Signal><SpliceInfoSection><SpliceInsert spliceEventId="-1"/></SpliceInfoSection></Signal>',
          ),
      )}</Period>`,
    );
    expect(cuesOf(text)).toEqual({ cues: [], warnings: [] });
    expect(cuesOf(text, { rules: { segmentationTypeIdsStart: [0x10] } }).cues).toHaveLength(1);
  });

  it('SCTE-S8 a wrong checksum is ignored with a warning', () => {
    const bad = `${binary().slice(0, -4)}AAAA`;
    const text = live(`<Period>${stream(event(0, bad), '', 'urn:scte:scte35:2013:bin')}</Period>`);
    const { cues, warnings } = cuesOf(text);
    expect([cues, warnings.map((warning) => warning.code)]).toEqual([[], ['PAYLOAD_UNREADABLE']]);
  });

  it('follows spliceMode', () => {
    const text = live(
      `<Period>${stream(event(0, out(1)) + event(60_000, segmentation(2, 0x34)))}</Period>`,
    );
    const ids = (spliceMode: string) =>
      cuesOf(text, { rules: { spliceMode } }).cues.map((cue) => cue.eventId);
    expect([ids('both'), ids('splice_insert'), ids('time_signal'), ids('tags')]).toEqual([
      ['1', '2'],
      ['1'],
      ['2'],
      [],
    ]);
  });

  it('SCTE-S8 several upids of one descriptor are a MID', () => {
    const upids = ['urn:show:1', 'urn:spot:2'].map(
      (text) =>
        `<s:SegmentationUpid segmentationUpidType="15" segmentationUpidFormat="text">${text}</s:SegmentationUpid>`,
    );
    const payload = segmentation(1, 0x34).replace(
      '/></s:SpliceInfoSection>',
      `>${upids.join('')}</s:SegmentationDescriptor></s:SpliceInfoSection>`,
    );
    const { cues } = cuesOf(live(`<Period>${stream(event(0, payload))}</Period>`));
    const [descriptor] = decodeSectionText(cues[0]?.scte35 ?? '').section?.descriptors ?? [];
    const upid = descriptor?.kind === 'segmentation' ? descriptor.detail?.upid : undefined;
    expect(upid?.mid.map(({ text }) => text)).toEqual(['urn:show:1', 'urn:spot:2']);
  });

  it('spells upids of every format', () => {
    const upid = (attributes: string, text: string) => {
      const payload = segmentation(1, 0x34).replace(
        '/></s:SpliceInfoSection>',
        `><s:SegmentationUpid ${attributes}>${text}</s:SegmentationUpid></s:SegmentationDescriptor></s:SpliceInfoSection>`,
      );
      const { cues } = cuesOf(live(`<Period>${stream(event(0, payload))}</Period>`));
      const [descriptor] = decodeSectionText(cues[0]?.scte35 ?? '').section?.descriptors ?? [];
      return descriptor?.kind === 'segmentation' ? descriptor.detail?.upid.text : undefined;
    };
    expect(upid('segmentationUpidType="9" segmentationUpidFormat="text"', 'SIGNAL:1')).toBe(
      'SIGNAL:1',
    );
    expect(upid('segmentationUpidType="9"', 'PROVIDERX')).toBe('PROVIDERX');
    expect(upid('segmentationUpidType="9"', '5349474E414C')).toBe('SIGNAL');
    expect(
      upid(
        'segmentationUpidType="8" segmentationUpidFormat="hexbinary"',
        '00000000 0A0B0C0D'.replace(' ', ''),
      ),
    ).toBe('000000000a0b0c0d');
    expect(upid('segmentationUpidType="15" segmentationUpidFormat="base-64"', 'dXJuOng=')).toBe(
      'urn:x',
    );
  });
});

function checkFixtures() {
  const read = (name: string, isMultiPeriod = false) =>
    cuesOf(readFileSync(join(shared, 'scte35', name), 'utf8'), { isMultiPeriod });
  const start = Date.parse('2024-01-01T00:00:00Z');

  it('D10 three events without meaning, one cancel, one wrong checksum', () => {
    const { cues, warnings } = read('godash-scte35.mpd');
    expect(cues.filter((cue) => cue.kind === 'out')).toEqual([]);
    expect(warnings.map((warning) => warning.detail)).toEqual(['event 3 at 20000/10']);
  });

  it('D10 the event is the place, not its adjusted PTS', () => {
    const { cues } = read('eyevinn-splice_insert.mpd');
    expect(cues).toMatchObject([{ kind: 'out', eventId: '4157' }]);
    expect(cues[0]?.atMs).toBeCloseTo(start + 2_346_545_680 / 90, 3);
    expect(cues[0]?.durationSeconds).toBeCloseTo(29.997_43, 4);
    const { section } = decodeSectionText(cues[0]?.scte35 ?? '');
    expect(section && effectivePts(section)).toBe(2_342_615_080);
  });

  it('D10 a duration of a millisecond against 253 s', () => {
    const { cues, warnings } = read('eyevinn-signal_binary_xmlbin.mpd');
    expect(cues).toMatchObject([{ kind: 'out', segmentationTypeId: 0x34, durationSeconds: 253 }]);
    expect(warnings.map((warning) => warning.code)).toEqual(['DURATION_CONTRADICTED']);
  });

  it('D10 segmentation in XML, and a heartbeat', () => {
    expect(read('eyevinn-time_signal_segmentation.mpd').cues).toMatchObject([
      {
        kind: 'out',
        eventId: '99',
        segmentationTypeId: 52,
        durationSeconds: 30,
        atMs: start + 10_000,
      },
    ]);
    expect(read('eyevinn-splice_null_heartbeat.mpd').cues).toEqual([]);
  });
}

if (existsSync(shared)) describe('the shared fixtures', checkFixtures);
else process.stdout.write('No shared fixtures beside the project: own cue vectors only.\n');
