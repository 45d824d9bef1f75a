/** A run of the archive that is killed at each of its calls, before and after it. */
import { archiveIntake, compactDays, removeUnread } from '@interlude/event-archive';
import { expect, test } from 'vitest';
import { KillSwitch, useArchive } from './archive.suite.ts';

/** Calls of a run: two files of two companies from two segments, merged with two others afterwards. */
const intakeCalls = ['engine', 'draft', 'put', 'put', 'commit', 'remove', 'remove'];
const compactCalls = ['engine', 'draft', 'put', 'replace'];

const eachEvent = 'select company, break_id, slot, count(*) from events group by all order by all';

const bench = useArchive();

/** Before and after each call. */
const points = (calls: readonly string[]) =>
  calls.flatMap((name, call) => [
    { name, call, isAfter: false },
    { name, call, isAfter: true },
  ]);

const addTwo = async (first: number) => {
  const [one = '', two = ''] = bench.tenants;
  await bench.addSegment(first, [{ slot: 0 }, { slot: 1 }, { tenant: two, slot: 0 }]);
  await bench.addSegment(first + 1, [{ slot: 0 }, { tenant: two, slot: 1 }]);
  return [one, two];
};
const expected = (tenants: readonly string[], segments: readonly number[]) =>
  tenants
    .flatMap((tenant, place) =>
      segments.flatMap((seq) => {
        const isFirst = (seq - 1) % 2 === 0;
        const slots = place === 0 ? (isFirst ? [0, 1] : [0]) : [isFirst ? 0 : 1];
        return slots.map((slot) => [tenant, `segment-${seq}`, slot, 1]);
      }),
    )
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

test.each(points(intakeCalls))(
  'SEC-S123 a run that is killed at $name ($call, after: $isAfter) loses no event and doubles none',
  async ({ call, isAfter }) => {
    const tenants = await addTwo(1);
    const kills = new KillSwitch();
    kills.kill = { call, isAfter };
    await expect(archiveIntake(bench.parts(kills))).rejects.toThrow('killed');
    expect(kills.calls).toEqual(intakeCalls.slice(0, call + 1));
    // Another segment has come since: the next run makes another group.
    await bench.addSegment(3, [{ slot: 0 }, { slot: 1 }]);
    await archiveIntake(bench.parts());
    const more = [0, 1].map((slot) => [tenants[0], 'segment-3', slot, 1]);
    const all = [...expected(tenants, [1, 2]), ...more];
    const sorted = all.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    expect(await bench.ask(eachEvent)).toEqual(sorted);
  },
);

test.each(points(compactCalls))(
  'SEC-S123 a compaction that is killed at $name ($call, after: $isAfter) loses no event and doubles none',
  async ({ call, isAfter }) => {
    const tenants = await addTwo(1);
    await archiveIntake(bench.parts());
    await addTwo(3);
    await archiveIntake(bench.parts());
    bench.clock.advance(86_400_000);
    const kills = new KillSwitch();
    kills.kill = { call, isAfter };
    const failures: unknown[] = [];
    // The failure of one company is reported, and the other companies are merged.
    const merged = await compactDays(bench.parts(kills), (error) => failures.push(error));
    expect([merged, failures.length]).toEqual([1, 1]);
    await compactDays(bench.parts(), () => undefined);
    bench.clock.advance(2 * 3_600_000);
    await removeUnread(bench.parts(), 30);
    expect(await bench.ask(eachEvent)).toEqual(expected(tenants, [1, 2, 3, 4]));
  },
);
