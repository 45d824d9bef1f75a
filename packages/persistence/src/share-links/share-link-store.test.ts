import { createHash } from 'node:crypto';
import { type SharedCard, sharedCardQuery } from '@interlude/contract';
import {
  addTenant,
  addUser,
  type FixedClock,
  fixedClock,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createUserStore } from '../users/user-store.ts';
import { createShareLinkStore, type ShareLinkStore } from './share-link-store.ts';

const dayMs = 86_400_000;
let made: TemplateDatabase;
let clock: FixedClock;
let links: ShareLinkStore;
let tenantId: string;
let userId: string;
beforeAll(async () => {
  clock = fixedClock();
  made = await templateDatabase({ clock });
  links = createShareLinkStore(made.database);
});
afterAll(() => made.drop());
beforeEach(async () => {
  tenantId = await addTenant(made.database);
  userId = await addUser(made.database, tenantId, { role: 'Editor' });
});

const query = sharedCardQuery.parse({
  ...{ system: 's1', chart: 'main-kpi', zone: 'UTC', timePeriods: [{ type: 'Last week' }] },
});
let tokens = 0;
const share = async (card?: Omit<SharedCard, 'expiresAt'>, most = 10) => {
  tokens += 1;
  const token = `token-${tokens}`;
  const link = await links.create(
    tenantId,
    {
      ...{ userId, token, query, card, email: 'e@example.org', name: 'Board', title: 'Main KPI' },
      expiresAtMs: clock.now() + dayMs,
    },
    most,
  );
  return { token, link };
};
const card = {
  ...{ title: 'Main KPI', kind: 'frozen' as const, viewOption: null, instances: [] },
  readAt: '2026-01-15T12:00:00.000Z',
};

describe('share links', () => {
  test('SEC-S106 of a token the SHA-256 alone is stored, and neither is listed', async () => {
    const { token, link } = await share(card);
    const rows = await made.database.system
      .selectFrom('share_links')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .execute();
    expect(rows.map((row) => row.token_hash)).toEqual([
      createHash('sha256').update(token).digest('hex'),
    ]);
    expect(JSON.stringify([rows, await links.list(tenantId)])).not.toContain(token);
    expect(await links.list(tenantId)).toEqual([link]);
  });

  test('a token opens its card: a frozen one as it was, of a live one what to read', async () => {
    const frozen = await share(card);
    const live = await share();
    const expiresAt = new Date(clock.now() + dayMs).toISOString();
    expect(await links.open(frozen.token)).toMatchObject({
      tenantId,
      card: { ...card, expiresAt },
    });
    expect(await links.open(live.token)).toEqual({
      ...{ tenantId, id: live.link?.id, query, expiresAt, card: undefined },
    });
  });

  test('SEC-S106 opens nothing once it has ended or was revoked, nor by its hash or id', async () => {
    const { token, link } = await share();
    const revoked = await share();
    expect(await links.remove(tenantId, revoked.link?.id ?? '')).toBe(true);
    expect(await links.open(revoked.token)).toBeUndefined();
    for (const made of [
      createHash('sha256').update(token).digest('hex'),
      link?.id ?? '',
      '',
      '%',
    ]) {
      expect(await links.open(made)).toBeUndefined();
    }
    expect(await links.open(token)).toBeDefined();
    clock.advance(dayMs);
    expect(await links.open(token)).toBeUndefined();
    expect(await links.list(tenantId)).toEqual([]);
    expect(await links.purge(clock.now() + 1)).toBeGreaterThan(0);
  });

  test('SEC-S106 opens nothing while who shared the card is blocked or may share no more, nor after they left', async () => {
    const { token } = await share();
    const users = createUserStore(made.database);
    await users.setRole(tenantId, userId, 'Viewer');
    expect(await links.open(token)).toBeUndefined();
    await users.setRole(tenantId, userId, 'Admin');
    expect(await links.open(token)).toBeDefined();
    const block = (blocked: boolean) =>
      made.database.system.updateTable('users').set({ blocked }).where('id', '=', userId).execute();
    await block(true);
    expect(await links.open(token)).toBeUndefined();
    await block(false);
    await users.remove(tenantId, userId);
    expect(await links.open(token)).toBeUndefined();
    expect(await links.list(tenantId)).toEqual([]);
  });

  test('SEC-S106 DATA-039 another company neither sees nor revokes it', async () => {
    const { token, link } = await share();
    const abroad = await addTenant(made.database);
    expect(await links.list(abroad)).toEqual([]);
    expect(await links.remove(abroad, link?.id ?? '')).toBe(false);
    expect(await links.open(token)).toBeDefined();
  });

  test('SEC-S106 are bounded for a company, also those that are made at one moment', async () => {
    const shared = await Promise.all(Array.from({ length: 12 }, () => share(undefined, 5)));
    expect(shared.filter(({ link }) => link !== undefined)).toHaveLength(5);
  });
});
