import { test } from 'vitest';
import { judgeDashHours, judgeHlsHours } from './linear-week.suite.ts';

test(
  'PLY-009 a week of 20 items in HLS, on the playlist and stitched with ads: no finding',
  () => judgeHlsHours(7 * 24),
  900_000,
);

test(
  'PLY-009 a week of 20 items in DASH, on the MPD and stitched with ads: no finding',
  () => judgeDashHours(7 * 24),
  900_000,
);
