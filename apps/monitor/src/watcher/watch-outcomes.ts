/**
 * Outcomes of breaks over all sessions, by their record (T4, T15), and scheduled breaks that the record does not have
 * (T16).
 */
import type { BreakRecord } from '@interlude/contract';
import { type BreakOutcome, checkBreakOutcome, findingOwnerOf } from '@interlude/monitoring';
import type { BreakFacts, BreakRecordStore } from '@interlude/persistence';
import type { Clock, Logger } from '@interlude/runtime';
import { monitorLimits, monitorPace } from '../monitor-limits.ts';
import type { ChannelReport } from './channel-report.ts';
import type { Wait } from './wait.ts';
import { checkedSchedule, type ScheduleOptions } from './watch-schedule.ts';

export interface OutcomeOptions extends ScheduleOptions {
  readonly records: Pick<BreakRecordStore, 'list'>;
  readonly report: ChannelReport;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly logger: Logger;
}

/** After this time the beacons of a break have been sent and its facts are there, ms; they come with the spool. */
const settledMs = 180_000;
/** Breaks that settled longer ago, ms, were judged by another monitor before, and their findings are open. */
const newsMs = 90_000;
/** Breaks that began longer ago are not read, ms. */
const longestMs = 3_600_000;
const page = 50;

const ms = (seconds: number) => Math.round(seconds * 1000);

function lossesOf(losses: BreakRecord['losses']): BreakOutcome['losses'] {
  return losses.flatMap(({ reason, owner, lostSeconds }) => {
    const by = findingOwnerOf(owner);
    return by === undefined ? [] : [{ reason, owner: by, lostMs: ms(lostSeconds) }];
  });
}

function endOf({ startedAt, announcedSeconds, observedSeconds }: BreakFacts): number {
  return Date.parse(startedAt) + ms(Math.max(announcedSeconds ?? 0, observedSeconds ?? 0));
}

function toOutcome(facts: BreakFacts): BreakOutcome {
  return {
    breakId: facts.breakId,
    startMs: Date.parse(facts.startedAt),
    offeredMs: ms(facts.offeredSeconds),
    seenMs: ms(facts.seenSeconds),
    sentMs: ms(facts.sentSeconds),
    losses: lossesOf(facts.losses),
  };
}

type Judged = Set<string>;

/** Breaks of the record and of the schedule, each once, when its beacons had their time. */
async function judge(options: OutcomeOptions, judged: Judged): Promise<void> {
  const { channel, records, report, clock } = options;
  const nowMs = clock.now();
  const query = { fromMs: nowMs - longestMs, lostOnly: false, before: undefined, limit: page };
  const facts = await records.list(channel.tenantId, channel.id, query);
  for (const one of facts) {
    const settledForMs = nowMs - endOf(one) - settledMs;
    if (settledForMs < 0 || settledForMs > newsMs || judged.has(one.breakId)) continue;
    judged.add(one.breakId);
    report.look('record', checkBreakOutcome(toOutcome(one)), nowMs);
  }
  const news = [nowMs - settledMs - newsMs, nowMs - settledMs] as const;
  for (const found of await checkedSchedule(options, facts, news)) {
    if (judged.has(found.breakId)) continue;
    judged.add(found.breakId);
    report.look('schedule', [found], nowMs);
  }
}

/** Judges breaks until the signal aborts; while the database is away it tries again. */
export async function watchOutcomes(options: OutcomeOptions, signal: AbortSignal): Promise<void> {
  const { channel, wait, logger } = options;
  const judged = new Set<string>();
  while (!signal.aborted) {
    await wait(monitorPace.outcomesMs, signal);
    if (signal.aborted) return;
    await judge(options, judged).catch((error: unknown) => {
      logger.warn(
        { err: error, channelId: channel.id },
        'breaks of the record or of the schedule cannot be read',
      );
    });
    for (const breakId of judged) {
      if (judged.size <= monitorLimits.placements) break;
      judged.delete(breakId);
    }
  }
}
