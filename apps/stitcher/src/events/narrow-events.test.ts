import type { StitcherEvent } from '@interlude/reporting';
import { describe, expect, test } from 'vitest';
import { findRefused } from './narrow-events.ts';

const events = Array.from(
  { length: 4_000 },
  (_, index): StitcherEvent => ({
    type: 'impression',
    atMs: index,
    tenant: `t${index % 4}`,
    channel: 'c',
    session: `s${index}`,
    viewer: '',
    creative: `cr${index % 200}`,
  }),
);

function database(isFaulty: (event: StitcherEvent) => boolean) {
  const seen = { trials: 0, events: 0 };
  const fits = async (part: readonly StitcherEvent[]) => {
    seen.trials += 1;
    seen.events += part.length;
    return !part.some(isFaulty);
  };
  return { seen, fits };
}

describe('SEC-S52 a refused batch is narrowed', () => {
  test.each([['cr0'], ['cr77'], ['cr199']])(
    'to the events of one creative: %s',
    async (creative) => {
      const isFaulty = (event: StitcherEvent) => event.creative === creative;
      const { seen, fits } = database(isFaulty);
      expect([...(await findRefused(events, fits))]).toEqual(events.filter(isFaulty));
      expect(seen.trials).toBeLessThan(17);
      expect(seen.events).toBeLessThan(events.length * 2.5);
    },
  );

  test('to the events of several creatives of several tenants', async () => {
    const isFaulty = ({ creative = '' }: StitcherEvent) =>
      ['cr3', 'cr4', 'cr150'].includes(creative);
    const { fits } = database(isFaulty);
    const found = await findRefused(events, fits);
    expect(found.size).toBe(60);
    expect([...found].every(isFaulty)).toBe(true);
  });

  test('as far as 64 trials go: every event at fault is found, and some beside them', async () => {
    const isFaulty = ({ atMs }: StitcherEvent) => atMs % 3 === 0;
    const { seen, fits } = database(isFaulty);
    const found = await findRefused(events, fits);
    expect(events.filter((event) => isFaulty(event) && !found.has(event))).toEqual([]);
    expect(seen.trials).toBeLessThanOrEqual(64);
  });

  test('to something where no event is at fault alone', async () => {
    const fits = async (part: readonly StitcherEvent[]) => part.length < 3_000;
    expect((await findRefused(events, fits)).size).toBeGreaterThan(0);
  });

  test('unless the database goes away meanwhile', async () => {
    const away = async () => Promise.reject(new Error('the database is away'));
    await expect(findRefused(events, away)).rejects.toThrow('away');
  });
});
