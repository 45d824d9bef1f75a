/**
 * The past of an HLS source that is being opened: read once, counted in the memory of its company until the source is
 * open, and left out where it would keep the source from being opened.
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

  /** What is given again is left out still, if it was. */
  begin(lines: Promise<StoredSource | undefined>): void {
    if (lines !== this.#lines) {
      this.#lines = lines;
      this.#stored = undefined;
    }
  }

  /** Undefined when there is none, also when others have taken the room for it since it was read. Never rejects. */
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

  /** The next attempt to open the source begins anew. */
  leaveOut(): void {
    this.#stored = Promise.resolve(undefined);
  }

  /** The source is open: what it has of its past is in its windows. */
  opened(): void {
    this.#lines = undefined;
    this.leaveOut();
    this.#options.budget.memory.keep(pastPart, 0);
  }
}
