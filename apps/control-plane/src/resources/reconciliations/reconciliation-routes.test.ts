import { contract } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { reconciliations } = contract;
let plane: TestPlane;
let user: TestUser;
beforeAll(async () => {
  plane = await startTestPlane();
  user = await plane.user(await plane.tenant('Acme'), 'Admin');
});
afterAll(() => plane.stop());

describe('/api/v2/reconciliations', () => {
  it('takes a CSV, suggests its columns, and starts its comparison once', async () => {
    const client = plane.client(user);
    const csv = 'Creative ID;Date;Hour;Impressions\ncr;23.11.2026;13;7\n';
    const made = await client(reconciliations.create, { body: { name: 'week.csv', csv } });
    expect(made.preview).toEqual({
      columns: ['Creative ID', 'Date', 'Hour', 'Impressions'],
      rows: [['cr', '23.11.2026', '13', '7']],
      guess: {
        creative: 0,
        time: 1,
        hour: 2,
        impressions: 3,
        timeFormat: 'dayFirst',
        timeZone: 'UTC',
      },
    });
    const body = {
      ...{ creative: 0, time: 1, hour: 2, impressions: 3 },
      ...{ timeFormat: 'dayFirst' as const, timeZone: 'UTC' },
    };
    const start = (more: object) =>
      client(reconciliations.start, { params: { id: made.id }, body: { ...body, ...more } });
    expect((await failure(start({ impressions: 4 }))).message).toContain('has 4 columns');
    expect(await start({})).toMatchObject({ state: 'waiting', mapping: body });
    expect((await failure(start({}))).code).toBe('RECONCILIATION_FILE_INVALID');
    expect(await client(reconciliations.list, {})).toMatchObject([
      { id: made.id, name: 'week.csv' },
    ]);
    await client(reconciliations.remove, { params: { id: made.id } });
    const gone = client(reconciliations.read, { params: { id: made.id } });
    expect((await failure(gone)).code).toBe('RECONCILIATION_NOT_FOUND');
  });

  it('refuses with a sentence what is no CSV', async () => {
    const body = { name: 'x', csv: 'one line' };
    const refused = await failure(plane.client(user)(reconciliations.create, { body }));
    expect([refused.status, refused.message]).toEqual([400, expect.stringContaining('header row')]);
  });

  it('SEC-S105 takes 30 files of a company in 15 minutes, and those of another one', async () => {
    const others = await plane.user(await plane.tenant('Beta'), 'Admin');
    await plane.database.system.deleteFrom('rate_limits').execute();
    const body = { name: 'x', csv: 'one line' };
    const upload = (of: TestUser) => failure(plane.client(of)(reconciliations.create, { body }));
    const codes: unknown[] = [];
    for (let tries = 0; tries < 31; tries += 1) codes.push((await upload(user)).code);
    expect(codes).toEqual([...Array(30).fill('RECONCILIATION_FILE_INVALID'), 'TOO_MANY_REQUESTS']);
    expect((await upload(others)).code).toBe('RECONCILIATION_FILE_INVALID');
  });

  it.each([
    ['U+0000', 'a,b\n1,\u0000', 422],
    ['half of a pair', 'a,b\n1,\ud800', 422],
    ['20,000 columns', `a${',b'.repeat(20_000)}\n1`, 400],
    ['one endless line', 'a'.repeat(800_000), 400],
    ['20,002 rows', 'a,b\n'.repeat(20_002), 400],
  ])('SEC-S105 refuses %s', async (_of, csv, status) => {
    const body = { name: 'x', csv };
    const others = await plane.user(await plane.tenant(`Gamma ${csv.length}`), 'Admin');
    const refused = await failure(plane.client(others)(reconciliations.create, { body }));
    expect(refused.status).toBe(status);
  });
});
