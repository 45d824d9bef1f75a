import { test } from 'vitest';
import { expectLossesNamed } from '../testing/planted-losses.suite.ts';

test(
  'REC-001 REC-003 twelve causes planted among 100,000 sessions: each is named with its owner, and the funnel adds up to the millisecond',
  () => expectLossesNamed(100_000),
  1_200_000,
);
