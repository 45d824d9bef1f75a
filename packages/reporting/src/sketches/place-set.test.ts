import { expect, test } from 'vitest';
import { PlaceSet } from './place-set.ts';
import { sketchPlace } from './registers.ts';

function listed(places: PlaceSet): number[] {
  const list: number[] = [];
  places.eachPlace((place) => list.push(place));
  return list;
}

test('has each place once, however many there are', () => {
  const places = new PlaceSet();
  const wanted = new Set<number>();
  for (let viewer = 0; viewer < 20_000; viewer += 1) {
    const place = sketchPlace((viewer % 15_000).toString(16));
    places.add(place);
    wanted.add(place);
  }
  expect(places.size).toBe(wanted.size);
  expect(new Set(listed(places))).toEqual(wanted);
});

test('takes the least and the greatest place', () => {
  const places = new PlaceSet();
  for (const place of [2 ** 31 - 1, 1, 2, 1, 2 ** 31 - 1]) places.add(place);
  expect(listed(places).sort((a, b) => a - b)).toEqual([1, 2, 2 ** 31 - 1]);
});
