import { fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOidcStore, type OidcStore } from './oidc-store.ts';

let made: TemplateDatabase;
let rows: OidcStore;
beforeAll(async () => {
  made = await templateDatabase({ clock: fixedClock() });
  rows = createOidcStore(made.database);
});
afterAll(() => made.drop());

async function dump(): Promise<string> {
  const all = await sql<{ text: string }>`select oidc::text as text from oidc`.execute(
    made.database.system,
  );
  return all.rows.map(({ text }) => text).join('\n');
}

describe('SEC-S29 tokens of the identity store', () => {
  test('are read back, and are not in a dump', async () => {
    const payload = { jti: 'refresh-token', grantId: 'g1', accountId: 'ann' };
    await rows.upsert('RefreshToken', 'refresh-token', payload, {});
    expect((await rows.find('RefreshToken', 'refresh-token'))?.payload).toEqual(payload);
    expect(await dump()).toContain('ann');
    expect(await dump()).not.toContain('refresh-token');
  });

  test('a hash out of a dump is no token', async () => {
    const { rows: stored } = await sql<{ id: string }>`select id from oidc`.execute(
      made.database.system,
    );
    expect(stored.length).toBeGreaterThan(0);
    for (const { id } of stored) expect(await rows.find('RefreshToken', id)).toBeUndefined();
  });

  test('of an earlier version go on, and are hashed by the next purge', async () => {
    await sql`insert into oidc (kind, id, payload)
      values ('Session', 'old-cookie', '{"jti": "old-cookie", "n": 1}')`.execute(
      made.database.system,
    );
    const payload = { jti: 'old-cookie', n: 1 };
    expect((await rows.find('Session', 'old-cookie'))?.payload).toEqual(payload);
    await rows.purge();
    expect(await dump()).not.toContain('old-cookie');
    expect((await rows.find('Session', 'old-cookie'))?.payload).toEqual(payload);
    await rows.consume('Session', 'old-cookie');
    expect((await rows.find('Session', 'old-cookie'))?.consumedAt).not.toBeNull();
    await rows.destroy('Session', 'old-cookie');
    expect(await rows.find('Session', 'old-cookie')).toBeUndefined();
  });
});

describe('SEC-S61 sign-ins that were begun', () => {
  test.each(['Interaction', 'Session'])(
    'SEC-S61 are bounded: of rows of the kind %s the oldest are removed, and nothing of a user',
    async (kind) => {
      const bounded = createOidcStore(made.database, { rows: 20, countedEvery: 10 });
      const user = { jti: 'of-a-user', accountId: 'u' };
      await bounded.upsert('Session', user.jti, user, { expiresInSeconds: 9 });
      for (let index = 0; index < 60; index += 1) {
        const id = `begun-${index}`;
        await bounded.upsert(kind, id, { jti: id }, { expiresInSeconds: 100 + index });
      }
      const left = await Promise.all(
        Array.from({ length: 60 }, (_, index) => bounded.find(kind, `begun-${index}`)),
      );
      expect(left.map((row) => row !== undefined)).toEqual([
        ...Array<boolean>(40).fill(false),
        ...Array<boolean>(20).fill(true),
      ]);
      expect(await bounded.find('Session', user.jti)).toBeDefined();
    },
  );
});
