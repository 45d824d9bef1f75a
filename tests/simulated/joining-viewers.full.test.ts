import { expect, test } from 'vitest';
import { joinedForms, joinedVariants, LONG_BREAK_EVERY_MS } from './live-sources.ts';
import { watchJoiningViewers } from './watch-joining-viewers.ts';

test.each([...joinedForms, ...joinedVariants].map((source) => [source.name, source] as const))(
  'B1 B2 B3 B4 on %s a viewer that joins at any half second around a break begins to play, and its ads have the events of what it saw, once',
  async (_, source) => {
    const joined = await watchJoiningViewers([source], LONG_BREAK_EVERY_MS, 1);
    expect(joined.findings).toEqual([]);
    expect(joined.viewers).toBe(2 * 70);
    // An early return leaves half of the break.
    expect(joined.wholeAds).toBeGreaterThan(source.path.includes('return=early') ? 10 : 20);
    expect(joined.partialAds).toBeGreaterThan(10);
  },
  600_000,
);
