/** Judges breaks by break record and schedule: decided late (T4), impressions lost (T15), never came (T16). */
import type { FindingOwner } from '@interlude/contract';
import { type Found, foundBy } from '../findings/found.ts';

/** Sums of one break over all sessions. */
export interface BreakOutcome {
  readonly breakId: string;
  /** Epoch ms on the source clock. */
  readonly startMs: number;
  readonly offeredMs: number;
  /** Ms of ads whose segments players requested. */
  readonly seenMs: number;
  /** Ms of ads whose impression arrived at the tracker. */
  readonly sentMs: number;
  readonly losses: readonly {
    readonly reason: string;
    readonly owner: FindingOwner;
    readonly lostMs: number;
  }[];
}

/** Loss reasons of a decision that came too late. */
const lateReasons: ReadonlySet<string> = new Set(['DECISION_TIMEOUT', 'AD_SERVER_TIMEOUT']);

const shares = {
  /** Share of the offered ms that may be lost: single sessions are late now and then. */
  late: 0.05,
  /** Share of the seen ms without an impression: trackers are tried again, and some are blocked. */
  impressions: 0.02,
} as const;

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

/** Judges a break that is over and whose beacons have had their time. */
export function checkBreakOutcome(outcome: BreakOutcome): Found[] {
  const { breakId, startMs, offeredMs, seenMs, sentMs, losses } = outcome;
  const about = { lane: 'output', breakId, atMs: startMs } as const;
  const late = losses.filter(({ reason }) => lateReasons.has(reason));
  const lateShare = late.reduce((sum, { lostMs }) => sum + lostMs, 0) / Math.max(1, offeredMs);
  const missing = (seenMs - sentMs) / Math.max(1, seenMs);
  return [
    ...(lateShare > shares.late
      ? [
          foundBy('T4', {
            ...about,
            ...(late[0] !== undefined && { owner: late[0].owner }),
            detail: `${percent(lateShare)} of a break were lost to decisions that came too late`,
          }),
        ]
      : []),
    ...(seenMs > 0 && missing > shares.impressions
      ? [
          foundBy('T15', {
            ...about,
            detail: `the impressions of ${percent(missing)} of the ads that were shown did not arrive`,
          }),
        ]
      : []),
  ];
}

/** A break that a scheduler announced by API. */
export interface ExpectedBreak {
  readonly id: string;
  /** Epoch ms on the source clock. */
  readonly startMs: number;
  readonly durationMs: number;
}

/** A break that the output listed, epoch ms on the source clock. */
export interface CameBreak {
  readonly startMs: number;
  readonly endMs: number;
}

const nearMs = 10_000;

/**
 * Judges scheduled breaks that are over: one without a break of the output within 10 s of its start never came (T16).
 * @param listedMs from and to, epoch ms on the source clock: the time of the output that was read without a hole
 */
export function checkSchedule(
  expected: readonly ExpectedBreak[],
  came: readonly CameBreak[],
  listedMs: readonly [from: number, to: number],
): Found[] {
  const [fromMs, toMs] = listedMs;
  return expected.flatMap(({ id, startMs, durationMs }) => {
    const isOver = startMs >= fromMs && startMs + durationMs + nearMs <= toMs;
    const hasCome = came.some(
      (one) => startMs >= one.startMs - nearMs && startMs <= one.endMs + nearMs,
    );
    if (!isOver || hasCome) return [];
    const detail = `the break that was scheduled for ${new Date(startMs).toISOString()} did not come`;
    return [foundBy('T16', { lane: 'output', detail, atMs: startMs, breakId: id })];
  });
}
