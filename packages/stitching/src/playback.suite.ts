// Whole playback sessions on random sources, breaks, pods, joins and orders of polls and requests; every output is
// judged by packages/audit and by facts that only the simulation has.
import { type AuditState, auditSession, EMPTY_AUDIT, type Finding } from '@interlude/audit';
import { preRoll } from '@interlude/contract';
import { parseMediaPlaylist } from '@interlude/hls';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Avail } from './plan/splice-plan.ts';
import { contentPod, fitPod } from './pods/fit-pod.ts';
import {
  type SessionOptions,
  SimulatedChannel,
  SimulatedSession,
} from './simulated-channel.suite.ts';
import {
  type SimulatedBreak,
  type SimulatedRendition,
  type SimulatedSource,
  simulatedCreative,
} from './simulated-source.suite.ts';

interface BreakPlan {
  readonly gapMs: number;
  readonly announcedMs: number | undefined;
  /** Real length minus announced; undefined = no return cue (only with an announced length). */
  readonly returnShiftMs: number | undefined;
}

export interface Scenario {
  readonly windowSegments: number;
  readonly videoMs: number;
  readonly audioMs: number;
  readonly audioOffMs: number | undefined;
  readonly hasDates: boolean;
  readonly discontinuities: boolean;
  readonly encrypted: boolean;
  readonly fmp4: boolean;
  readonly byteRanges: boolean;
  readonly subtitles: boolean;
  readonly breaks: readonly BreakPlan[];
  readonly sessions: readonly {
    readonly joinMs: number;
    readonly delayMs: number;
    readonly adsMs: readonly number[];
    readonly slate: boolean;
    readonly answers: boolean;
    readonly numbers: 'plan' | 'independent' | 'legacy';
    /** Seconds; 0 = none. */
    readonly preRollSeconds: number;
    readonly dvrSeconds: number;
    readonly grows: boolean;
    readonly liveDelaySeconds: number;
    /** The session starts this long before it joins, ms; undefined = live. */
    readonly startOverMs: number | undefined;
    /** Renditions that each step requests, bits: 1 video, 2 second video, 4 audio, 8 subtitles. */
    readonly requests: readonly number[];
  }[];
  /** Renditions that each step polls beside the reference, bits as above. */
  readonly polls: readonly number[];
  readonly stepMs: number;
  /** Renditions that cannot be read for a while, also for longer than their windows. */
  readonly away?: readonly Away[];
  /** While the reference cannot be read, cues are found in the next rendition; else all renditions wait for it. */
  readonly leadsChange?: boolean;
}

interface Away {
  /** 0 the reference, 1 second video, 2 audio, 3 subtitles. */
  readonly index: number;
  readonly fromMs: number;
  readonly forMs: number;
}

export type Viewer = Scenario['sessions'][number];

const PRE_ROLL = preRoll.parse({ maxCount: 3 });

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  windowSegments: fc.integer({ min: 5, max: 12 }),
  videoMs: fc.constantFrom(1_920, 2_000, 4_000, 6_000),
  audioMs: fc.constantFrom(1_920, 1_984, 2_005, 4_011, 5_995),
  audioOffMs: fc.option(fc.integer({ min: -21, max: 21 }), { nil: undefined }),
  hasDates: fc.boolean(),
  discontinuities: fc.boolean(),
  encrypted: fc.boolean(),
  fmp4: fc.boolean(),
  byteRanges: fc.boolean(),
  subtitles: fc.boolean(),
  breaks: fc.array(
    fc.record({
      gapMs: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 8_000, max: 60_000 }) },
        { weight: 1, arbitrary: fc.constantFrom(0, 500, 1_500, 2_500) },
      ),
      announcedMs: fc.option(fc.constantFrom(10_000, 15_360, 30_000, 60_000), {
        nil: undefined,
        freq: 5,
      }),
      returnShiftMs: fc.option(
        fc.oneof(fc.constantFrom(0, 0, -40, 33), fc.integer({ min: -25_000, max: 8_000 })),
        { nil: undefined },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  sessions: fc.array(
    fc.record({
      joinMs: fc.integer({ min: 20_000, max: 90_000 }),
      delayMs: fc.constantFrom(0, 0, 900, 2_500, 7_000),
      adsMs: fc.array(fc.constantFrom(5_000, 9_984, 10_000, 15_040, 20_000, 30_030), {
        maxLength: 5,
      }),
      slate: fc.boolean(),
      answers: fc.boolean(),
      numbers: fc.constantFrom('plan', 'plan', 'independent', 'legacy'),
      preRollSeconds: fc.constantFrom(0, 0, 10, 30),
      dvrSeconds: fc.constantFrom(0, 0, 20, 60),
      grows: fc.boolean(),
      liveDelaySeconds: fc.constantFrom(0, 0, 4, 12),
      startOverMs: fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined, freq: 2 }),
      requests: fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 20 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  polls: fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 20 }),
  stepMs: fc.constantFrom(900, 1_920, 2_500),
});

const withAway = (indexes: fc.Arbitrary<number>): fc.Arbitrary<Scenario> =>
  fc
    .tuple(
      scenario,
      fc.array(
        fc.record({
          index: indexes,
          fromMs: fc.integer({ min: 20_000, max: 120_000 }),
          forMs: fc.integer({ min: 4_000, max: 90_000 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    )
    .map(([input, away]) => ({ ...input, away }));

export const awayScenario = withAway(fc.integer({ min: 1, max: 3 }));

/** Renditions that cannot be read for a while, now and then the reference. */
export const leaderlessScenario: fc.Arbitrary<Scenario> = withAway(
  fc.constantFrom(0, 0, 1, 2, 3),
).map((input) => ({ ...input, leadsChange: true }));

function breaksOf(scenario: Scenario): SimulatedBreak[] {
  let atMs = 24_000;
  return scenario.breaks.map(({ gapMs, announcedMs, returnShiftMs }) => {
    const startMs = atMs + gapMs;
    const realMs = Math.max(1_000, (announcedMs ?? 20_000) + (returnShiftMs ?? 0));
    const silent = returnShiftMs === undefined && announcedMs !== undefined;
    atMs = startMs + realMs;
    return { startMs, announcedMs, returnMs: silent ? undefined : startMs + realMs };
  });
}

/** A source cannot print two discontinuities within one segment of any rendition. */
function areApart(breaks: readonly SimulatedBreak[], leastMs: number): boolean {
  const points = breaks.flatMap(({ startMs, returnMs }) => [startMs, returnMs ?? startMs]);
  return points.every((point, index) => {
    const gapMs = point - (points[index - 1] ?? 0);
    return gapMs === 0 || gapMs >= leastMs;
  });
}

export function rig(scenario: Scenario) {
  const { videoMs, audioOffMs, fmp4 } = scenario;
  // Without dates only segments of equal duration can be aligned.
  const audioMs = scenario.hasDates ? scenario.audioMs : videoMs;
  const longest = Math.max(videoMs, audioMs);
  const source: SimulatedSource = {
    epochMs: Date.UTC(2026, 2, 1, 12),
    windowMs: scenario.windowSegments * Math.ceil(longest / 1000) * 1000,
    targetDuration: Math.ceil(longest / 1000),
    breaks: breaksOf(scenario),
    hasDates: scenario.hasDates,
    discontinuities: scenario.discontinuities && areApart(breaksOf(scenario), 2 * longest),
    encrypted: scenario.encrypted,
    fmp4,
    byteRanges: scenario.byteRanges,
  };
  const renditions: SimulatedRendition[] = [
    { renditionId: 'v0', cadenceMs: videoMs, conditionedWithinMs: 0, firstMsn: 1_000 },
    { renditionId: 'v1', cadenceMs: videoMs, conditionedWithinMs: 0, firstMsn: 1_000 },
    {
      renditionId: 'a0',
      cadenceMs: audioMs,
      conditionedWithinMs: scenario.hasDates ? audioOffMs : 0,
      firstMsn: scenario.hasDates ? 77 : 1_000,
    },
  ];
  const subtitles = {
    renditionId: 's0',
    cadenceMs: videoMs,
    conditionedWithinMs: 0,
    firstMsn: 1_000,
  };
  return { source, renditions: scenario.subtitles ? [...renditions, subtitles] : renditions };
}

function creative(id: string, durationMs: number, scenario: Scenario) {
  return simulatedCreative(
    id,
    durationMs,
    { v0: 2_000, v1: 2_000, a0: 1_984, s0: 2_000 },
    scenario.fmp4,
  );
}

function adOf(uri: string): string | undefined {
  const match = /ad\/([^/]+\/\d+)\//.exec(uri);
  return match?.[1];
}

/** H3 by name: a discontinuity number means the same ad, or content, in every rendition of the session. */
class NumberMeanings {
  readonly #meanings = new Map<number, string>();

  check(text: string): void {
    const { playlist } = parseMediaPlaylist(text);
    let number = playlist.discontinuitySequence;
    for (const segment of playlist.segments) {
      if (segment.discontinuity) number++;
      const meaning = adOf(segment.uri) ?? 'content';
      const known = this.#meanings.get(number);
      expect(meaning, `H3 discontinuity ${number} of ${segment.uri}`).toBe(known ?? meaning);
      this.#meanings.set(number, meaning);
    }
  }
}

function wants(bits: readonly number[], step: number, index: number): boolean {
  return ((bits[step % bits.length] ?? 7) & (1 << index)) !== 0;
}

export class JudgedSession {
  readonly session: SimulatedSession;
  #audit: AuditState = EMPTY_AUDIT;
  readonly #meanings = new NumberMeanings();
  readonly #numbers = new Map<string, number>();
  readonly findings: Finding[] = [];
  readonly outputs: { renditionId: string; nowMs: number; text: string }[] = [];

  constructor(session: SimulatedSession) {
    this.session = session;
  }

  request(renditionId: string, nowMs: number): void {
    const stitched = this.session.request(renditionId, nowMs);
    if (stitched === undefined) return;
    this.outputs.push({ renditionId, nowMs, text: stitched.text });
    const output = { renditionId, fetchedAtMs: nowMs, text: stitched.text };
    // Legacy numbers break H1 by design where counts differ, and the auditor identifies segments by their numbers.
    if (this.session.plan.legacyShift === undefined) {
      const { state, findings } = auditSession(this.#audit, output, { adOf });
      this.#audit = state;
      this.findings.push(...findings);
    }
    const before = this.#numbers.get(renditionId) ?? 0;
    expect(stitched.mediaSequence, 'H5 numbers never fall').toBeGreaterThanOrEqual(before);
    this.#numbers.set(renditionId, stitched.mediaSequence);
    this.#meanings.check(stitched.text);
  }
}

function sessionOptionsOf(viewer: Viewer, epochMs: number): SessionOptions {
  const { preRollSeconds, dvrSeconds, grows, liveDelaySeconds, startOverMs, numbers } = viewer;
  return {
    startMs: startOverMs === undefined ? undefined : epochMs + viewer.joinMs - startOverMs,
    settings: {
      enablePreRoll: preRollSeconds > 0,
      preRoll: { ...PRE_ROLL, maxDuration: preRollSeconds },
      dvrWindow: dvrSeconds,
      startAtDvrWindow: !grows,
      liveDelay: liveDelaySeconds,
      timeShiftWindow: startOverMs === undefined ? 0 : 120,
      hlsIndependentMediaSequences: numbers === 'independent',
      hlsLegacyMediaSequenceHandling: numbers === 'legacy',
    },
  };
}

export function joinChannel(channel: SimulatedChannel, viewer: Viewer, input: Scenario) {
  const ads = viewer.adsMs.map((ms, n) => ({
    adId: `ad${n}`,
    sequence: n + 1,
    creative: creative(`c${n}-${ms}`, ms, input),
  }));
  const slate = viewer.slate ? creative('slate', 8_000, input) : undefined;
  const decide = (avail: Avail) =>
    viewer.answers ? fitPod(avail, ads, { slate }) : contentPod('DECISION_TIMEOUT');
  const options = sessionOptionsOf(viewer, channel.source.epochMs);
  return new JudgedSession(new SimulatedSession(channel, decide, viewer.delayMs, options));
}

/** Polls the reference at each step, the others by the scenario, but before they would miss a segment. */
function pollAll(
  channel: SimulatedChannel,
  input: Scenario,
  step: number,
  polledMs: Map<string, number>,
  nowMs: number,
) {
  const isAway = (at: number) =>
    input.away?.some(
      ({ index, fromMs, forMs }) => index === at && nowMs >= fromMs && nowMs < fromMs + forMs,
    );
  const lead = channel.renditions.find((_, index) => !isAway(index));
  if (input.leadsChange) channel.leadId = (lead ?? channel.reference).renditionId;
  for (const [index, rendition] of channel.renditions.entries()) {
    if (isAway(index)) continue;
    const sinceMs = nowMs - (polledMs.get(rendition.renditionId) ?? Number.NEGATIVE_INFINITY);
    const late =
      sinceMs + input.stepMs > channel.source.windowMs / 2 && polledMs.has(rendition.renditionId);
    if (index > 0 && !late && !wants(input.polls, step, index)) continue;
    channel.poll(rendition, nowMs);
    polledMs.set(rendition.renditionId, nowMs);
  }
}

interface Step {
  readonly channel: SimulatedChannel;
  readonly step: number;
  readonly nowMs: number;
}

/** Polls the source of a scenario step by step, until 90 s after its last break began. */
export function* steps(input: Scenario, keptMs?: number): Generator<Step> {
  const { source, renditions } = rig(input);
  const channel = new SimulatedChannel(source, renditions, keptMs);
  const polledMs = new Map<string, number>();
  const endMs = (source.breaks.at(-1)?.startMs ?? 0) + 90_000;
  let step = 0;
  for (let nowMs = 16_000; nowMs < endMs; nowMs += input.stepMs, step++) {
    pollAll(channel, input, step, polledMs, nowMs);
    yield { channel, step, nowMs };
  }
}

/** Plays a scenario; `inspect` is called after each step of each session. */
export function play(input: Scenario, inspect: (judged: JudgedSession) => void = () => {}) {
  const judged = new Map<number, JudgedSession>();
  for (const { channel, step, nowMs } of steps(input))
    for (const [index, viewer] of input.sessions.entries()) {
      if (nowMs < viewer.joinMs) continue;
      const session = judged.get(index) ?? joinChannel(channel, viewer, input);
      judged.set(index, session);
      for (const [n, rendition] of channel.renditions.entries())
        if (wants(viewer.requests, step, n)) session.request(rendition.renditionId, nowMs);
      inspect(session);
    }
  return [...judged.values()];
}
