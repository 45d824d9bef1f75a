import { describe, expect, it } from 'vitest';
import { fuzzCases, Random } from './fuzz-cases.ts';

const target = {
  name: 'sample',
  keptSeeds: [],
  make: (random: Random) => random.below(1_000),
  check: () => undefined,
};

function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  throw new Error('nothing was found');
}

function withVariable<T>(name: string, value: string, run: () => T): T {
  const before = process.env[name];
  process.env[name] = value;
  try {
    return run();
  } finally {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  }
}

describe('fuzzCases', () => {
  it('names the case that fails, and repeats it alone', () => {
    const seen: number[] = [];
    const failing = {
      ...target,
      check: (made: number) => {
        seen.push(made);
        if (made === 777) throw new Error('three sevens');
      },
    };
    const message = errorOf(() => withVariable('FUZZ_CASES', '20000', () => fuzzCases(failing)));
    expect(message).toMatch(/^sample: three sevens\nRepeat with FUZZ_CASE=\d+\n777$/);
    const found = /FUZZ_CASE=(\d+)/.exec(message)?.[1] ?? '';
    seen.length = 0;
    errorOf(() => withVariable('FUZZ_CASE', found, () => fuzzCases(failing)));
    expect(seen).toEqual([777]);
    const kept = { ...failing, keptSeeds: [Number(found)] };
    expect(errorOf(() => withVariable('FUZZ_CASES', '0', () => fuzzCases(kept)))).toBe(message);
  });

  it('finds what takes too long', () => {
    const slow = {
      ...target,
      check: (made: number) => {
        const start = process.threadCpuUsage();
        while (made === 5 && process.threadCpuUsage(start).user < 120_000);
      },
    };
    expect(errorOf(() => withVariable('FUZZ_CASES', '5000', () => fuzzCases(slow)))).toMatch(
      /^sample: took 1\d\d ms\n/,
    );
  });

  it('finds heap that is left behind', () => {
    const left: string[] = [];
    const leaking = {
      ...target,
      check: (made: number) => {
        left.push(
          String(made)
            .padStart(1000 + left.length, '-')
            .split('')
            .join(''),
        );
      },
    };
    expect(errorOf(() => withVariable('FUZZ_CASES', '6000', () => fuzzCases(leaking)))).toMatch(
      /6000 cases left \d+ bytes of heap behind/,
    );
  });

  it('visits different cases, the same ones every time', () => {
    const seeds = new Set<number>();
    const run = () =>
      fuzzCases({ ...target, make: (random: Random) => seeds.add(random.bits()).size });
    expect(withVariable('FUZZ_CASES', '3000', run)).toMatchObject({ cases: 3000 });
    expect(seeds.size).toBe(3000);
    withVariable('FUZZ_CASES', '3000', run);
    expect(seeds.size).toBe(3000);
  });
});

describe('Random', () => {
  it('is even, and stays within its bounds', () => {
    const random = new Random(1);
    const counts = new Array<number>(8).fill(0);
    for (let n = 0; n < 80_000; n++) {
      const drawn = random.below(8);
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
    expect(random.bytes(4).length).toBeLessThanOrEqual(4);
    expect(random.edit('abc', 0, ['x'])).toBe('abc');
  });
});
