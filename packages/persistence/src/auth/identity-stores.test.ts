import {
  addTenant,
  addUser,
  fixedClock,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstallationSecretStore } from './installation-secret-store.ts';
import { createKnownClientStore } from './known-client-store.ts';
import { createOidcStore, type OidcStore } from './oidc-store.ts';
import { createOneTimeTokenStore, type OneTimeTokenStore } from './one-time-token-store.ts';
import { createRateLimitStore, type RateLimitStore } from './rate-limit-store.ts';

const clock = fixedClock();
let made: TemplateDatabase;
beforeAll(async () => {
  made = await templateDatabase({ clock });
});
afterAll(() => made.drop());

describe('identity provider rows', () => {
  let rows: OidcStore;
  beforeAll(() => {
    rows = createOidcStore(made.database);
  });

  test('are found by id, uid and user code, and replaced by a second upsert', async () => {
    const payload = { uid: 'u1', userCode: 'c1', grantId: 'g1', n: 1 };
    await rows.upsert('Session', 's1', payload, { expiresInSeconds: 60 });
    expect(await rows.find('Session', 's1')).toEqual({ payload, consumedAt: null });
    expect(await rows.findByUid('Session', 'u1')).toEqual({ payload, consumedAt: null });
    expect(await rows.findByUserCode('Session', 'c1')).toEqual({ payload, consumedAt: null });
    expect(await rows.find('Grant', 's1')).toBeUndefined();
    await rows.upsert('Session', 's1', { uid: 'u2' }, {});
    expect(await rows.findByUid('Session', 'u1')).toBeUndefined();
    expect(await rows.findByUid('Session', 'u2')).toBeDefined();
  });

  test('count as absent when expired, and are purged', async () => {
    await rows.upsert('AccessToken', 'short', {}, { expiresInSeconds: 60 });
    await rows.upsert('AccessToken', 'long', {}, { expiresInSeconds: 600 });
    clock.advance(60_000);
    expect(await rows.find('AccessToken', 'short')).toBeUndefined();
    clock.advance(1);
    expect(await rows.purge()).toBeGreaterThan(0);
    expect(await rows.find('AccessToken', 'long')).toBeDefined();
  });

  test('the first time of use stays', async () => {
    await rows.upsert('RefreshToken', 'r1', {}, {});
    await rows.consume('RefreshToken', 'r1');
    const first = (await rows.find('RefreshToken', 'r1'))?.consumedAt;
    expect(first).toBe(clock.now());
    clock.advance(5_000);
    await rows.consume('RefreshToken', 'r1');
    expect((await rows.find('RefreshToken', 'r1'))?.consumedAt).toBe(first);
  });

  test('SEC-S5 all rows of a grant, and all of a user, can be ended', async () => {
    await rows.upsert('RefreshToken', 'a', { grantId: 'g9', accountId: 'ann' }, {});
    await rows.upsert('RefreshToken', 'b', { grantId: 'g8', accountId: 'ann' }, {});
    await rows.upsert('Session', 'c', { accountId: 'ann' }, {});
    await rows.upsert('Session', 'd', { accountId: 'bob' }, {});
    await rows.revokeByGrantId('RefreshToken', 'g9');
    expect(await rows.find('RefreshToken', 'a')).toBeUndefined();
    expect(await rows.find('RefreshToken', 'b')).toBeDefined();
    await rows.revokeByAccountId('ann');
    expect(await rows.find('RefreshToken', 'b')).toBeUndefined();
    expect(await rows.find('Session', 'c')).toBeUndefined();
    expect(await rows.find('Session', 'd')).toBeDefined();
    await rows.destroy('Session', 'd');
    expect(await rows.find('Session', 'd')).toBeUndefined();
  });
});

describe('one-time tokens', () => {
  let tokens: OneTimeTokenStore;
  let userId: string;
  beforeAll(async () => {
    tokens = createOneTimeTokenStore(made.database);
    userId = await addUser(made.database, await addTenant(made.database));
  });

  test('work once, for their purpose, in their time', async () => {
    const token = await tokens.create('verify-email', userId, 60_000);
    expect(await tokens.use('reset-password', token)).toBeUndefined();
    const uses = await Promise.all([1, 2, 3].map(() => tokens.use('verify-email', token)));
    expect(uses.filter((used) => used === userId)).toHaveLength(1);
    const late = await tokens.create('verify-email', userId, 60_000);
    clock.advance(60_000);
    expect(await tokens.use('verify-email', late)).toBeUndefined();
  });

  test('a new one ends the earlier ones', async () => {
    const first = await tokens.create('reset-password', userId, 60_000);
    const second = await tokens.create('reset-password', userId, 60_000);
    expect(await tokens.use('reset-password', first)).toBeUndefined();
    expect(await tokens.use('reset-password', second)).toBe(userId);
  });

  test('are not in the database', async () => {
    const token = await tokens.create('verify-email', userId, 60_000);
    const { rows } = await sql<{ dump: string }>`
      select string_agg(t::text, ' ') as dump from one_time_tokens t`.execute(made.database.system);
    expect(token).toHaveLength(43);
    expect(rows[0]?.dump).not.toContain(token);
  });
});

describe('SEC-S6 rate limits', () => {
  const limit = { points: 3, windowMs: 10_000 };
  let limits: RateLimitStore;
  beforeAll(() => {
    limits = createRateLimitStore(made.database);
  });

  test('count exactly under concurrency and return when the next attempt is allowed', async () => {
    const takes = await Promise.all(Array.from({ length: 8 }, () => limits.take('a', limit)));
    expect(takes.filter((waitMs) => waitMs === 0)).toHaveLength(3);
    clock.advance(4_000);
    expect(await limits.take('a', limit)).toBe(6_000);
    clock.advance(6_000);
    expect(await limits.take('a', limit)).toBe(0);
  });

  test('are forgotten when cleared, and purged when over', async () => {
    await limits.take('b', { points: 1, windowMs: 10_000 });
    expect(await limits.take('b', { points: 1, windowMs: 10_000 })).toBeGreaterThan(0);
    await limits.clear('b');
    expect(await limits.take('b', { points: 1, windowMs: 10_000 })).toBe(0);
    clock.advance(20_000);
    expect(await limits.purge()).toBeGreaterThan(0);
  });
});

describe('SEC-S47 growing waits', () => {
  const wait = { free: 3, firstWaitMs: 1_000, longestWaitMs: 5_000, forgetMs: 60_000 };

  test('allow a few at once, then double the wait up to the longest, and end without attempts', async () => {
    const limits = createRateLimitStore(made.database);
    const take = () => limits.takeGrowing('grow', wait);
    const first = await Promise.all(Array.from({ length: 9 }, take));
    expect(first.filter((waitMs) => waitMs === 0)).toHaveLength(3);
    const waits: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const waitMs = await take();
      waits.push(waitMs);
      clock.advance(waitMs - 1);
      expect(await take()).toBe(1);
      clock.advance(1);
      expect(await take()).toBe(0);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
    clock.advance(60_001);
    expect(await Promise.all([take(), take(), take()])).toEqual([0, 0, 0]);
  });
});

describe('SEC-S47 known clients', () => {
  test('are those of the last twenty networks of a user, without an address', async () => {
    const clients = createKnownClientStore(made.database);
    const tenant = await addTenant(made.database);
    const [userId, other] = [
      await addUser(made.database, tenant),
      await addUser(made.database, tenant),
    ];
    for (let network = 0; network < 21; network += 1) {
      clock.advance(1_000);
      await clients.remember(userId, `192.0.2.${network}`);
    }
    expect(await clients.isKnown(userId, '192.0.2.0')).toBe(false);
    expect(await clients.isKnown(userId, '192.0.2.20')).toBe(true);
    expect(await clients.isKnown(other, '192.0.2.20')).toBe(false);
    const rows = await made.database.system.selectFrom('known_clients').selectAll().execute();
    expect(rows).toHaveLength(20);
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
    await clients.forgetAll(userId);
    expect(await clients.isKnown(userId, '192.0.2.20')).toBe(false);
    await clients.remember(other, '192.0.2.1');
    clock.advance(1_000);
    expect(await clients.purge(clock.now())).toBe(1);
  });
});

test('of several processes that make a key, the first wins', async () => {
  const keys = createInstallationSecretStore(made.database, 'oidc.jwks');
  expect(await keys.read()).toBeUndefined();
  const made2 = await Promise.all(['k1', 'k2', 'k3'].map((key) => keys.replace(undefined, key)));
  expect(made2.filter(Boolean)).toHaveLength(1);
  const current = await keys.read();
  expect(await keys.replace('another', 'k4')).toBe(false);
  expect(await keys.replace(current, 'k4')).toBe(true);
  expect(await keys.read()).toBe('k4');
});
