/**
 * Stages on their way to the database, in batches. It may be away for long: then the oldest go, and how many of a channel
 * went is said with its next stage. Nothing waits for it.
 */
import type { RecordToWrite } from '@interlude/persistence';
import type { Logger } from '@interlude/runtime';
import { recordLimits } from './record-limits.ts';

export interface RecordQueueOptions {
  /** Writes each once, also when it is called again with the same. */
  readonly write: (records: readonly RecordToWrite[]) => Promise<void>;
  readonly logger: Logger;
  /** Called with how many were lost. */
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
  /** By channel, since its last stage. */
  readonly #lost = new Map<string, number>();
  #writing: Promise<void> | undefined;
  #isFailing = false;

  constructor(options: RecordQueueOptions) {
    this.#options = options;
  }

  /** @param bytes about as much memory as it takes */
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

  /** Writes what waits; what the database does not take waits on. Never rejects; one at a time. */
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
      // The oldest may have gone meanwhile.
      const written = new Set(batch);
      this.#waiting = this.#waiting.filter((waiting) => !written.has(waiting));
      this.#bytes = this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    }
  }
}
