/**
 * Limits concurrent reads of reports. Each holds a connection of the pool that all requests share, up to 5 s a
 * statement. So a company and the process have limited turns, in order of arrival, companies alternating.
 */
import { domainError, type ErrorCode } from '@interlude/contract/errors';

/** Limits of reads at one time (rule SEC-S103). */
export const readTurnLimits = {
  /** Of a company. */
  perTenant: 3,
  /** Of the process, below the connections of its pool: other requests find one. */
  perProcess: 6,
  /** Of a company, behind those that are read: a page of all cards in five tabs. */
  waitingPerTenant: 100,
  /** Of the process. */
  waiting: 2_000,
  /** From its request to its turn. */
  longestWaitMs: 20_000,
} as const;

/**
 * The part of them for strangers with the link of a live card: one of a company, so that its members have the others
 * (rule SEC-S106).
 */
export const strangerTurnLimits = {
  perTenant: 1,
  perProcess: 2,
  waitingPerTenant: 20,
  waiting: 200,
  longestWaitMs: 20_000,
} as const;

type ReadTurnLimits = { readonly [Key in keyof typeof readTurnLimits]: number };

interface Waiting {
  readonly enter: () => void;
}

const refusal = (code: ErrorCode, { longestWaitMs }: ReadTurnLimits) =>
  domainError(code, { retryAfterSeconds: Math.ceil(longestWaitMs / 1_000) });

/**
 * A queue that is fair to companies.
 * @see rule SEC-S103
 */
export class ReadTurns {
  readonly #limits: ReadTurnLimits;
  readonly #reading = new Map<string, number>();
  /** By company, in the order of their turns. */
  readonly #lines = new Map<string, Waiting[]>();
  #active = 0;
  #waiting = 0;

  constructor(limits: Partial<ReadTurnLimits> = {}) {
    this.#limits = { ...readTurnLimits, ...limits };
  }

  /**
   * Runs `work` in its turn; rejects with the error of `work`.
   * @throws {DomainError} REPORTS_TOO_MANY, when too many reads of the company wait; REPORTS_BUSY, when too many of the
   *   process wait, or the turn did not come in time
   */
  async take<Made>(tenantId: string, work: () => Promise<Made>): Promise<Made> {
    await this.#enter(tenantId);
    try {
      return await work();
    } finally {
      this.#leave(tenantId);
    }
  }

  #isFree(tenantId: string): boolean {
    const { perTenant, perProcess } = this.#limits;
    return this.#active < perProcess && (this.#reading.get(tenantId) ?? 0) < perTenant;
  }

  #begin(tenantId: string): void {
    this.#active += 1;
    this.#reading.set(tenantId, (this.#reading.get(tenantId) ?? 0) + 1);
  }

  async #enter(tenantId: string): Promise<void> {
    const line = this.#lines.get(tenantId) ?? [];
    if (line.length === 0 && this.#isFree(tenantId)) {
      this.#begin(tenantId);
      return;
    }
    const { waitingPerTenant, waiting, longestWaitMs } = this.#limits;
    if (line.length >= waitingPerTenant) throw refusal('REPORTS_TOO_MANY', this.#limits);
    if (this.#waiting >= waiting) throw refusal('REPORTS_BUSY', this.#limits);
    this.#lines.set(tenantId, line);
    this.#waiting += 1;
    await new Promise<void>((enter, refuse) => {
      const one: Waiting = {
        enter: () => {
          clearTimeout(tooLate);
          enter();
        },
      };
      const tooLate = setTimeout(() => {
        line.splice(line.indexOf(one), 1);
        this.#waiting -= 1;
        if (line.length === 0) this.#lines.delete(tenantId);
        refuse(refusal('REPORTS_BUSY', this.#limits));
      }, longestWaitMs);
      line.push(one);
    });
  }

  #leave(tenantId: string): void {
    this.#active -= 1;
    const left = (this.#reading.get(tenantId) ?? 1) - 1;
    if (left > 0) this.#reading.set(tenantId, left);
    else this.#reading.delete(tenantId);
    this.#admit();
  }

  /** The first company that may read; it is the last one from then on. */
  #admit(): void {
    for (const [tenantId, line] of this.#lines) {
      if (!this.#isFree(tenantId)) continue;
      const next = line.shift();
      this.#lines.delete(tenantId);
      if (line.length > 0) this.#lines.set(tenantId, line);
      if (next === undefined) continue;
      this.#waiting -= 1;
      this.#begin(tenantId);
      next.enter();
      return;
    }
  }
}
