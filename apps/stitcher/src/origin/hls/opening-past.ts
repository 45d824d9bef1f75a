/**
 * The snapshot of an HLS source that is being opened: read once, counted in the memory of its company until the source
 * is open, and left out where it would keep the source from being opened.
 */
import type { SourceBudget } from '@interlude/runtime';
import type { SourceReport } from '../source-report.ts';
import type { StoredSource } from '../stored-source.ts';
import { pastPart, readStoredHls, type StoredHls } from './stored-hls.ts';

export interface OpeningPastOptions {
  readonly budget: SourceBudget;
  readonly report: Pick<SourceReport, 'broken'>;
}

export class OpeningPast {
  readonly #options: OpeningPastOptions;
  #lines: Promise<StoredSource | undefined> | undefined;
  #stored: Promise<StoredHls | undefined> | undefined;

  constructor(options: OpeningPastOptions) {
    this.#options = options;
  }

  /** Sets the snapshot. One that is set again stays left out, if it was. */
  begin(lines: Promise<StoredSource | undefined>): void {
    if (lines !== this.#lines) {
      this.#lines = lines;
      this.#stored = undefined;
    }
  }

  /** The snapshot; undefined when there is none, or no memory is left for it since it was read. Never rejects. */
  async find(): Promise<StoredHls | undefined> {
    this.#stored ??= this.#read();
    const stored = await this.#stored;
    try {
      this.#options.budget.memory.keep(pastPart, stored?.bytes ?? 0);
      return stored;
    } catch {
      this.leaveOut();
      return undefined;
    }
  }

  async #read(): Promise<StoredHls | undefined> {
    const { budget, report } = this.#options;
    try {
      const lines = await this.#lines;
      return lines && (await readStoredHls(budget, lines));
    } catch (error) {
      report.broken(error);
      return undefined;
    }
  }

  /** Leaves the snapshot out: the next attempt to open the source begins anew. */
  leaveOut(): void {
    this.#stored = Promise.resolve(undefined);
  }

  /** Releases the snapshot: the source is open, and its windows have the past. */
  opened(): void {
    this.#lines = undefined;
    this.leaveOut();
    this.#options.budget.memory.keep(pastPart, 0);
  }
}
