/**
 * Estimates the clock of the database, which all stitchers share: clocks of machines may differ by hours. Each answer
 * with a time is a sample; the one with the shortest round trip is the most exact.
 */
import type { Clock } from '@interlude/runtime';

/** Newest samples among which the one with the shortest round trip counts. */
const keptSamples = 20;

interface Sample {
  /** Clock of the database minus clock of this process, ms. */
  readonly aheadMs: number;
  /** Round trip, ms. */
  readonly wayMs: number;
}

export class DatabaseTime {
  /** Clock for counting, whole ms: all stitchers count in the same hours, however wrong their own clocks are. */
  readonly counting: Clock = { now: () => this.of(this.#clock.now()) };
  readonly #clock: Clock;
  readonly #samples: Sample[] = [];
  #aheadMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Epoch ms on the clock of the database. */
  now(): number {
    return this.#clock.now() + this.#aheadMs;
  }

  /** Converts epoch ms of this process's clock to the clock of the database; whole ms. */
  of(ownMs: number): number {
    return Math.round(ownMs + this.#aheadMs);
  }

  /**
   * Runs a statement and takes the database time in its answer as a sample.
   * @param timeOf epoch ms in the answer; undefined: it has none
   */
  async sampled<Answer>(
    work: () => Promise<Answer>,
    timeOf: (answer: Answer) => number | undefined,
  ): Promise<Answer> {
    const beganMs = this.#clock.now();
    const answer = await work();
    const endedMs = this.#clock.now();
    const atMs = timeOf(answer);
    if (atMs !== undefined) {
      this.#add({ aheadMs: atMs - (beganMs + endedMs) / 2, wayMs: endedMs - beganMs });
    }
    return answer;
  }

  #add(sample: Sample): void {
    this.#samples.push(sample);
    if (this.#samples.length > keptSamples) {
      this.#samples.shift();
    }
    const [first] = this.#samples.toSorted((a, b) => a.wayMs - b.wayMs);
    this.#aheadMs = first?.aheadMs ?? 0;
  }
}
