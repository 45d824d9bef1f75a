// An HLS source that begins anew while its renditions are read in different polls, and while its origin shows the restart
// of one rendition before that of another.
import { type AuditState, auditSession, EMPTY_AUDIT } from '@interlude/audit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Avail } from '../plan/splice-plan.ts';
import { fitPod } from '../pods/fit-pod.ts';
import { propertyRuns } from '../property-runs.suite.ts';
import { SimulatedChannel, SimulatedSession } from '../simulated-channel.suite.ts';
import {
  type SimulatedRendition,
  type SimulatedSource,
  simulatedCreative,
  simulatedPlaylist,
} from '../simulated-source.suite.ts';

const EPOCH_MS = Date.UTC(2026, 2, 1, 12);
const RESTART_MS = 60_000;
const END_MS = 130_000;

const restarts = fc.record({
  hasDates: fc.boolean(),
  /** Dates of the new start, ms beside the right ones. */
  offMs: fc.constantFrom(0, 0, -600_000, -3_000, 5_000),
  audioMs: fc.constantFrom(1_920, 2_000, 2_005),
  windowSegments: fc.integer({ min: 6, max: 12 }),
  /** After the restart: until then the origin shows the old start of each rendition, ms. */
  shownAfterMs: fc.tuple(
    fc.integer({ min: 0, max: 5_000 }),
    fc.integer({ min: 0, max: 5_000 }),
    fc.integer({ min: 0, max: 5_000 }),
  ),
  /** The old start goes on until its rendition shows the new one. */
  runsOn: fc.boolean(),
  /** Which renditions each step polls, and which it requests, bits. */
  polls: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 12 }),
  requests: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 12 }),
  stepMs: fc.constantFrom(500, 900, 1_920),
});
type Restart = typeof restarts extends fc.Arbitrary<infer Value> ? Value : never;

function sourceOf(restart: Restart, epochMs: number, breakMs: number): SimulatedSource {
  return {
    epochMs,
    windowMs: restart.windowSegments * 2_000,
    targetDuration: 3,
    breaks: [{ startMs: breakMs, announcedMs: 12_000, returnMs: breakMs + 12_000 }],
    hasDates: restart.hasDates,
    discontinuities: false,
  };
}

function renditionsOf(
  { hasDates, audioMs }: Pick<Restart, 'hasDates' | 'audioMs'>,
  firstMsn: number,
): SimulatedRendition[] {
  const video = { cadenceMs: 2_000, conditionedWithinMs: 0, firstMsn };
  // Without dates only equally long segments can be laid side by side.
  const audio = hasDates ? { ...video, cadenceMs: audioMs, firstMsn: firstMsn + 7 } : video;
  return [
    { renditionId: 'v0', ...video },
    { renditionId: 'v1', ...video },
    { renditionId: 'a0', ...audio },
  ];
}

/** The address of a segment has its start and its end, ms. */
const startOf = (uri: string) => Number(/-(\d+)-\d+\.seg$/.exec(uri)?.[1]);
const adOf = (uri: string) => /ad\/([^/]+\/\d+)\//.exec(uri)?.[1];
const wants = (bits: readonly number[], step: number, index: number) =>
  (((bits[step % bits.length] ?? 0) >> index) & 1) === 1;

/** Findings of a session that has seen all of it. */
function play(restart: Restart): string[] {
  const before = sourceOf(restart, EPOCH_MS, 30_000);
  const after = sourceOf(restart, EPOCH_MS + RESTART_MS + restart.offMs, 24_000);
  const [renditions, restarted] = [renditionsOf(restart, 1_000), renditionsOf(restart, 3)];
  const channel = new SimulatedChannel(before, renditions);
  const ad = simulatedCreative('ad', 8_000, { v0: 2_000, v1: 2_000, a0: 1_984 });
  const decide = (avail: Avail) => fitPod(avail, [{ adId: 'ad', sequence: 1, creative: ad }]);
  const polledMs = new Map<string, number>();
  const findings: string[] = [];
  let session: SimulatedSession | undefined;
  let audit: AuditState = EMPTY_AUDIT;

  const poll = (index: number, nowMs: number) => {
    const rendition = renditions[index];
    const next = restarted[index];
    if (rendition === undefined || next === undefined) return;
    const { renditionId } = rendition;
    const shownAtMs = RESTART_MS + (restart.shownAfterMs[index] ?? 0);
    const lastMs = restart.runsOn ? nowMs : Math.min(nowMs, RESTART_MS);
    const fresh =
      nowMs < shownAtMs ? undefined : simulatedPlaylist(after, next, nowMs - RESTART_MS);
    const text = fresh ?? simulatedPlaylist(before, rendition, Math.min(lastMs, shownAtMs));
    if (text !== undefined) channel.feed(renditionId, text, nowMs);
    polledMs.set(renditionId, nowMs);
  };

  const judge = (renditionId: string, nowMs: number) => {
    const text = session?.request(renditionId, EPOCH_MS + nowMs)?.text;
    if (text === undefined) return;
    const output = { renditionId, fetchedAtMs: EPOCH_MS + nowMs, text };
    const judged = auditSession(audit, output, { adOf });
    audit = judged.state;
    for (const { rule, detail } of judged.findings)
      findings.push(`${rule} ${renditionId}: ${detail}`);
  };

  let step = 0;
  for (let nowMs = 16_000; nowMs < END_MS; nowMs += restart.stepMs, step += 1) {
    for (const [index, { renditionId }] of renditions.entries()) {
      const sinceMs = nowMs - (polledMs.get(renditionId) ?? Number.NEGATIVE_INFINITY);
      if (sinceMs >= 2_000 || wants(restart.polls, step, index)) poll(index, nowMs);
    }
    session ??= new SimulatedSession(channel, decide, 0);
    for (const [index, { renditionId }] of renditions.entries())
      if (wants(restart.requests, step, index)) judge(renditionId, nowMs);
  }
  // A rendition that is left alone stands still.
  return findings.filter((finding) => !/^H33 .*no new segment/.test(finding));
}

const movements = fc.record({
  hasDates: fc.boolean(),
  discontinuities: fc.boolean(),
  audioMs: fc.constantFrom(1_920, 2_000, 2_005),
  windowSegments: fc.integer({ min: 6, max: 12 }),
  stepMs: fc.constantFrom(900, 1_920, 5_000),
  /** For each step and rendition: polled or not, and how old the answer is, ms. */
  polls: fc.array(
    fc.record({ isPolled: fc.boolean(), oldMs: fc.constantFrom(0, 0, 0, 2_000, 9_000) }),
    { minLength: 1, maxLength: 24 },
  ),
  /** A new token in the folder of each answer: known by dates alone. */
  hasTokens: fc.boolean(),
});
type Movement = typeof movements extends fc.Arbitrary<infer Value> ? Value : never;

/** The channel after two minutes in which the source only moves on, while caches and polls do what they like. */
function follow(movement: Movement): SimulatedChannel {
  const { hasDates, discontinuities, polls, stepMs } = movement;
  const source: SimulatedSource = {
    epochMs: EPOCH_MS,
    windowMs: movement.windowSegments * 2_000,
    targetDuration: 3,
    breaks: [{ startMs: 70_000, announcedMs: 12_000, returnMs: 82_000 }],
    hasDates,
    discontinuities,
  };
  const renditions = renditionsOf(movement, 1_000);
  const channel = new SimulatedChannel(source, renditions);
  for (let nowMs = 62_000, step = 0; nowMs < 180_000; nowMs += stepMs) {
    for (const rendition of renditions) {
      const { isPolled = true, oldMs = 0 } = polls[step % polls.length] ?? {};
      step += 1;
      const text = simulatedPlaylist(source, rendition, nowMs - oldMs);
      if (!isPolled || text === undefined) continue;
      const folder = movement.hasTokens && hasDates ? `t${step}/` : '';
      const fed = text.replaceAll(/^[^#\n]/gm, (first) => folder + first);
      channel.feed(rendition.renditionId, fed, nowMs);
    }
  }
  return channel;
}

// The same scenarios in every test run; RESTART_RUNS=1000 looks for new ones.
const wanted = process.env['RESTART_RUNS'];
const numRuns = Number(wanted ?? propertyRuns(40));
const seed = wanted === undefined ? { seed: 20_261_123 } : {};

describe('an HLS source that begins anew', { timeout: 60_000 + numRuns * 500 }, () => {
  it('H3 H6 H11 H22 H33 is one restart in every rendition, whichever is read first', () => {
    fc.assert(
      fc.property(restarts, (restart) => {
        expect(play(restart)).toEqual([]);
      }),
      { numRuns, ...seed },
    );
  });

  it('H6 is none that only moves on, whatever the age of answers, the polls left out and the tokens in folders', () => {
    fc.assert(
      fc.property(movements, (movement) => {
        const { channelWindows } = follow(movement);
        fc.pre(channelWindows.length > 0);
        for (const { epochs, segments } of channelWindows) {
          expect(epochs).toHaveLength(1);
          const numbers = segments.map(({ number }) => number);
          expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
          for (const { number, startMs, segment } of segments) {
            expect(number).toBe(segment.msn);
            if (movement.hasDates) expect(startMs).toBe(EPOCH_MS + startOf(segment.uri));
          }
        }
      }),
      { numRuns, ...seed },
    );
  });
});
