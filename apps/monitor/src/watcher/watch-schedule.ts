/** Breaks that a scheduler announced and that did not come (T16): judged once, beside the record of breaks. */
import type { ScheduledBreak } from '@interlude/contract';
import { type CameBreak, checkSchedule, type Found } from '@interlude/monitoring';
import type { BreakFacts, ScheduledBreakStore, StoredChannel } from '@interlude/persistence';
import type { LaneLook } from './watched-lane.ts';

/** From and to, epoch ms on the source clock: what an output listed without a hole. */
export type ListedTime = readonly [fromMs: number, toMs: number];

/** @returns the time that is listed now, with what was listed before where nothing is between */
export function listedSince(
  before: ListedTime | undefined,
  { entries, endMs, isDated }: Pick<LaneLook, 'entries' | 'endMs' | 'isDated'>,
): ListedTime | undefined {
  // Without dates the place of a scheduled break in the output is unknown.
  if (!isDated || entries.length === 0) return undefined;
  const startMs = entries.reduce((ms, { start }) => Math.min(ms, start), endMs);
  const goesOn = before !== undefined && startMs <= before[1] && endMs >= before[0];
  return goesOn ? [before[0], Math.max(before[1], endMs)] : [startMs, endMs];
}

export interface ScheduleOptions {
  readonly channel: Pick<StoredChannel, 'id' | 'tenantId' | 'schedulerExternalId'>;
  readonly schedules: Pick<ScheduledBreakStore, 'list'>;
  /** Time that the session that stays has listed without a hole. */
  readonly listed: () => ListedTime | undefined;
}

const ms = (seconds: number) => Math.round(seconds * 1000);

function toCame({ startedAt, announcedSeconds, observedSeconds }: BreakFacts): CameBreak {
  const startMs = Date.parse(startedAt);
  return { startMs, endMs: startMs + ms(Math.max(announcedSeconds ?? 0, observedSeconds ?? 0)) };
}

/** One that was announced after its start could not come. */
const isInTime = ({ state, createdAt, start }: ScheduledBreak) =>
  state === 'scheduled' && Date.parse(createdAt) <= Date.parse(start);

/**
 * Judges breaks of the schedule that ended between these times. Rejects when the schedule cannot be read.
 * @param facts what came: the breaks of the record, which all sessions write
 */
export async function checkedSchedule(
  { channel, schedules, listed }: ScheduleOptions,
  facts: readonly BreakFacts[],
  [fromMs, toMs]: ListedTime,
): Promise<Found[]> {
  const range = listed();
  if (channel.schedulerExternalId === '' || range === undefined) return [];
  const expected = (await schedules.list(channel.tenantId, channel.id))
    .filter(isInTime)
    .map(({ id, start, duration }) => ({
      ...{ id, startMs: Date.parse(start), durationMs: ms(duration) },
    }))
    .filter(({ startMs, durationMs }) => {
      const endMs = startMs + durationMs;
      return endMs >= fromMs && endMs <= toMs;
    });
  return checkSchedule(expected, facts.map(toCame), range);
}
