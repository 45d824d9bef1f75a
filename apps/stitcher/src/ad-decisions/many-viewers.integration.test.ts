import { describe, test } from 'vitest';
import { enterBreak, manyViewersWorld, viewers } from './many-viewers.suite.ts';

manyViewersWorld();

describe(`${viewers} sessions of one process enter a break at once`, () => {
  test('H20 all of them are decided inside the deadline: the break is at the live edge', () =>
    enterBreak(0, false));
});
