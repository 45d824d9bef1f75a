/**
 * How many sessions this process may hold of a company, so that the limit of its tier holds over all stitchers. Each
 * reports what it holds and reads what the others do; until the next report it fills no more than its share of what was
 * free, so that all of them together stay within the limit.
 */
import type { DatabaseTime } from '../database-time/database-time.ts';

/** What the other stitchers hold, as they reported it last. */
export interface OtherStitchers {
  /** By company. */
  readonly sessions: ReadonlyMap<string, number>;
  readonly count: number;
}

/** Where stitchers report. */
export interface StitcherReports {
  /** @param watching viewers now, by channel */
  exchange(
    own: ReadonlyMap<string, number>,
    watching: ReadonlyMap<string, number>,
  ): Promise<OtherStitchers>;
  /** This process holds nothing any more. */
  leave(): Promise<void>;
}

/** The database's: each answer says its time. */
export interface TimedReports extends StitcherReports {
  /** `nowMs`: the clock of the database, epoch ms. */
  exchange(
    ...reported: Parameters<StitcherReports['exchange']>
  ): Promise<OtherStitchers & { readonly nowMs: number }>;
}

/** The same, with each answer a sample of the time. */
export function timedReports(reports: TimedReports | undefined, time: DatabaseTime) {
  return (
    reports && {
      exchange: (...reported: Parameters<TimedReports['exchange']>) =>
        time.sampled(
          () => reports.exchange(...reported),
          ({ nowMs }) => nowMs,
        ),
      leave: () => reports.leave(),
    }
  );
}

/** A resumed session was let in once: it goes on while the limit is reached, up to this share of it. */
const resumedShare = 1.1;
/** Over all stitchers, by what they reported: a session that moves is counted twice for a while. */
const resumedShareOfAll = 2 * resumedShare;

export class TenantSessions {
  #others: OtherStitchers = { sessions: new Map(), count: 0 };
  /** Of this process, at the last report. */
  #own: ReadonlyMap<string, number> = new Map();

  /** Stitchers that share the limits, this one included. */
  get stitchers(): number {
    return this.#others.count + 1;
  }

  /** @param own what was reported of this process */
  reported(own: ReadonlyMap<string, number>, others: OtherStitchers): void {
    this.#own = own;
    this.#others = others;
  }

  /** Sessions of the company here, beyond which none is opened. */
  most(tenantId: string, limit: number): number {
    const own = this.#own.get(tenantId) ?? 0;
    const free = Math.max(0, limit - own - (this.#others.sessions.get(tenantId) ?? 0));
    return Math.min(limit, own + Math.ceil(free / this.stitchers));
  }

  /** Sessions of the company here, beyond which none is resumed. */
  mostResumed(tenantId: string, limit: number): number {
    const elsewhere = this.#others.sessions.get(tenantId) ?? 0;
    return Math.min(
      Math.floor(limit * resumedShare),
      Math.max(0, Math.floor(limit * resumedShareOfAll) - elsewhere),
    );
  }
}
