/**
 * The clock of the database as this process knows it: clocks of machines may differ by hours. Each answer with a time is
 * a sample; the one that took the shortest way is the best.
 */
import type { Clock } from '@interlude/runtime';

/** Of that many samples. */
const keptSamples = 20;

interface Sample {
  /** How far the database is ahead of us, ms. */
  readonly aheadMs: number;
  /** There and back, ms. */
  readonly wayMs: number;
}

export class DatabaseTime {
  /** Whole ms, for what is counted: all stitchers count in the same hours, however far off their own clocks are. */
  readonly counting: Clock = { now: () => this.of(this.#clock.now()) };
  readonly #clock: Clock;
  readonly #samples: Sample[] = [];
  #aheadMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Epoch ms. */
  now(): number {
    return this.#clock.now() + this.#aheadMs;
  }

  /** A time of the clock of this process, on that of the database; whole ms. */
  of(ownMs: number): number {
    return Math.round(ownMs + this.#aheadMs);
  }

  /**
   * Runs a statement that answers the time of the database.
   * @param timeOf epoch ms in its answer; undefined: it has none
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
