import { expect, test } from 'vitest';
import { onDemand } from './on-demand.ts';

test('a value is made when it is first used, once, also when it is undefined', () => {
  let made = 0;
  const value = onDemand(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(made).toBe(1);
});
