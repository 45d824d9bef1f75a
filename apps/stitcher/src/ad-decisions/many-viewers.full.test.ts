import { describe, test } from 'vitest';
import {
  enterBreak,
  manyViewersEnvironment,
  overloadBreak,
  viewers,
} from './many-viewers.suite.ts';

manyViewersEnvironment();

describe(`${viewers} sessions of one process enter a break at once`, () => {
  test.each([
    ['the break is at the live edge', 0, false],
    ['it was announced 8 s before', 8_000, false],
    ['in cohorts', 0, true],
  ])('H20 all of them are decided inside the deadline: %s', (_, leadMs, cohortsEnabled) =>
    enterBreak(viewers, leadMs, cohortsEnabled),
  );

  test('of a crowd that no ad server can serve in time the first get ads, the others content', () =>
    overloadBreak());
});
