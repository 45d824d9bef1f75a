import { auditEntryDetail, listQuery } from '@interlude/contract';
import {
  addTenant,
  buildChannel,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createChannelStore } from '../channels/channel-store.ts';
import { createSystemStore } from '../systems/system-store.ts';
import { createAuditLogStore } from './audit-log-store.ts';
import { asAuditedRequest } from './audit-request.ts';

let made: TemplateDatabase;
let tenantId: string;
beforeAll(async () => {
  made = await templateDatabase();
  tenantId = await addTenant(made.database);
});
afterAll(() => made.drop());

let requests = 0;
const as = <T>(work: () => Promise<T>, part: { tenantId?: string; atMs?: number } = {}) => {
  requests += 1;
  const who = { userId: 'u1', email: 'editor@example.org', apiKey: '' };
  const request = { id: `request-${requests}`, atMs: Date.now(), tenantId, ...who, ...part };
  return asAuditedRequest(
    { ...request, network: '203.0.113.0/24', route: 'channels.update' },
    work,
  );
};
const log = () => createAuditLogStore(made.database);
const newest = async (target: string) => {
  const { rows } = await log().list(tenantId, { ...listQuery.parse({}), target });
  const entry = await log().find(tenantId, rows[0]?.id ?? '');
  return auditEntryDetail.parse(entry);
};

describe('an entry', () => {
  test('SEC-S114 names who, from where and what; secrets and credentials in addresses are masked', async () => {
    const channels = createChannelStore(made.database);
    const secret = { hmac: { secret: 'ab'.repeat(16), method: 'SHA-256' as const } };
    const settings = buildChannel({
      name: 'News',
      sourceManifestUrl: 'https://robot:pass-word@origin.example/a.m3u8',
      apiKey: 'the-channel-key',
    });
    const { id } = await as(() => channels.create(tenantId, settings));
    expect(await newest(id)).toMatchObject({
      ...{ action: 'created', kind: 'channels', targetName: 'News', changes: 1, fields: [] },
      ...{ userEmail: 'editor@example.org', network: '203.0.113.0/24' },
    });
    const adSource = { ...settings.adSource, url: 'https://ads.example/?a=1' };
    const next = { ...settings, adSource, apiKey: 'another-key' };
    await as(() => channels.update(tenantId, id, { settings: next }));
    const entry = await newest(id);
    expect(entry.fields).toEqual([
      { path: 'adSource.url', before: settings.adSource.url, after: 'https://ads.example/?a=1' },
      { path: 'secrets.apiKey', before: '********', after: '******** (changed)' },
    ]);
    expect(entry.rows[0]?.after).toMatchObject({ name: 'News', state: 'disabled' });
    const { rows } = await sql<{ text: string }>`
      select string_agg(c::text, ' ') as text from audit_changes c`.execute(made.database.system);
    for (const hidden of ['pass-word', 'the-channel-key', 'another-key', secret.hmac.secret]) {
      expect(rows[0]?.text).not.toContain(hidden);
    }
  });

  test('SEC-S114 masks the secrets of a system, and says which one is another', async () => {
    const systems = createSystemStore(made.database);
    const settings = { apiKey: 'first-secret', organizationId: 'o' };
    const { id } = await as(() =>
      systems.create(tenantId, { name: 'Bitmovin', type: 'bitmovin', settings }),
    );
    await as(() =>
      systems.update(tenantId, id, {
        ...{ name: 'Bitmovin', type: 'bitmovin', settings: { ...settings, apiKey: 'second' } },
      }),
    );
    expect((await newest(id)).fields).toEqual([
      { path: 'secrets.apiKey', before: '********', after: '******** (changed)' },
    ]);
  });

  test('SEC-S113 is written in the transaction of the change: one that fails leaves neither', async () => {
    const id = 'rolled-back';
    const failing = as(() =>
      made.database.forTenant(tenantId, async ({ db }) => {
        const row = { id, name: 'n', type: 'ad', created_at: new Date(), updated_at: new Date() };
        await db.insertInto('titles').values(row).execute();
        const seen = await sql`select 1 from audit_changes where target_id = ${id}`.execute(db);
        expect(seen.rows).toHaveLength(1);
        throw new Error('undo');
      }),
    );
    await expect(failing).rejects.toThrow('undo');
    const { rows } = await log().list(tenantId, { ...listQuery.parse({}), target: id });
    expect(rows).toEqual([]);
  });

  test('SEC-S113 is not written for what the platform does by itself, nor for a save without a change', async () => {
    const channels = createChannelStore(made.database);
    const settings = buildChannel({ apiKey: 'k', name: 'Same' });
    const { id } = await channels.create(tenantId, settings);
    await as(() => channels.update(tenantId, id, { settings }));
    const { rows } = await log().list(tenantId, { ...listQuery.parse({}), target: id });
    expect(rows).toEqual([]);
  });

  test('SEC-S114 a request that changes thousands of rows keeps a hundred of them, and says that there were more', async () => {
    await as(() =>
      made.database.forTenant(tenantId, async ({ db }) => {
        await sql`insert into titles (id, name, type, created_at, updated_at)
          select 'many-' || n, 'n', 'ad', now(), now() from generate_series(1, 3000) n`.execute(db);
      }),
    );
    const entry = await newest('many-1');
    expect(entry.changes).toBe(101);
    expect(entry.rows.at(-1)?.after).toEqual({ more: true });
  });

  test('SEC-S114 a row of megabytes is kept by its size alone', async () => {
    await as(() =>
      made.database.forTenant(tenantId, async ({ db }) => {
        const row = { id: 'large', name: 'x'.repeat(300_000), type: 'ad' };
        const times = { created_at: new Date(), updated_at: new Date() };
        await db
          .insertInto('titles')
          .values({ ...row, ...times })
          .execute();
      }),
    );
    expect((await newest('large')).rows[0]?.after).toEqual({ tooLarge: expect.any(Number) });
  });
});

describe('the audit log', () => {
  test('SEC-S113 is append-only to the role of requests and to the owner', async () => {
    const channels = createChannelStore(made.database);
    await as(() => channels.create(tenantId, buildChannel()));
    const statements = ['audit_entries', 'audit_changes'].flatMap((table) => [
      sql`update ${sql.table(table)} set kind = 'forged'`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)}`,
    ]);
    for (const statement of statements) {
      const asRequest = made.database.forTenant(tenantId, ({ db }) => statement.execute(db));
      await expect(asRequest).rejects.toThrow('permission denied');
      const asOwner = statement.execute(made.database.system);
      await expect(asOwner).rejects.toThrow('the audit log is append-only');
    }
    const forged = made.database.forTenant(tenantId, ({ db }) =>
      sql`insert into audit_entries select * from audit_entries`.execute(db),
    );
    await expect(forged).rejects.toThrow('permission denied');
    const called = made.database.forTenant(tenantId, ({ db }) =>
      sql`select audit_change()`.execute(db),
    );
    await expect(called).rejects.toThrow();
  });

  test('SEC-S113 DATA-039 belongs to its company', async () => {
    const channels = createChannelStore(made.database);
    const { id } = await as(() => channels.create(tenantId, buildChannel()));
    const entry = await newest(id);
    const other = await addTenant(made.database);
    expect(await log().find(other, entry.id)).toBeUndefined();
    expect((await log().list(other, listQuery.parse({}))).total).toBe(0);
    const period = { fromMs: 0, toMs: Date.now() + 60_000 };
    expect(await log().annotations(other, period)).toEqual([]);
  });

  test('SEC-S114 loses what is older than its retention, and nothing that is younger than 30 days', async () => {
    const dayMs = 86_400_000;
    const channels = createChannelStore(made.database);
    const add = (atMs: number) => as(() => channels.create(tenantId, buildChannel()), { atMs });
    const old = await add(Date.now() - 40 * dayMs);
    const young = await add(Date.now() - 20 * dayMs);
    expect(await log().purge(Date.now())).toBe(1);
    const count = async (target: string) =>
      (await log().list(tenantId, { ...listQuery.parse({}), target })).total;
    expect([await count(old.id), await count(young.id)]).toEqual([0, 1]);
  });

  test('SEC-S114 annotations are the changes of a period, of a channel alone when it is named, with nobody and no value', async () => {
    const channels = createChannelStore(made.database);
    const atMs = Date.now() + 3_600_000;
    const [one, other] = [
      await as(() => channels.create(tenantId, buildChannel({ name: 'One' })), { atMs }),
      await as(() => channels.create(tenantId, buildChannel({ name: 'Two' })), { atMs }),
    ];
    await as(() => channels.setState(tenantId, one.id, 'enabled'), { atMs: atMs + 1 });
    const period = { fromMs: atMs, toMs: atMs + 10 };
    const marks = await log().annotations(tenantId, { ...period, channelIds: [one.id] });
    expect(marks.map(({ entryId: _id, ...mark }) => mark)).toEqual([
      {
        ...{ at: new Date(atMs).toISOString(), kind: 'channels', targetId: one.id },
        ...{ targetName: 'One', action: 'created', fields: [] },
      },
      {
        ...{ at: new Date(atMs + 1).toISOString(), kind: 'channels', targetId: one.id },
        ...{ targetName: 'One', action: 'updated', fields: ['state'] },
      },
    ]);
    const all = await log().annotations(tenantId, period);
    expect(all.map(({ targetId }) => targetId)).toContain(other.id);
  });
});
