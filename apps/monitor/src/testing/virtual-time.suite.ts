/** A time that passes when everything waits: hours of watching in a second. */
import type { Clock } from '@interlude/runtime';
import type { Wait } from '../watcher/wait.ts';

interface Waiting {
  readonly atMs: number;
  readonly go: () => void;
}

export class VirtualTime implements Clock {
  #nowMs: number;
  #waiting: Waiting[] = [];

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  readonly wait: Wait = (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const waiting = {
        atMs: this.#nowMs + Math.max(0, milliseconds),
        go: () => {
          signal.removeEventListener('abort', end);
          resolve();
        },
      };
      const end = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
      this.#waiting.push(waiting);
    });

  /** Lets so many ms pass. */
  async pass(milliseconds: number): Promise<void> {
    const endMs = this.#nowMs + milliseconds;
    for (;;) {
      // Woken code runs until it waits again; answers of the platform take one or two turns of the event loop.
      for (let turn = 0; turn < 12; turn += 1) await new Promise(setImmediate);
      const next = this.#waiting.toSorted((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined || next.atMs > endMs) break;
      this.#waiting = this.#waiting.filter((one) => one !== next);
      this.#nowMs = next.atMs;
      next.go();
    }
    this.#nowMs = endMs;
  }
}
