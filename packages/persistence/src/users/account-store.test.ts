import { dashboardItem, listQuery } from '@interlude/contract';
import {
  addTenant,
  addUser,
  buildUser,
  fixedClock,
  joinByInvitation,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNotificationStore } from '../notifications/notification-store.ts';
import { createTenantStore } from '../tenants/tenant-store.ts';
import { type AccountStore, createAccountStore } from './account-store.ts';
import { createUserStore, type UserStore } from './user-store.ts';

const clock = fixedClock();
let made: TemplateDatabase;
let accounts: AccountStore;
let users: UserStore;
beforeAll(async () => {
  made = await templateDatabase({ clock });
  accounts = createAccountStore(made.database);
  users = createUserStore(made.database);
});
afterAll(() => made.drop());

const all = listQuery.parse({ limit: -1 });
const founder = (tenantName: string) =>
  ({ kind: 'founder', tenantName, expiresAt: clock.now() + 1_000 }) as const;

describe('accounts', () => {
  test('API-004 a founder gets a company and its administration', async () => {
    const email = 'Ann@Example.com';
    const id = await accounts.createAccount(buildUser({ email }), founder('Ann & Co'));
    expect(await accounts.findByEmail(' ann@example.COM')).toMatchObject({
      id,
      email: 'ann@example.com',
      nickname: 'ann',
      passwordHash: null,
    });
    const tenant = await accounts.findTenant('ANN & co');
    expect(await accounts.memberships(id ?? '')).toEqual([{ tenantId: tenant?.id, role: 'Admin' }]);
    expect(await createTenantStore(made.database).find(tenant?.id ?? '')).toMatchObject({
      tier: 'trial',
      expiresAt: new Date(clock.now() + 1_000).toISOString(),
    });
  });

  test('API-004 an address is taken whatever its letter case, and nothing is left of the attempt', async () => {
    await accounts.createAccount(buildUser({ email: 'bob@example.com' }), founder('Bob'));
    const again = buildUser({ email: 'BOB@example.com' });
    expect(await accounts.createAccount(again, founder('Bob again'))).toBeUndefined();
    expect(await accounts.findTenant('Bob again')).toBeUndefined();
  });

  test('two founders of one company at once: one founds it, the other joins without a role', async () => {
    const ids = await Promise.all([
      accounts.createAccount(buildUser(), founder('Race')),
      accounts.createAccount(buildUser(), founder('race')),
    ]);
    const roles = await Promise.all(ids.map((id) => accounts.memberships(id ?? '')));
    expect(roles.flat().map(({ role }) => role)).toEqual(expect.arrayContaining(['Admin', null]));
    expect(new Set(roles.flat().map(({ tenantId }) => tenantId)).size).toBe(1);
  });

  test('password, confirmation, block and last login are kept', async () => {
    const id = await addUser(made.database, await addTenant(made.database));
    await accounts.setPassword(id, '$argon2id$x');
    await accounts.setEmailVerified(id);
    await accounts.setBlocked(id, true);
    await accounts.recordLogin(id);
    expect(await accounts.find(id)).toMatchObject({
      passwordHash: '$argon2id$x',
      emailVerified: true,
      blocked: true,
    });
  });

  test('notifies each administrator of the tenant, and nobody else', async () => {
    const tenant = await addTenant(made.database);
    const admin = await addUser(made.database, tenant, { role: 'Admin' });
    const viewer = await addUser(made.database, tenant, { role: 'Viewer' });
    await accounts.notifyAdmins(tenant, 'users.login.no-role', {
      content: 'eve wants in',
    });
    const notifications = createNotificationStore(made.database);
    const listFor = (userId: string) => notifications.list(tenant, all, { userId, ownOnly: false });
    const page = await listFor(admin);
    expect(page.rows).toMatchObject([{ content: 'eve wants in', status: 'new' }]);
    expect((await listFor(viewer)).total).toBe(0);
    const id = page.rows[0]?.id ?? '';
    expect(await notifications.setStatus(tenant, id, viewer, 'archived')).toBeUndefined();
    expect(await notifications.setStatus(tenant, id, admin, 'archived')).toMatchObject({
      status: 'archived',
    });
    const fresh = listQuery.parse({ status: 'new' });
    const own = await notifications.list(tenant, fresh, { userId: admin, ownOnly: true });
    expect(own.total).toBe(0);
  });
});

describe('languages', () => {
  test('a person is written to in the own language, else that of the company, else of the first company', async () => {
    const [one, two] = [await addTenant(made.database), await addTenant(made.database)];
    const tenants = createTenantStore(made.database);
    const tenant = await tenants.find(one);
    await tenants.update(one, { name: tenant?.name ?? '', by: '', language: 'de' });
    const email = 'undecided@example.com';
    const id = await addUser(made.database, one, { email });
    clock.advance(1_000);
    await joinByInvitation(made.database, two, email);
    expect(await accounts.languageOf('Undecided@example.com')).toBe('de');
    expect(await accounts.languageOf(email, two)).toBe('en');
    await users.patchAppMetadata(two, id, { language: 'de' });
    expect(await accounts.languageOf(email, two)).toBe('de');
    expect((await users.find(one, id))?.app_metadata.language).toBe('de');
    await users.patchAppMetadata(one, id, { language: null });
    expect(await accounts.languageOf(email, two)).toBe('en');
    expect(await accounts.languageOf('nobody@example.com', one)).toBe('de');
    expect(await accounts.languageOf('nobody@example.com')).toBe('en');
  });

  test('the first company of a person who registers in German writes German', async () => {
    const account = buildUser({ language: 'de' });
    const place = { kind: 'founder', tenantName: 'Sprache', expiresAt: null } as const;
    await accounts.createAccount(account, place);
    expect((await createTenantStore(made.database).find('Sprache'))?.language).toBe('de');
  });
});

describe('members', () => {
  test('DATA-001 DATA-003 a member carries the tenant, the role and default choices', async () => {
    const tenant = await addTenant(made.database);
    const id = await addUser(made.database, tenant, { email: 'm@example.com', role: 'Editor' });
    expect(await users.find(tenant, id)).toEqual({
      user_id: id,
      nickname: 'm',
      email: 'm@example.com',
      email_verified: true,
      picture: '',
      created_at: new Date(clock.now()).toISOString(),
      last_login: null,
      last_password_reset: null,
      currentCompany: tenant,
      app_metadata: {
        role: 'Editor',
        subscriptions: [],
        selectedChannels: [],
        timePeriods: [{ type: 'Last week' }, { type: 'Previous period', compareWith: true }],
        dashboardItems: [],
        reportSettings: [],
        language: null,
      },
    });
  });

  test('OP-12 createdAt sorts users by created_at; search finds names and addresses', async () => {
    const tenant = await addTenant(made.database);
    for (const nickname of ['Zoe', 'adam', 'Mia']) {
      clock.advance(1_000);
      await addUser(made.database, tenant, { nickname, email: `${nickname}@mail.example` });
    }
    const listed = async (part: Partial<typeof all>) =>
      (await users.list(tenant, { ...all, ...part })).rows.map(({ nickname }) => nickname);
    expect(await listed({ sort: '-createdAt' })).toEqual(['Mia', 'adam', 'Zoe']);
    expect(await listed({ sort: 'nickname' })).toEqual(['adam', 'Mia', 'Zoe']);
    expect(await listed({ search: 'MAIL.example' })).toHaveLength(3);
    expect(await listed({ search: 'zo' })).toEqual(['Zoe']);
  });

  test('changes of choices leave the others, and the role, alone', async () => {
    const tenant = await addTenant(made.database);
    const id = await addUser(made.database, tenant, { role: 'Viewer' });
    const item = dashboardItem.parse({ system: 's', chart: 'x' });
    await users.patchAppMetadata(tenant, id, { selectedChannels: ['a', 'b'] });
    await users.patchAppMetadata(tenant, id, { dashboardItems: [item] });
    await users.setRole(tenant, id, 'Editor');
    await users.update(tenant, id, { nickname: 'New name' });
    expect(await users.find(tenant, id)).toMatchObject({
      nickname: 'New name',
      app_metadata: {
        role: 'Editor',
        selectedChannels: ['a', 'b'],
        dashboardItems: [item],
      },
    });
  });

  test('a removed member stays a person, and stays in other tenants', async () => {
    const [one, two] = [await addTenant(made.database), await addTenant(made.database)];
    const id = await addUser(made.database, one, { email: 'leaver@example.com' });
    await joinByInvitation(made.database, two, 'leaver@example.com');
    expect(await users.remove(one, id)).toBe(true);
    expect(await users.remove(one, id)).toBe(false);
    expect(await users.find(one, id)).toBeUndefined();
    expect(await users.update(one, id, { nickname: 'x' })).toBeUndefined();
    expect(await users.find(two, id)).toBeDefined();
  });
});

test('tenants are listed by the ids that a user has', async () => {
  const tenants = createTenantStore(made.database);
  const [zebra, ant] = [
    await addTenant(made.database, 'Zebra TV'),
    await addTenant(made.database, 'ant tv'),
  ];
  await addTenant(made.database, 'Hidden TV');
  const listed = await tenants.list([zebra, ant], { ...all, sort: 'name', search: 'tv' });
  expect(listed.rows.map(({ name }) => name)).toEqual(['ant tv', 'Zebra TV']);
  expect(await tenants.list([], all)).toEqual({ rows: [], total: 0 });
  expect((await tenants.find('zebra tv'))?.id).toBe(zebra);
});
