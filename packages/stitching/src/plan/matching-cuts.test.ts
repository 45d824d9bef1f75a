// Breaks that begin and end on no segment boundary of the source, beside its
// discontinuities, in renditions of other cadences.
import { type AuditState, auditSession, EMPTY_AUDIT, type Finding } from '@interlude/audit';
import { formatDateTime } from '@interlude/hls';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AdBreak } from '../breaks/ad-break.ts';
import { fitPod } from '../pods/fit-pod.ts';
import { propertyRuns } from '../property-runs.suite.ts';
import { SimulatedChannel, SimulatedSession } from '../simulated-channel.suite.ts';
import { simulatedCreative } from '../simulated-source.suite.ts';
import type { Avail } from './splice-plan.ts';

const EPOCH_MS = 1_790_000_000_000;
const WINDOW_MS = 60_000;
const TARGET = 6;

interface Segment {
  readonly startMs: number;
  readonly endMs: number;
  readonly discontinuities: number;
  readonly discontinuity: boolean;
}

/** A source that begins an asset, with a discontinuity, at each given time; segments are of one length but the last. */
function segmentsOf(beginsMs: readonly number[], cadenceMs: number): Segment[] {
  return beginsMs.flatMap((beginMs, run) => {
    const untilMs = beginsMs[run + 1] ?? beginMs;
    const count = Math.ceil((untilMs - beginMs) / cadenceMs);
    return Array.from({ length: count }, (_, index) => ({
      startMs: beginMs + index * cadenceMs,
      endMs: Math.min(untilMs, beginMs + (index + 1) * cadenceMs),
      discontinuities: run,
      discontinuity: index === 0 && run > 0,
    }));
  });
}

function playlistAt(all: readonly Segment[], nowMs: number): string {
  const ended = all.filter(({ endMs }) => endMs <= nowMs);
  const head = ended.findIndex(({ startMs }) => startMs >= nowMs - WINDOW_MS);
  const listed = ended.slice(head);
  const first = listed[0];
  const counted = (first?.discontinuities ?? 0) - (first?.discontinuity ? 1 : 0);
  const lines = listed.map(
    ({ startMs, endMs, discontinuity }) =>
      `${discontinuity ? '#EXT-X-DISCONTINUITY\n' : ''}#EXT-X-PROGRAM-DATE-TIME:${formatDateTime(EPOCH_MS + startMs)}
#EXTINF:${((endMs - startMs) / 1_000).toFixed(3)},\n${startMs}.ts\n`,
  );
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:${TARGET}\n#EXT-X-MEDIA-SEQUENCE:${head}\n#EXT-X-DISCONTINUITY-SEQUENCE:${counted}\n${lines.join('')}`;
}

const adOf = (uri: string) => /ad\/([^/]+\/\d+)\//.exec(uri)?.[1];

interface Case {
  readonly beginsMs: readonly number[];
  /** Of each rendition, the reference first. */
  readonly cadencesMs: readonly number[];
  readonly breakMs: readonly [startMs: number, untilMs: number];
  readonly adsMs: readonly number[];
  /** Seconds. */
  readonly liveDelay: number;
  /** Time at which the break is found, seconds. */
  readonly announcedMs: number;
  readonly stepsMs: readonly number[];
}

const FROM_MS = 70_000;

function play({ beginsMs, cadencesMs, breakMs, adsMs, liveDelay, stepsMs, announcedMs }: Case) {
  const renditions = cadencesMs.map((cadenceMs, index) => ({
    renditionId: `r${index}`,
    segments: segmentsOf(beginsMs, cadenceMs),
  }));
  const channel = new SimulatedChannel(
    {
      epochMs: EPOCH_MS,
      windowMs: WINDOW_MS,
      targetDuration: TARGET,
      ...{ breaks: [], hasDates: true, discontinuities: true },
    },
    renditions.map(({ renditionId }) => ({ renditionId, cadenceMs: 4_000, firstMsn: 0 })),
  );
  const [startMs, untilMs] = breakMs;
  const adBreak: AdBreak = {
    breakId: 'b',
    state: 'announced',
    startMs: EPOCH_MS + startMs,
    durationMs: untilMs - startMs,
    plannedEndMs: EPOCH_MS + untilMs,
    dialects: ['EXT-X-DATERANGE'],
  };
  const cuts = Object.fromEntries(renditions.map(({ renditionId }) => [renditionId, 2_000]));
  const ads = adsMs.map((ms, index) => ({
    adId: `ad${index}`,
    sequence: index + 1,
    creative: simulatedCreative(`c${index}`, ms, cuts),
  }));
  const decide = (avail: Avail) => fitPod(avail, ads);
  const findings: Finding[] = [];
  const outputs: Record<string, string> = {};
  let state: AuditState = EMPTY_AUDIT;
  let session: SimulatedSession | undefined;
  let nowMs = FROM_MS;
  for (const stepMs of [0, ...stepsMs]) {
    nowMs += stepMs;
    for (const { renditionId, segments } of renditions)
      channel.feed(renditionId, playlistAt(segments, nowMs), nowMs);
    session ??= new SimulatedSession(channel, decide, 0, { settings: { liveDelay } });
    if (nowMs >= announcedMs) channel.breaks = { breaks: [adBreak] };
    for (const { renditionId } of renditions) {
      const text = session.request(renditionId, nowMs)?.text;
      if (text === undefined) continue;
      outputs[renditionId] = text;
      const output = { renditionId, text, fetchedAtMs: EPOCH_MS + nowMs };
      const judged = auditSession(state, output, { adOf });
      state = judged.state;
      findings.push(...judged.findings);
    }
  }
  return { findings, outputs };
}

/** Starts of content from 84 s on and names of ads, in the order of the list; `!` for a discontinuity. */
const listed = (text = '') =>
  text
    .split('\n')
    .filter((line) => line === '#EXT-X-DISCONTINUITY' || /^[^#]/.test(line))
    .map((line) => line.replace('#EXT-X-DISCONTINUITY', '!').replace(/^.*\/(\d+)\.ts$/, '$1'))
    .filter((item) => Number.isNaN(Number(item)) || Number(item) >= 84_000);

/** The source has a discontinuity at 96 s; the ad lasts 4 s; content is left and entered at the given times. */
function around(startMs: number, cadencesMs: readonly number[]): string[][] {
  const { outputs } = play({
    beginsMs: [0, 96_000, 130_000],
    cadencesMs,
    breakMs: [startMs, startMs + 16_000],
    adsMs: [4_000],
    liveDelay: 0,
    announcedMs: 0,
    stepsMs: Array.from({ length: 18 }, () => 2_000),
  });
  return Object.values(outputs).map(listed);
}

const ad = (rendition: string) => [
  '!',
  `ad/b/0/${rendition}/0.seg`,
  `ad/b/0/${rendition}/1.seg`,
  '!',
];

describe('breaks beside a discontinuity of the source (RFC 8216 6.2.4)', () => {
  test('H3 where the reference begins the break at the discontinuity, shorter segments do so, too', () => {
    expect(around(97_400, [4_000, 2_000])).toEqual([
      ['84000', '88000', '92000', ...ad('r0'), '100000'],
      ['84000', '86000', '88000', '90000', '92000', '94000', ...ad('r1'), '102000'],
    ]);
  });

  test('H3 where the reference begins it behind the discontinuity, so do longer segments', () => {
    expect(around(97_400, [2_000, 4_000])).toEqual([
      [
        '84000',
        '86000',
        '88000',
        '90000',
        '92000',
        '94000',
        '!',
        '96000',
        ...ad('r0'),
        '102000',
        '104000',
      ],
      ['84000', '88000', '92000', '!', '96000', ...ad('r1'), '100000'],
    ]);
  });

  test('H3 where the reference comes back at the discontinuity, shorter segments do so, too', () => {
    expect(around(90_500, [4_000, 2_000])).toEqual([
      ['84000', '88000', ...ad('r0'), '96000', '100000'],
      ['84000', '86000', '88000', ...ad('r1'), '96000', '98000', '100000', '102000'],
    ]);
  });

  test('H3 where the reference comes back before the discontinuity, so do longer segments', () => {
    expect(around(90_500, [2_000, 4_000])).toEqual([
      [
        '84000',
        '86000',
        '88000',
        ...ad('r0'),
        '94000',
        '!',
        '96000',
        '98000',
        '100000',
        '102000',
        '104000',
      ],
      ['84000', '88000', ...ad('r1'), '92000', '!', '96000', '100000'],
    ]);
  });

  test('H1 H3 a break that is found late begins behind what was listed, in every rendition', () => {
    const { findings, outputs } = play({
      beginsMs: [0, 96_000, 130_000],
      cadencesMs: [4_000, 1_500],
      breakMs: [90_000, 112_000],
      adsMs: [4_000],
      liveDelay: 7,
      announcedMs: 105_000,
      stepsMs: Array.from({ length: 22 }, () => 2_000),
    });
    // At 104 s content is listed up to 97 s: audio has a segment of the new asset by then.
    expect(findings).toEqual([]);
    const before = Object.values(outputs).map((text) => listed(text).join(' ').split(' ad/')[0]);
    expect(before).toEqual([
      '84000 88000 92000 ! 96000 !',
      '84000 85500 87000 88500 90000 91500 93000 94500 ! 96000 !',
    ]);
  });

  test('H1 H3 so does one that is found just before it, where only shorter segments are listed behind a discontinuity', () => {
    const { findings, outputs } = play({
      beginsMs: [0, 96_000, 130_000],
      cadencesMs: [4_000, 1_500],
      breakMs: [97_200, 112_000],
      adsMs: [4_000],
      liveDelay: 7,
      announcedMs: 105_000,
      stepsMs: Array.from({ length: 22 }, () => 2_000),
    });
    // At 104 s content is listed up to 97 s: of the new asset audio has a segment, the reference has none.
    expect(findings).toEqual([]);
    const before = Object.values(outputs).map((text) => listed(text).join(' ').split(' ad/')[0]);
    expect(before).toEqual([
      '84000 88000 92000 ! 96000 !',
      '84000 85500 87000 88500 90000 91500 93000 94500 ! 96000 !',
    ]);
  });

  test('H1 H3 likewise in renditions of three cadences', () => {
    const { findings } = play({
      beginsMs: [
        ...[0, 9_670, 16_679, 23_680, 38_987, 46_216, 63_256, 80_990, 87_994, 94_994, 102_006],
        ...[117_195, 129_004, 141_708],
      ],
      cadencesMs: [3_840, 6_006, 2_002],
      breakMs: [89_875, 110_692],
      adsMs: [10_251],
      liveDelay: 9,
      announcedMs: 102_785,
      stepsMs: [
        ...[1_172, 4_993, 825, 1_997, 5_000, 1_194, 313, 4_065, 323, 4_997, 1_441, 301, 4_995],
        ...[3_464, 384, 4_536, 4_881, 309, 303, 3_072, 2_107, 1_270],
      ],
    });
    expect(findings).toEqual([]);
  });

  test('H3 H22 in renditions of any cadence, and whenever the break is found, the auditor finds nothing', () => {
    const cadence = fc.constantFrom(1_920, 2_000, 2_002, 3_840, 4_000, 4_004, 6_000, 6_006);
    const cases = fc.record({
      beginsMs: fc
        .array(fc.integer({ min: 7_000, max: 20_000 }), { minLength: 25, maxLength: 25 })
        .map((lengths) => {
          let atMs = 0;
          return [0, ...lengths.map((lengthMs) => (atMs += lengthMs))];
        }),
      cadencesMs: fc.array(cadence, { minLength: 3, maxLength: 3 }),
      breakMs: fc
        .tuple(fc.integer({ min: 80_000, max: 95_000 }), fc.integer({ min: 8_000, max: 30_000 }))
        .map(([startMs, spanMs]): [number, number] => [startMs, startMs + spanMs]),
      adsMs: fc.array(fc.integer({ min: 5_000, max: 16_000 }), { minLength: 1, maxLength: 2 }),
      liveDelay: fc.constantFrom(0, 0, 7, 9),
      announcedMs: fc.integer({ min: 70_000, max: 110_000 }),
      stepsMs: fc.array(fc.integer({ min: 300, max: 5_000 }), { minLength: 22, maxLength: 22 }),
    });
    fc.assert(
      fc.property(cases, (one) => {
        expect(play(one).findings).toEqual([]);
      }),
      { numRuns: propertyRuns(80) },
    );
  });
});
