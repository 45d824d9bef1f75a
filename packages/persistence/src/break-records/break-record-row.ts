/** Converts rows of breaks to the form of the API, without sentences. */
import {
  type BreakDemand,
  type BreakRecord,
  isLossReason,
  type LossReason,
  lossGuides,
  type RecordedSession,
  type RecordKind,
  type RecordStage,
  recordKinds,
  recordStages,
} from '@interlude/contract';
import type { Selectable } from 'kysely';
import type {
  BreakDemandTable,
  BreakFactsTable,
  BreakLossesTable,
  BreakRecordsTable,
} from '../schema/counting-tables.ts';

/** Seconds of a break at each stage, and its losses; the API adds the sentence. */
export type BreakFacts = Omit<BreakRecord, 'sentence'>;

/** A stage as it was recorded. */
export interface StageRow {
  readonly stage: RecordStage;
  readonly atMs: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

const seconds = (ms: number) => ms / 1_000;
const optionalSeconds = (ms: number | null) => (ms === null ? null : seconds(ms));

type LossRow = Pick<Selectable<BreakLossesTable>, 'reason' | 'lost_ms' | 'count'>;

function toLosses(rows: readonly LossRow[]): BreakFacts['losses'] {
  return rows
    .flatMap(({ reason, lost_ms: lostMs, count }) => {
      if (!isLossReason(reason) || (lostMs === 0 && count === 0)) return [];
      const { owner, advice } = lossGuides[reason];
      return [{ reason, owner, lostSeconds: seconds(lostMs), count, advice }];
    })
    .sort((a, b) => b.lostSeconds - a.lostSeconds || (a.reason < b.reason ? -1 : 1));
}

export function toFacts(row: Selectable<BreakFactsTable>, losses: readonly LossRow[]): BreakFacts {
  return {
    channelId: row.channel_id,
    breakId: row.break_id,
    startedAt: row.started_at.toISOString(),
    announcedSeconds: optionalSeconds(row.announced_ms),
    observedSeconds: optionalSeconds(row.observed_ms),
    sessions: row.sessions,
    offeredSeconds: seconds(row.offered_ms),
    askedSeconds: seconds(row.asked_ms),
    answeredSeconds: seconds(row.answered_ms),
    usableSeconds: seconds(row.usable_ms),
    placedSeconds: seconds(row.placed_ms),
    seenSeconds: seconds(row.seen_ms),
    sentSeconds: seconds(row.sent_ms),
    slateSeconds: seconds(row.slate_ms),
    adsPlaced: row.ads_placed,
    adsSeen: row.ads_seen,
    losses: toLosses(losses),
  };
}

export const toDemand = (row: Selectable<BreakDemandTable>): BreakDemand => ({
  server: row.server,
  hop: row.hop,
  asked: row.asked,
  inTime: row.in_time,
  late: row.late,
  empty: row.empty,
  error: row.error,
});

const kindOf = (kept: string | null): RecordKind =>
  recordKinds.find((kind) => kind === kept) ?? 'sampled';

const reasonOf = (reason: string | null): LossReason | null =>
  reason !== null && isLossReason(reason) ? reason : null;

export const toSession = (
  row: Pick<Selectable<BreakRecordsTable>, 'session' | 'kept' | 'at' | 'lost_ms' | 'reason'>,
): RecordedSession => ({
  session: row.session,
  kept: kindOf(row.kept),
  at: row.at.toISOString(),
  lostSeconds: seconds(row.lost_ms ?? 0),
  reason: reasonOf(row.reason),
});

/** Undefined for a stage that a newer version has written. */
export function toStage(
  row: Pick<Selectable<BreakRecordsTable>, 'stage' | 'at' | 'detail'>,
): StageRow | undefined {
  const stage = recordStages.find((name) => name === row.stage);
  const { detail } = row;
  return stage === undefined || typeof detail !== 'object' || detail === null
    ? undefined
    : { stage, atMs: row.at.getTime(), detail: { ...detail } };
}
