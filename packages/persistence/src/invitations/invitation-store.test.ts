import { listQuery } from '@interlude/contract';
import {
  addTenant,
  addUser,
  fixedClock,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOneTimeTokenStore } from '../auth/one-time-token-store.ts';
import { type AccountStore, createAccountStore } from '../users/account-store.ts';
import { createInvitationStore, type InvitationStore } from './invitation-store.ts';

const clock = fixedClock();
const all = listQuery.parse({ limit: -1 });
let made: TemplateDatabase;
let accounts: AccountStore;
let invitations: InvitationStore;
beforeAll(async () => {
  made = await templateDatabase({ clock });
  accounts = createAccountStore(made.database);
  invitations = createInvitationStore(made.database);
});
afterAll(() => made.drop());

const invite = (tenantId: string, email: string) =>
  invitations.create(tenantId, {
    ...{ email, role: 'Viewer', invitedBy: 'boss@example.com', lifetimeMs: 1_000 },
  });

async function invited(tenantId: string, email: string): Promise<string> {
  const token = await invite(tenantId, email);
  if (token === undefined) throw new Error('a member already');
  return token;
}

describe('SEC-S41 an invitation', () => {
  test('makes nobody a member, and no account, until it is accepted', async () => {
    const tenant = await addTenant(made.database);
    const token = await invited(tenant, 'New@Example.com');
    expect(await accounts.findByEmail('new@example.com')).toBeUndefined();
    expect(await invitations.find(token)).toMatchObject({
      email: 'new@example.com',
      hasProvenPassword: false,
    });
    const accepted = await invitations.accept(token, '$argon2id$new');
    expect(accepted).toMatchObject({ tenantId: tenant });
    expect(await accounts.findByEmail('new@example.com')).toMatchObject({
      emailVerified: true,
      passwordHash: '$argon2id$new',
    });
    expect(await accounts.memberships(accepted?.userId ?? '')).toEqual([
      { tenantId: tenant, role: 'Viewer' },
    ]);
    expect(await invite(tenant, 'new@example.com')).toBeUndefined();
  });

  test('leaves the proven password of a person of another company', async () => {
    const [home, other] = [await addTenant(made.database), await addTenant(made.database)];
    const id = await addUser(made.database, home, { email: 'proven@example.com' });
    await accounts.setPassword(id, '$argon2id$own');
    const token = await invited(other, 'proven@example.com');
    expect(await accounts.memberships(id)).toHaveLength(1);
    expect(await invitations.find(token)).toMatchObject({ hasProvenPassword: true });
    expect(await invitations.accept(token, '$argon2id$theirs')).toMatchObject({ userId: id });
    expect((await accounts.find(id))?.passwordHash).toBe('$argon2id$own');
    expect(await accounts.memberships(id)).toHaveLength(2);
  });

  test('replaces a password of a registration although its address is confirmed, unless it is kept', async () => {
    const [one, two] = [await addTenant(made.database), await addTenant(made.database)];
    const registered = { email: 'confirmed@example.com', passwordHash: '$argon2id$registered' };
    const id = await accounts.createAccount(
      { ...registered, emailVerified: true },
      { kind: 'founder', tenantName: 'Confirmed', expiresAt: null },
    );
    const first = await invited(one, registered.email);
    expect(await invitations.find(first)).toMatchObject({
      hasProvenPassword: false,
      passwordHash: '$argon2id$registered',
    });
    await invitations.accept(first, null);
    expect(await accounts.find(id ?? '')).toMatchObject({ tokenEpoch: 0, ...registered });
    await invitations.accept(await invited(two, registered.email), '$argon2id$new');
    expect(await accounts.find(id ?? '')).toMatchObject({
      tokenEpoch: 1,
      passwordHash: '$argon2id$new',
    });
  });

  test('voids the password, the links and the tokens of an account that nobody has proven', async () => {
    const tenant = await addTenant(made.database);
    const squatter = { email: 'squat@example.com', passwordHash: '$argon2id$squatter' };
    const id = await accounts.createAccount(
      { ...squatter, emailVerified: false },
      { kind: 'founder', tenantName: 'Squat', expiresAt: null },
    );
    const tokens = createOneTimeTokenStore(made.database);
    const link = await tokens.create('verify-email', id ?? '', 1_000);
    const token = await invited(tenant, 'squat@example.com');
    expect(await invitations.accept(token, null)).toMatchObject({ userId: id });
    expect(await accounts.find(id ?? '')).toMatchObject({
      emailVerified: true,
      passwordHash: null,
      tokenEpoch: 1,
    });
    expect(await tokens.use('verify-email', link)).toBeUndefined();
  });

  test('works once, for a while, and not when it was replaced or withdrawn', async () => {
    const tenant = await addTenant(made.database);
    const used = await invited(tenant, 'used@example.com');
    await invitations.accept(used, null);
    const late = await invited(tenant, 'late@example.com');
    clock.advance(1_001);
    const first = await invited(tenant, 'twice@example.com');
    const second = await invited(tenant, 'twice@example.com');
    const withdrawn = await invited(tenant, 'gone@example.com');
    const page = await invitations.list(tenant, { ...all, search: 'gone' });
    expect(page.rows).toMatchObject([{ email: 'gone@example.com', role: 'Viewer' }]);
    const other = await addTenant(made.database);
    const id = page.rows[0]?.id ?? '';
    expect(await invitations.remove(other, id)).toBe(false);
    expect(await invitations.remove(tenant, id)).toBe(true);
    for (const token of [used, late, first, withdrawn, 'nonsense']) {
      expect(await invitations.find(token)).toBeUndefined();
      expect(await invitations.accept(token, null)).toBeUndefined();
    }
    expect(await invitations.accept(second, null)).toBeDefined();
  });

  test('SEC-S13 is stored without its token, and removed when it has expired', async () => {
    const tenant = await addTenant(made.database);
    const token = await invited(tenant, 'hash@example.com');
    const rows = await made.database.system.selectFrom('invitations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    clock.advance(1_001);
    expect(await invitations.purge(clock.now())).toBeGreaterThan(0);
    expect((await invitations.list(tenant, all)).total).toBe(0);
  });
});
