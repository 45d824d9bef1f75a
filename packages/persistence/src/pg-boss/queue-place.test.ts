import { expect, test } from 'vitest';
import { createQueuePlaces } from './queue-place.ts';

test('a tenant waits behind its own jobs, another one does not', () => {
  const places = createQueuePlaces(0, new Map());
  expect(['a', 'a', 'a', 'b', 'a', 'b'].map((tenant) => places.next(tenant))).toEqual([
    0, 1, 2, 0, 3, 1,
  ]);
});

test('who comes late is not before what has begun, so that nobody waits for ever', () => {
  const places = createQueuePlaces(50, new Map([['a', 99]]));
  expect([places.next('b'), places.next('a'), places.next('b')]).toEqual([50, 100, 51]);
});
