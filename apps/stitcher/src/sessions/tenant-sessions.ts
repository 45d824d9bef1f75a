/**
 * Bounds the sessions of a company in this process, so that the limit of its tier holds over all stitchers. Each
 * stitcher reports its count and reads those of the others; until the next report it takes no more than its share of
 * what was free, so that all of them together stay within the limit.
 */
import type { DatabaseTime } from '../database-time/database-time.ts';

/** Session counts of the other stitchers, as reported last. */
export interface OtherStitchers {
  /** By company. */
  readonly sessions: ReadonlyMap<string, number>;
  readonly count: number;
}

/** The exchange of session counts between stitchers. */
export interface StitcherReports {
  /** @param watching viewers now, by channel */
  exchange(
    own: ReadonlyMap<string, number>,
    watching: ReadonlyMap<string, number>,
  ): Promise<OtherStitchers>;
  /** Removes the counts of this process. */
  leave(): Promise<void>;
}

/** Reports in the database, whose answers have its time. */
export interface TimedReports extends StitcherReports {
  /** `nowMs`: the clock of the database, epoch ms. */
  exchange(
    ...reported: Parameters<StitcherReports['exchange']>
  ): Promise<OtherStitchers & { readonly nowMs: number }>;
}

/** Reports that take each answer as a sample of the database time. */
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
  /** Sessions of this process by company, at the last report. */
  #own: ReadonlyMap<string, number> = new Map();

  /** Stitchers that share the limits, this one included. */
  get stitchers(): number {
    return this.#others.count + 1;
  }

  /** @param own counts that this process has reported */
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
