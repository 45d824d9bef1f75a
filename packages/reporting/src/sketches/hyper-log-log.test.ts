import { describe, expect, test } from 'vitest';
import { hash64 } from './hash-64.ts';
import {
  estimateUniques,
  mergeSketches,
  type Sketch,
  SketchUnion,
  SketchUnreadable,
  sketchOf,
} from './hyper-log-log.ts';

/** The same viewers for the same numbers: their ids are 64 well-mixed bits, as those of sessions are. */
const viewers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    BigInt.asUintN(64, BigInt(from + index) * 0x9e3779b97f4a7c15n).toString(16),
  );

/** Bytes as releases before ADR 0051 wrote them: 4,096 registers, 3 bytes for each used one or a byte for each. */
function oldSketchOf(values: Iterable<string>): Sketch {
  const ranks = new Uint8Array(4096);
  for (const value of values) {
    const [high, low] = hash64(value);
    const bits = ((BigInt(high) << 32n) | BigInt(low)).toString(2).padStart(64, '0');
    const rest = bits.slice(12);
    const rank = rest.includes('1') ? rest.indexOf('1') + 1 : 53;
    const index = Number.parseInt(bits.slice(0, 12), 2);
    ranks[index] = Math.max(ranks[index] ?? 0, rank);
  }
  const used = [...ranks.entries()].filter(([, rank]) => rank > 0);
  if (used.length > 1365) return ranks;
  return Uint8Array.from(
    used.flatMap(([index, rank]) => [index >>> 10, (index >>> 2) & 255, ((index & 3) << 6) | rank]),
  );
}

function sketchAt(precision: number, values: Iterable<string>): Sketch {
  const union = new SketchUnion(precision);
  for (const value of values) union.addValue(value);
  return union.sketch();
}

const sizes = [1, 10, 100, 1_000, 5_000, 10_000, 50_000, 100_000, 300_000];

describe('HyperLogLog, p = 15', () => {
  test.each([...sizes, 1_000_000])('estimates %d uniques within two percent', (count) => {
    const union = new SketchUnion();
    for (const viewer of viewers(0, count)) union.addValue(viewer);
    expect(Math.abs(union.estimate() - count) / count).toBeLessThanOrEqual(0.02);
  });

  test.each([500, 20_000])(
    'of 80 different sets of %d, the root of the mean square error is at most 0.8 percent, the largest 2 percent',
    (count) => {
      const errors = Array.from({ length: 80 }, (_, set) => {
        const values = Array.from({ length: count }, (_unused, index) => `viewer ${set}/${index}`);
        return Math.abs(estimateUniques(sketchOf(values)) - count) / count;
      });
      const squares = errors.reduce((sum, error) => sum + error ** 2, 0);
      expect(Math.sqrt(squares / errors.length)).toBeLessThan(0.008);
      expect(Math.max(...errors)).toBeLessThanOrEqual(0.02);
    },
  );

  test('a repeated value changes nothing', () => {
    const once = sketchOf(viewers(0, 3_000));
    expect(sketchOf([...viewers(0, 3_000), ...viewers(0, 3_000)])).toEqual(once);
    expect(mergeSketches([once, once])).toEqual(once);
  });

  test('merging equals sketching the union, in any order and form', () => {
    const parts = [viewers(0, 5), viewers(3, 500), viewers(200, 30_000), viewers(20_000, 90_000)];
    const union = sketchOf(viewers(0, 90_000));
    expect(mergeSketches(parts.map(sketchOf))).toEqual(union);
    expect(mergeSketches(parts.map(sketchOf).reverse())).toEqual(union);
    expect(mergeSketches([])).toEqual(sketchOf([]));
    expect(mergeSketches([new Uint8Array(0), union])).toEqual(union);
  });

  test('a small set takes 4 bytes an entry at most, a large one about 16 kB', () => {
    const bytes = (count: number) => sketchOf(viewers(0, count)).length;
    expect([0, 1].map(bytes)).toEqual([0, 4]);
    expect(bytes(100)).toBeLessThan(310);
    expect(bytes(5_000)).toBeLessThan(5_000);
    expect(bytes(300_000)).toBeLessThan(16_600);
  });

  test('a union that was cleared counts from nothing', () => {
    const union = new SketchUnion();
    union.add(oldSketchOf(viewers(0, 9_000)));
    union.clear();
    union.add(sketchOf(viewers(0, 9_000)));
    expect(union.sketch()).toEqual(sketchOf(viewers(0, 9_000)));
    expect(Math.abs(union.estimate() - 9_000)).toBeLessThan(180);
  });
});

describe('sketches of two precisions', () => {
  test.each([...sizes])('p = 15 of %d folded to 12 is the sketch of that set at 12', (count) => {
    const values = viewers(0, count);
    const empty = new Uint8Array(0);
    for (const precision of [12, 13, 14]) {
      const union = new SketchUnion(precision);
      union.add(sketchOf(values));
      expect(union.sketch()).toEqual(sketchAt(precision, values));
    }
    // A merge folds the union to the lower precision of bytes of an earlier release.
    const old = oldSketchOf(values);
    expect(mergeSketches([sketchOf(values), old])).toEqual(sketchAt(12, values));
    expect(mergeSketches([old, empty])).toEqual(sketchAt(12, values));
  });

  test.each([[1], [700], [60_000]])('old bytes of %d values are united with new ones', (count) => {
    const union = sketchAt(12, viewers(0, count + 20_000));
    const [old, now] = [oldSketchOf(viewers(0, count)), sketchOf(viewers(0, count + 20_000))];
    expect(mergeSketches([old, now])).toEqual(union);
    expect(mergeSketches([now, old])).toEqual(union);
    expect(Math.abs(estimateUniques(old) - count) / count).toBeLessThan(0.05);
  });

  test('ranks that fold from zero bits of the index are exact', () => {
    // Register 8 of p = 15 has zero bits where p = 12 begins its rank; 9, 10 and 12 have a one there.
    const listOf = (index: number) => Uint8Array.from([0x80 | 15, (2 << 5) | index]);
    const folded = [8, 9, 10, 12].map((index) => mergeSketches([listOf(index), oldSketchOf([])]));
    const at12 = (index: number) => {
      const union = new SketchUnion(12);
      union.add(listOf(index));
      return [...union.sketch()];
    };
    expect(folded.map((bytes) => [...bytes])).toEqual(
      [8, 9, 10, 12].map((index) => [0x80 | 15, (2 << 5) | index]),
    );
    expect([8, 9, 10, 12].map(at12)).toEqual(
      [5, 3, 2, 1].map((rank) => [0x80 | 12, (rank << 5) | 1]),
    );
  });
});

describe('bytes that are no sketch are refused', () => {
  const dense = sketchOf(viewers(0, 200_000));
  const withBytes = (bytes: Sketch, at: number, ...other: number[]) => {
    const copy = bytes.slice();
    copy.set(other, at);
    return copy;
  };
  test.each<[string, Uint8Array]>([
    ['an old list that ends early', Uint8Array.of(0, 0)],
    ['an old list with rank 0', Uint8Array.of(0, 0, 0)],
    ['an old list with rank 63', Uint8Array.of(0, 0, 63)],
    ['an old list with register 4096', Uint8Array.of(4, 0, 1)],
    ['an old list out of order', Uint8Array.of(0, 1, 1, 0, 0, 65)],
    ['an old list with a register twice', Uint8Array.of(0, 1, 1, 0, 1, 2)],
    ['4,096 registers with rank 54', new Uint8Array(4096).fill(54)],
    ['old bytes that are too long', new Uint8Array(4098)],
    ['a precision of 11', Uint8Array.of(0x80 | 11, 32)],
    ['a precision of 17', Uint8Array.of(0x80 | 17, 32)],
    ['an unknown form', Uint8Array.of(0xc0 | 15, 32)],
    ['a list with rank 0', Uint8Array.of(0x80 | 15, 0, 0)],
    ['a list with rank 51', Uint8Array.of(0x80 | 15, 0, 51)],
    ['a list that ends in a rank', Uint8Array.of(0x80 | 15, 0)],
    ['a list that ends in a gap', Uint8Array.of(0x80 | 15, 63, 1)],
    ['a list beyond the last register', Uint8Array.of(0x80 | 15, 63, 0x80, 0)],
    ['nibbles that end early', dense.slice(0, 9_000)],
    ['nibbles whose listed ranks end early', dense.slice(0, -1)],
    ['nibbles with more behind', Uint8Array.from([...dense, 0])],
    ['nibbles with rank 51 and more', withBytes(dense, 1, 45)],
    ['listed ranks of other registers', withBytes(dense, dense.length - 3, 0, 0)],
  ])('%s', (_name, bytes) => {
    expect(() => mergeSketches([sketchOf(['a']), bytes])).toThrow(SketchUnreadable);
    expect(() => estimateUniques(bytes)).toThrow(SketchUnreadable);
    // A refused sketch leaves no registers in the shared union.
    expect(estimateUniques(sketchOf(['a', 'b']))).toBe(2);
  });
});

test('a damaged list leaves nothing behind in the sketches that are read after it', () => {
  const list = sketchOf(Array.from({ length: 500 }, (_, index) => `viewer ${index}`));
  const damaged = list.slice();
  // 0 announces a rank in the next byte, which is missing.
  damaged[damaged.length - 1] = 0;
  expect(() => mergeSketches([damaged])).toThrowError(SketchUnreadable);
  // Registers that stayed raised would hide equal ones of the next sketch.
  expect(mergeSketches([list])).toEqual(list);
});
