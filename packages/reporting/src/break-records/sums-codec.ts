/** Sums of a break as a field of a spooled event: arrays by position, version first. */
import { isLossReason, lossGuides } from '@interlude/contract';
import { keyTextOf } from '../events/key-text.ts';
import {
  type BreakCounts,
  type BreakSums,
  breakCountNames,
  breakSumsLimits,
  type LossSum,
} from './break-sums.ts';
import { type DemandSum, demandLatencyBoundsMs } from './demand.ts';

const version = 1;
/** Bounds damaged sums: no sum of one second is larger. */
const maxAmount = 100_000_000_000_000;

type Field = number | string | null | readonly Field[];

const whole = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.max(-maxAmount, Math.min(maxAmount, Math.round(value)))
    : 0;
const optional = (value: unknown) => (typeof value === 'number' ? whole(value) : undefined);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** @returns fields of JSON */
export function encodeSums(sums: BreakSums): Field {
  return [
    version,
    sums.startedAtMs,
    sums.announcedMs ?? null,
    sums.observedMs ?? null,
    breakCountNames.map((name) => sums.counts[name] ?? 0),
    sums.losses.map(({ reason, lostMs, count }) => [reason, lostMs, count]),
    sums.demand.map((one) => [
      keyTextOf(one.server),
      ...[one.hop, one.asked, one.inTime, one.late, one.empty, one.error],
      one.latency,
    ]),
  ];
}

function lossFrom(field: unknown): LossSum[] {
  const [reason, lostMs, count] = list(field);
  return typeof reason === 'string' && isLossReason(reason)
    ? [{ reason, owner: lossGuides[reason].owner, lostMs: whole(lostMs), count: whole(count) }]
    : [];
}

function demandFrom(field: unknown): DemandSum[] {
  const [server, hop, asked, inTime, late, empty, error, latency] = list(field);
  const counts = list(latency).map(whole);
  return typeof server === 'string'
    ? [
        {
          server: keyTextOf(server),
          hop: whole(hop),
          asked: whole(asked),
          inTime: whole(inTime),
          late: whole(late),
          empty: whole(empty),
          error: whole(error),
          latency: Array.from(
            { length: demandLatencyBoundsMs.length + 1 },
            (_, place) => counts[place] ?? 0,
          ),
        },
      ]
    : [];
}

/** Undefined for anything else, and for a later version. Never throws. */
export function decodeSums(field: unknown): BreakSums | undefined {
  const [is, startedAtMs, announcedMs, observedMs, counts, losses, demand] = list(field);
  if (is !== version || typeof startedAtMs !== 'number') {
    return undefined;
  }
  const amounts = list(counts).map(whole);
  return {
    startedAtMs: whole(startedAtMs),
    announcedMs: optional(announcedMs),
    observedMs: optional(observedMs),
    counts: Object.fromEntries(
      breakCountNames.map((name, index) => [name, amounts[index] ?? 0]),
    ) as BreakCounts,
    losses: list(losses).slice(0, breakSumsLimits.losses).flatMap(lossFrom),
    demand: list(demand)
      .slice(0, breakSumsLimits.demand + 50)
      .flatMap(demandFrom),
  };
}
