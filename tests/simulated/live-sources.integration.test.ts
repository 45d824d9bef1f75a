import { expect, test } from 'vitest';
import { everyForm } from './live-sources.ts';
import { watchLiveSources } from './watch-live-sources.ts';

test('H1 to H36, D1 to D19 sessions that join all over a break, on every form of live source, get its ads without a finding', async () => {
  const watched = await watchLiveSources(everyForm, 2, 4);
  expect(watched.findings).toEqual([]);
  expect(watched.withoutAds).toEqual([]);
  expect(watched.sessions).toBe(everyForm.length * 3);
  expect(watched.outputs).toBeGreaterThan(6_700);
}, 300_000);
