import { expect, test } from 'vitest';
import { joinedForms, LONG_BREAK_EVERY_MS } from './live-sources.ts';
import { watchJoiningViewers } from './watch-joining-viewers.ts';

test('B1 B2 B3 B4 a viewer that joins anywhere around a break begins to play, and its ads have the events of what it saw, once', async () => {
  // Both places and both protocols at each two seconds; the long form at each half.
  const joined = await watchJoiningViewers(joinedForms, LONG_BREAK_EVERY_MS, 4);
  expect(joined.findings).toEqual([]);
  expect(joined.viewers).toBe(18 * 2 * joinedForms.length);
  expect(joined.wholeAds).toBeGreaterThan(20);
  expect(joined.partialAds).toBeGreaterThan(10);
}, 120_000);
