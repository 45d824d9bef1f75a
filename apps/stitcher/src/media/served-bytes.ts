/**
 * Bytes of media that were served, by tenant and hour. They are summed in memory and written every few seconds and at
 * the stop; while the database is away they wait, one number for each tenant, kind and hour.
 */
import type { Clock, Logger } from '@interlude/runtime';
import { mediaLimits } from './media-limits.ts';

export interface ServedBytesRow {
  readonly tenantId: string;
  readonly kind: 'ads' | 'sources';
  /** A moment of the hour, epoch ms. */
  readonly atMs: number;
  readonly bytes: number;
}

export interface ServedBytesOptions {
  /** Adds the rows to the stored sums, all or nothing. */
  readonly write: (rows: readonly ServedBytesRow[]) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const hourMs = 3_600_000;

export class ServedBytes {
  readonly #options: ServedBytesOptions;
  #rows = new Map<string, ServedBytesRow>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isFailing = false;

  constructor(options: ServedBytesOptions) {
    this.#options = options;
  }

  add(tenantId: string, kind: ServedBytesRow['kind'], bytes: number): void {
    const nowMs = this.#options.clock.now();
    this.#add({ tenantId, kind, atMs: nowMs - (nowMs % hourMs), bytes });
  }

  #add(row: ServedBytesRow): void {
    const key = `${row.atMs}/${row.kind}/${row.tenantId}`;
    const known = this.#rows.get(key)?.bytes ?? 0;
    this.#rows.set(key, { ...row, bytes: known + row.bytes });
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), mediaLimits.writeEveryMs);
  }

  /** Never rejects: rows that could not be written wait for the next time. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const rows = [...this.#rows.values()].filter(({ bytes }) => bytes > 0);
    this.#rows = new Map();
    if (rows.length === 0) {
      return;
    }
    const { write, logger } = this.#options;
    try {
      await write(rows);
      this.#isFailing = false;
    } catch (error) {
      for (const row of rows) {
        this.#add(row);
      }
      if (!this.#isFailing) {
        logger.warn({ error }, 'served bytes of media cannot be written: they wait');
      }
      this.#isFailing = true;
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
