// Fuzzes a parser with cases that are each made from one number, so that this number alone repeats a failure. A case
// may not throw, not take longer than `HANG_MS`, and not leak memory.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext, Script } from 'node:vm';
import { Random } from './random.ts';

export { Random };

export interface FuzzTarget<Case> {
  /** Name of the fuzzed parser, e.g. `hls`; part of the failure message. */
  readonly name: string;
  /** Numbers of cases that once failed: they run first, for ever. */
  readonly keptSeeds: readonly number[];
  readonly make: (random: Random) => Case;
  /** Throws when the case shows a fault. */
  readonly check: (made: Case) => void;
}

export interface FuzzFigures {
  readonly cases: number;
  readonly seconds: number;
  readonly slowestMs: number;
  /** Heap after the last batch less the heap after the warm-up, both collected. */
  readonly grownBytes: number;
}

const DEFAULT_CASES = 5_000;
/** Longest time of one case. */
const HANG_MS = 100;
/** Cases under one watchdog: a batch that exceeds `STOP_MS` has an endless case and is stopped from outside. */
const WATCHED_CASES = 1000;
const STOP_MS = 60_000;
/** Heap that may be left behind by all cases after the warm-up: less than 50 bytes for each of 100,000. */
const GROWTH_BYTES = 4 * 1024 * 1024;
const BATCHES = 10;
/** An odd step visits every 32-bit number once before any comes again. */
const STEP = 0x9e37_79b9;

function numberFrom(variable: string, otherwise: number): number {
  const given = process.env[variable];
  return given === undefined || given === '' ? otherwise : Number(given);
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

function shown(made: unknown): string {
  const inHex = (_key: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  return JSON.stringify(made, inHex)?.slice(0, 8_000) ?? '';
}

class FuzzRun<Case> {
  slowestMs = 0;
  #seed = 0;
  readonly #target: FuzzTarget<Case>;
  readonly #script = new Script('globalThis.fuzzBatch()');

  constructor(target: FuzzTarget<Case>) {
    this.#target = target;
  }

  /** Milliseconds of wall clock: reading the processor time would take longer than most cases. */
  #timed(seed: number): number {
    const made = this.#target.make(new Random(seed));
    const startMs = performance.now();
    this.#target.check(made);
    return performance.now() - startMs;
  }

  /** Ms of the processor: a busy machine stops a process at any time, a hang works all the while. */
  #worked(seed: number): number {
    const made = this.#target.make(new Random(seed));
    const start = process.threadCpuUsage();
    this.#target.check(made);
    return process.threadCpuUsage(start).user / 1000;
  }

  #one(seed: number): void {
    this.#seed = seed;
    let spentMs = this.#timed(seed);
    for (let again = 0; again < 3 && spentMs >= HANG_MS; again++)
      spentMs = Math.min(spentMs, this.#worked(seed));
    if (spentMs >= HANG_MS) throw new Error(`took ${Math.round(spentMs)} ms`);
    this.slowestMs = Math.max(this.slowestMs, spentMs);
  }

  /** Runs the cases; a fault's error names the case. */
  batch(seeds: readonly number[]): void {
    for (let from = 0; from < seeds.length; from += WATCHED_CASES)
      this.#watched(seeds.slice(from, from + WATCHED_CASES));
  }

  #watched(seeds: readonly number[]): void {
    const run = () => {
      for (const seed of seeds) this.#one(seed);
    };
    try {
      Object.assign(globalThis, { fuzzBatch: run });
      this.#script.runInThisContext({ timeout: STOP_MS });
    } catch (cause) {
      const made = this.#target.make(new Random(this.#seed));
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new Error(
        `${this.#target.name}: ${message}\nRepeat with FUZZ_CASE=${this.#seed}\n${shown(made)}`,
        { cause },
      );
    } finally {
      Reflect.deleteProperty(globalThis, 'fuzzBatch');
    }
  }
}

function seedsOf(first: number, from: number, to: number): number[] {
  return Array.from(
    { length: to - from },
    (_, index) => (first + Math.imul(from + index, STEP)) >>> 0,
  );
}

/**
 * Kept seeds first, then `FUZZ_CASES` (5,000; 100,000 in `npm run test:full`) cases from `FUZZ_SEED` on; with `FUZZ_CASE` that case alone.
 * @throws Error that names the case to repeat, or the heap that was left behind
 */
export function fuzzCases<Case>(target: FuzzTarget<Case>): FuzzFigures {
  const startMs = performance.now();
  const run = new FuzzRun(target);
  const only = numberFrom('FUZZ_CASE', Number.NaN);
  const cases = Number.isNaN(only) ? numberFrom('FUZZ_CASES', DEFAULT_CASES) : 0;
  const seed = numberFrom('FUZZ_SEED', 8216);
  run.batch(Number.isNaN(only) ? target.keptSeeds : [only]);
  let warmBytes = 0;
  let lastBytes = 0;
  for (let batch = 0; batch < BATCHES && cases > 0; batch++) {
    const [from, to] = [batch, batch + 1].map((n) => Math.round((n * cases) / BATCHES));
    run.batch(seedsOf(seed, from ?? 0, to ?? 0));
    lastBytes = heapBytes();
    if (batch === 1) warmBytes = lastBytes;
  }
  const grownBytes = lastBytes - warmBytes;
  if (grownBytes > GROWTH_BYTES)
    throw new Error(`${target.name}: ${cases} cases left ${grownBytes} bytes of heap behind`);
  const seconds = (performance.now() - startMs) / 1000;
  return { cases, seconds, slowestMs: run.slowestMs, grownBytes };
}
