import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveIntake, compactDays, removeUnread } from '@interlude/event-archive';
import { describe, expect, test } from 'vitest';
import { useArchive } from './archive.suite.ts';

const bench = useArchive();
const dayMs = 86_400_000;

const storedFiles = async () => {
  const names = await readdir(join(bench.dataFolder, 'event-archive'), { recursive: true });
  return names.filter((name) => name.endsWith('.parquet') || name.endsWith('.seg')).length;
};

// Each step starts a process of low priority, which waits where the machine is busy.
describe('the archive of events', { timeout: 90_000 }, () => {
  test('has a file for each company and day, and no segment waits any more', async () => {
    const [one = '', two = ''] = bench.tenants;
    const nowMs = bench.clock.now();
    await bench.addSegment(1, [
      { slot: 0 },
      { tenant: two },
      { atMs: nowMs - dayMs },
      // Neither is archived: one is too late to be counted, the other's company does not exist.
      { atMs: nowMs - 8 * dayMs },
      { tenant: 'gone' },
    ]);
    expect(await archiveIntake(bench.parts())).toEqual({
      ...{ segments: 1, events: 3, files: 3, skipped: 1, unreadable: 0 },
    });
    const days = await bench.ask(
      'select company, count(*), count(distinct happened_at::date) from events group by 1 order by 1',
    );
    const sorted = [
      [one, 2, 2],
      [two, 1, 1],
    ].sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
    expect(days).toEqual(sorted);
    expect(await storedFiles()).toBe(3);
  });

  test('gathers segments for a while', async () => {
    await bench.addSegment(1, [{}]);
    const parts = { ...bench.parts(), limits: { gatherMs: 300_000 } };
    expect((await archiveIntake(parts)).segments).toBe(0);
    bench.clock.advance(300_001);
    expect((await archiveIntake(parts)).segments).toBe(1);
  });

  test('keeps a day in one file when it is over, and no day beyond its retention', async () => {
    for (const seq of [1, 2, 3]) {
      await bench.addSegment(seq, [{ slot: seq }]);
      await archiveIntake(bench.parts());
    }
    expect(await storedFiles()).toBe(3);
    expect(await compactDays(bench.parts(), () => undefined)).toBe(0);
    bench.clock.advance(dayMs);
    expect(await compactDays(bench.parts(), () => undefined)).toBe(1);
    expect(await bench.ask('select count(*), min(slot), max(slot) from events')).toEqual([
      [3, 1, 3],
    ]);
    // The merged files stay for an hour, for readers that have opened them.
    expect(await storedFiles()).toBe(4);
    bench.clock.advance(2 * 3_600_000);
    expect(await removeUnread(bench.parts(), 30)).toBe(3);
    expect(await storedFiles()).toBe(1);
    bench.clock.advance(30 * dayMs);
    await removeUnread(bench.parts(), 30);
    bench.clock.advance(2 * 3_600_000);
    expect(await removeUnread(bench.parts(), 30)).toBe(1);
    expect(await storedFiles()).toBe(0);
  });

  test('a segment that has waited for longer than its mark would be known is not archived', async () => {
    await bench.addSegment(1, [{}]);
    bench.clock.advance(15 * dayMs);
    expect(await archiveIntake(bench.parts())).toMatchObject({ events: 0, skipped: 1 });
    expect(await storedFiles()).toBe(0);
  });
});
