/**
 * Work on documents shares the event loop with the requests of all viewers. Short work runs at once while the turn of
 * the loop has time left. Long work waits in one queue for each company; the queues take turns, and after each piece
 * the loop is left to others for twice as long: parsing never takes more than a third of the processor's time.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { workLimits } from './budget-limits.ts';
import type { DocumentSize } from './measure-document.ts';

type Piece = () => void;
export type WorkSize = Pick<DocumentSize, 'bytes' | 'entries'>;

export class WorkTurns {
  /** By company, in the order of their turns. */
  readonly #lines = new Map<string, Piece[]>();
  #isWorking = false;
  #turnBeganMs: number | undefined;

  /** Runs `work` when it is the company's turn. Rejects with the error of `work`. */
  async take<Made>(tenantId: string, size: WorkSize, work: () => Made): Promise<Made> {
    if (size.entries <= workLimits.smallEntries && size.bytes <= workLimits.smallBytes) {
      while (this.#isTurnSpent()) {
        await nextTurn();
      }
      return work();
    }
    return new Promise<Made>((resolve, reject) => {
      const line = this.#lines.get(tenantId) ?? [];
      this.#lines.set(tenantId, line);
      line.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      if (!this.#isWorking) {
        this.#isWorking = true;
        setImmediate(() => this.#workOn());
      }
    });
  }

  #isTurnSpent(): boolean {
    const nowMs = performance.now();
    if (this.#turnBeganMs === undefined) {
      this.#turnBeganMs = nowMs;
      setImmediate(() => {
        this.#turnBeganMs = undefined;
      });
    }
    return nowMs - this.#turnBeganMs > workLimits.turnMs;
  }

  /** Takes the first piece of the first queue and moves that company to the end. */
  #next(): Piece | undefined {
    const [first] = this.#lines;
    if (!first) {
      return undefined;
    }
    const [tenantId, line] = first;
    const piece = line.shift();
    this.#lines.delete(tenantId);
    if (line.length > 0) {
      this.#lines.set(tenantId, line);
    }
    return piece;
  }

  #workOn(): void {
    const piece = this.#next();
    if (!piece) {
      this.#isWorking = false;
      return;
    }
    const beganMs = performance.now();
    piece();
    const tookMs = performance.now() - beganMs;
    setTimeout(() => this.#workOn(), Math.ceil(tookMs * workLimits.restFactor));
  }
}
