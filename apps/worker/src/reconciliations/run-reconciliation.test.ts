import { reconciliationMapping } from '@interlude/contract';
import {
  createReconciliationStore,
  createReportSettingsStore,
  createReportStore,
  createRollupStore,
  type ReconciliationStore,
} from '@interlude/persistence';
import { foldEvents, type StitcherEvent } from '@interlude/reporting';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runReconciliation } from './run-reconciliation.ts';
import { mostAttempts, startReconciliations } from './start-reconciliations.ts';

const nowMs = Date.UTC(2026, 0, 15, 12, 30);
const noon = Date.UTC(2026, 0, 15, 11);
const clock = fixedClock(nowMs);
let made: TemplateDatabase;
let tenant: string;
beforeAll(async () => {
  made = await templateDatabase({ clock });
  tenant = await addTenant(made.database);
  const event = (creative: string): StitcherEvent => ({
    ...{ type: 'impression', atMs: noon + 60_000, tenant, channel: 'c', session: 's', viewer: 'v' },
    creative,
  });
  const beacons = {
    sent: 100,
    answered: 99,
    failed: 1,
    impressionsFailed: 1,
    impressionsRetried: 0,
  };
  const events = [
    ...Array.from({ length: 100 }, () => event('a')),
    ...Array.from({ length: 50 }, () => event('b')),
    { ...event('a'), type: 'beacons' as const, viewer: '', tracker: 'ads.example', beacons },
  ];
  await createRollupStore(made.database).apply(
    foldEvents(events, { writer: 'w', seq: 1, segmentAtMs: nowMs }),
  );
});
afterAll(() => made.drop());

const mapping = reconciliationMapping.parse({
  ...{
    creative: 0,
    time: 1,
    hour: null,
    impressions: 2,
    timeFormat: 'iso',
    timeZone: 'Europe/Berlin',
  },
});

const parts = (store: ReconciliationStore) => ({
  ...{ store, reports: createReportStore(made.database), now: () => clock.now() },
  settings: createReportSettingsStore(made.database),
});

async function compare(csv: string, more: object = {}) {
  const store = createReconciliationStore(made.database);
  const preview = { columns: ['Creative', 'Time', 'Impressions'], rows: [], guess: {} };
  const { id = '' } = (await store.create(tenant, { name: 'file', csv, preview }, 50)) ?? {};
  expect(await store.start(tenant, id, { ...mapping, ...more })).toBe(true);
  const work = await store.take(60_000, '');
  if (!work) throw new Error('none is due');
  expect(await store.take(60_000, '')).toBeUndefined();
  await store.end(work, await runReconciliation(parts(store), work));
  return store.find(tenant, id);
}

describe('a file of an ad server', () => {
  it('with a planted discrepancy of 2 %: creative, hour and the failed beacon are named', async () => {
    const found = await compare(
      'Creative,Time,Impressions\na,2026-01-15 12:00,98\nb,2026-01-15 12:00,50\n',
    );
    expect(found).toMatchObject({ state: 'done', progress: 100, problem: null });
    expect(found?.result).toMatchObject({ theirs: 148, ours: 150, differing: 1, rows: 2 });
    expect(found?.result?.lines[0]).toEqual({
      ...{ creative: 'a', hourMs: noon, theirs: 98, ours: 100, difference: -2, share: -0.02 },
      causes: [{ cause: 'failedBeacons', impressions: 1 }],
    });
  });

  it.each([
    ['Creative,Time,Impressions\na,15.01.2026,98', 'is no time of the chosen format'],
    ['Creative,Time,Impressions\na,,x', 'No row has'],
    ['Creative,Time,Impressions\na,2026-01-15 12:00,9\na,2025-11-15 12:00,9', 'more than 31 days'],
    ['Creative,Time,Impressions\na,2025-01-15 12:00,9', 'kept for 90 days'],
    ['Creative,Time,Impressions\na,2026-01-15T12:00+05:30,9', 'Export it in UTC'],
  ])('%j fails with a sentence', async (csv, part) => {
    const found = await compare(csv);
    expect([found?.state, found?.result]).toEqual(['failed', null]);
    expect(found?.problem).toContain(part);
  });

  it('is kept while its comparison failed, and compared with other columns then', async () => {
    const csv = 'Creative,Time,Impressions\na,15.01.2026 12:00,100\nb,15.01.2026 12:00,50\n';
    const failed = await compare(csv);
    expect(failed?.state).toBe('failed');
    const store = createReconciliationStore(made.database);
    const { id = '' } = failed ?? {};
    expect(await store.start(tenant, id, { ...mapping, timeFormat: 'dayFirst' })).toBe(true);
    expect(await store.find(tenant, id)).toMatchObject({ state: 'waiting', problem: null });
    const work = await store.take(60_000, '');
    expect(work).toMatchObject({ id, csv, attempt: 1 });
    if (work) await store.end(work, await runReconciliation(parts(store), work));
    expect(await store.find(tenant, id)).toMatchObject({ state: 'done', result: { differing: 0 } });
    expect(await store.start(tenant, id, mapping)).toBe(false);
  });

  it('of another company is not seen, and a file is gone when it was compared', async () => {
    const store = createReconciliationStore(made.database);
    const other = await addTenant(made.database);
    const [{ id = '' } = {}] = await store.list(tenant);
    const files = await made.database.system
      .selectFrom('reconciliations')
      .select(['state', 'file'])
      .execute();
    expect(new Set(files.map(({ state, file }) => [state, file.length > 0].join()))).toEqual(
      new Set(['done,false', 'failed,true']),
    );
    expect(await store.find(other, id)).toBeUndefined();
    expect(await store.remove(other, id)).toBe(false);
    const failed = files.filter(({ state }) => state === 'failed').length;
    expect(await store.purge({ resultsMs: 0, filesMs: nowMs + 1 })).toBe(failed);
    expect(await store.purge({ resultsMs: nowMs + 1, filesMs: 0 })).toBe(files.length - failed);
  });
});

describe('the worker', () => {
  it('SEC-S105 compares companies by turns, and gives a file up that failed three times', async () => {
    const store = createReconciliationStore(made.database);
    const preview = { columns: ['Creative', 'Time', 'Impressions'], rows: [], guess: {} };
    const csv = 'Creative,Time,Impressions\na,2026-01-15 12:00,98\n';
    const [first, second] = [tenant, await addTenant(made.database)].sort();
    const add = async (of = '', name = '') => {
      const { id = '' } = (await store.create(of, { name, csv, preview }, 50)) ?? {};
      await store.start(of, id, mapping);
      return id;
    };
    for (const name of ['1', '2', '3']) await add(first, name);
    for (const name of ['4', '5']) await add(second, name);
    const served: string[] = [];
    let after = '';
    for (let work = await store.take(1, after); work; work = await store.take(1, after)) {
      after = work.tenantId;
      served.push(after === first ? 'first' : 'second');
    }
    expect(served).toEqual(['first', 'second', 'first', 'second', 'first']);
    const { system } = made.database;
    const fails = system.updateTable('reconciliations').set({ attempts: mostAttempts });
    await fails
      .where('tenant_id', '=', first ?? '')
      .where('name', '=', '2')
      .execute();
    clock.set(clock.now() + 200_000);
    const problems: unknown[] = [];
    const worker = await startReconciliations({
      database: made.database,
      failed: (error) => problems.push(error),
    });
    const states = async () =>
      (await store.list(first ?? '')).map(({ name, state }) => `${name} ${state}`).sort();
    await expect.poll(states, { interval: 20 }).toEqual(['1 done', '2 failed', '3 done']);
    await worker.stop();
    expect(problems).toEqual([]);
  });
});
