/**
 * Stages on their way to the database, in batches. While the database is away the oldest are dropped, and the next
 * stage of the channel says how many (`lostBefore`). Nothing waits for it.
 */
import type { RecordToWrite } from '@interlude/persistence';
import type { Logger } from '@interlude/runtime';
import { recordLimits } from './record-limits.ts';

export interface RecordQueueOptions {
  /** Idempotent: a record that is passed again is written once. */
  readonly write: (records: readonly RecordToWrite[]) => Promise<void>;
  readonly logger: Logger;
  /** Called with the number of stages that were dropped. */
  readonly onLost: (count: number) => void;
}

interface Waiting {
  readonly record: RecordToWrite;
  readonly bytes: number;
}

export class RecordQueue {
  readonly #options: RecordQueueOptions;
  #waiting: Waiting[] = [];
  #bytes = 0;
  /** Dropped stages by channel, since its last stage. */
  readonly #lost = new Map<string, number>();
  #writing: Promise<void> | undefined;
  #isFailing = false;

  constructor(options: RecordQueueOptions) {
    this.#options = options;
  }

  /** @param bytes memory that the record takes, approximately */
  add(record: RecordToWrite, bytes: number): void {
    const lostBefore = this.#lost.get(record.channelId);
    this.#lost.delete(record.channelId);
    const detail = lostBefore === undefined ? record.detail : { ...record.detail, lostBefore };
    this.#waiting.push({ record: { ...record, detail }, bytes });
    this.#bytes += bytes;
    let lost = 0;
    while (this.#waiting.length > recordLimits.waiting || this.#bytes > recordLimits.waitingBytes) {
      const oldest = this.#waiting.shift();
      if (!oldest) {
        break;
      }
      this.#bytes -= oldest.bytes;
      const { channelId } = oldest.record;
      this.#lost.set(channelId, (this.#lost.get(channelId) ?? 0) + 1);
      lost += 1;
    }
    if (lost > 0) {
      this.#options.onLost(lost);
    }
  }

  /** Writes the stages that wait; those that the database refuses wait on. Never rejects; one at a time. */
  flush(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, recordLimits.writtenAtOnce);
      try {
        await this.#options.write(batch.map(({ record }) => record));
      } catch (error) {
        if (!this.#isFailing) {
          this.#options.logger.warn({ error }, 'the record of breaks cannot be written: it waits');
        }
        this.#isFailing = true;
        return;
      }
      this.#isFailing = false;
      // The oldest may have been dropped meanwhile.
      const written = new Set(batch);
      this.#waiting = this.#waiting.filter((waiting) => !written.has(waiting));
      this.#bytes = this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    }
  }
}
