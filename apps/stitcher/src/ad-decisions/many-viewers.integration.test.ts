import { describe, test } from 'vitest';
import { enterBreak, manyViewersEnvironment, viewers } from './many-viewers.suite.ts';

manyViewersEnvironment();

const count = viewers / 2;

describe(`${count} sessions of one process enter a break at once`, () => {
  test('H20 all of them are decided inside the deadline: the break is at the live edge', () =>
    enterBreak(count, 0, false));
});
