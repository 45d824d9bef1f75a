/** Adds the sums of one break; the same in the stitcher's memory and in the fold of a spool segment. */
import {
  type BreakCountName,
  type BreakSums,
  breakCountNames,
  breakSumsLimits,
  type LossSum,
} from './break-sums.ts';
import { type AskedServer, type DemandSum, demandOf } from './demand.ts';

/** Ad servers beyond the limit of a break. */
const otherServers = 'others';

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

interface AddedDemand extends Mutable<Omit<DemandSum, 'latency'>> {
  readonly latency: number[];
}

export class AddedSums {
  #startedAtMs: number;
  #announcedMs: number | undefined;
  #observedMs: number | undefined;
  readonly #counts: number[] = breakCountNames.map(() => 0);
  /** By reason, which has one owner. */
  readonly #losses = new Map<string, Mutable<LossSum>>();
  readonly #demand = new Map<string, AddedDemand>();

  constructor(startedAtMs: number) {
    this.#startedAtMs = startedAtMs;
  }

  add(sums: Partial<BreakSums>): void {
    const { startedAtMs = this.#startedAtMs, announcedMs, observedMs, counts } = sums;
    this.#startedAtMs = Math.min(this.#startedAtMs, startedAtMs);
    this.#announcedMs = announcedMs ?? this.#announcedMs;
    this.#observedMs = observedMs ?? this.#observedMs;
    if (counts !== undefined) {
      for (const [index, name] of breakCountNames.entries()) {
        this.#counts[index] = (this.#counts[index] ?? 0) + (counts[name] ?? 0);
      }
    }
    for (const loss of sums.losses ?? []) {
      this.#addLoss(loss);
    }
    for (const demand of sums.demand ?? []) {
      this.#addDemand(demand);
    }
  }

  /** A request to an ad server. */
  ask(asked: AskedServer): void {
    this.#addDemand(demandOf(asked));
  }

  #addLoss(loss: LossSum): void {
    const known = this.#losses.get(loss.reason);
    if (known) {
      known.lostMs += loss.lostMs;
      known.count += loss.count;
    } else {
      this.#losses.set(loss.reason, { ...loss });
    }
  }

  #demandOf(server: string, hop: number): AddedDemand | undefined {
    return this.#demand.get(`${hop} ${server}`);
  }

  #addDemand(demand: DemandSum): void {
    const { hop } = demand;
    const known = this.#demandOf(demand.server, hop);
    const isFull = !known && this.#demand.size >= breakSumsLimits.demand;
    const server = isFull ? otherServers : demand.server;
    const added = known ?? this.#demandOf(server, hop);
    if (!added) {
      this.#demand.set(`${hop} ${server}`, { ...demand, server, latency: [...demand.latency] });
      return;
    }
    added.asked += demand.asked;
    added.inTime += demand.inTime;
    added.late += demand.late;
    added.empty += demand.empty;
    added.error += demand.error;
    for (const [place, count] of demand.latency.entries()) {
      added.latency[place] = (added.latency[place] ?? 0) + count;
    }
  }

  /** The sums, in an order that does not depend on that of the additions. */
  get sums(): BreakSums {
    const byKey = <Sum>(sums: ReadonlyMap<string, Sum>) =>
      [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
    const counts: Partial<Record<BreakCountName, number>> = {};
    for (const [index, name] of breakCountNames.entries()) {
      const amount = this.#counts[index] ?? 0;
      if (amount !== 0) {
        counts[name] = amount;
      }
    }
    return {
      startedAtMs: this.#startedAtMs,
      announcedMs: this.#announcedMs,
      observedMs: this.#observedMs,
      counts,
      losses: byKey(this.#losses).filter(({ lostMs, count }) => lostMs !== 0 || count !== 0),
      demand: byKey(this.#demand),
    };
  }
}
