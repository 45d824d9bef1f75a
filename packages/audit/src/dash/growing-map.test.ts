import { describe, expect, it } from 'vitest';
import { GrowingMap } from './growing-map.ts';

function added(map: GrowingMap<number>, ...keys: readonly string[]): GrowingMap<number> {
  const extension = map.extend();
  for (const key of keys) extension.add(key, key.length);
  return extension.next();
}

describe('a map that grows in versions', () => {
  it('has what was added to the versions before', () => {
    const known = added(added(new GrowingMap(), 'a'), 'bb').extend();
    expect(['a', 'bb', 'ccc'].map((key) => known.get(key))).toEqual([1, 2, undefined]);
  });

  it('keeps a version as it was when another goes on from it', () => {
    const first = added(new GrowingMap<number>(), 'a');
    added(first, 'bb');
    const other = added(first, 'ccc').extend();
    expect(['a', 'bb', 'ccc'].map((key) => other.get(key))).toEqual([1, undefined, 3]);
  });

  it('forgets the oldest and never grows without end', () => {
    let map = new GrowingMap<number>();
    const key = (index: number) => `key ${index}`;
    for (let index = 0; index < 10_000; index += 1) map = added(map, key(index));
    const known = map.extend();
    const remembered = Array.from({ length: 10_000 }, (_, index) => known.get(key(index)));
    expect(remembered.at(-1)).toBeDefined();
    expect(remembered.at(-1_000)).toBeDefined();
    const count = remembered.filter((value) => value !== undefined).length;
    expect(count).toBeLessThanOrEqual(2_002);
  });
});
