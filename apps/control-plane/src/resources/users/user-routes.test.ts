import { type Client, contract } from '@interlude/contract/api';
import { createNotificationStore } from '@interlude/persistence';
import { joinByInvitation } from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  failure,
  pkce,
  postJson,
  startTestPlane,
  type TestPlane,
  type TestUser,
  testPassword,
} from '../../testing/control-plane.suite.ts';

const { users } = contract;
let plane: TestPlane;
let tenantId: string;
let admin: TestUser;
let editor: TestUser;
let asAdmin: Client;
let asEditor: Client;

beforeAll(async () => {
  plane = await startTestPlane();
  tenantId = await plane.tenant('Acme');
  admin = await plane.user(tenantId, 'Admin', 'boss@acme.example');
  editor = await plane.user(tenantId, 'Editor', 'eve@acme.example');
  asAdmin = plane.client(admin);
  asEditor = plane.client(editor);
});
afterAll(() => plane.stop());

const roleOf = async (id: string) =>
  (await asAdmin(users.read, { params: { id } })).app_metadata.role;

describe('GET /api/v2/users', () => {
  it('DATA-001 OP-12 lists the members, newest first, without password hashes', async () => {
    const rows = await asAdmin(users.list, { query: { sort: '-createdAt' } });
    expect(rows.map(({ email }) => email).slice(0, 2)).toEqual([editor.email, admin.email]);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      'app_metadata',
      'created_at',
      'currentCompany',
      'email',
      'email_verified',
      'last_login',
      'last_password_reset',
      'nickname',
      'picture',
      'user_id',
    ]);
    expect(JSON.stringify(rows)).not.toContain('argon2');
    expect(rows[0]?.last_login).not.toBeNull();
  });

  it('API-012 searches, and finds nobody of another tenant', async () => {
    await plane.user(await plane.tenant('Beta'), 'Admin', 'spy@beta.example');
    expect(await asAdmin(users.list, { query: { search: 'spy' } })).toHaveLength(0);
    expect(await asAdmin(users.list, { query: { search: 'EVE' } })).toHaveLength(1);
  });
});

describe('GET /api/v2/users/:id', () => {
  it('API-022 answers oneself, and others to an Admin only', async () => {
    expect(await asEditor(users.read, { params: { id: editor.userId } })).toMatchObject({
      email: editor.email,
      currentCompany: tenantId,
      app_metadata: { role: 'Editor' },
    });
    expect(await failure(asEditor(users.read, { params: { id: admin.userId } }))).toMatchObject({
      status: 403,
      code: 'ROLE_FORBIDDEN',
    });
    expect(await failure(asAdmin(users.read, { params: { id: 'nobody' } }))).toMatchObject({
      status: 404,
      code: 'USER_NOT_FOUND',
    });
  });
});

describe('GET and PATCH /api/v2/users/:id/app_metadata', () => {
  const params = () => ({ params: { id: editor.userId } });

  it('API-026 DATA-002 DATA-003 answers the defaults', async () => {
    expect(await asEditor(users.readAppMetadata, params())).toEqual({
      role: 'Editor',
      subscriptions: [],
      selectedChannels: [],
      timePeriods: [{ type: 'Last week' }, { type: 'Previous period', compareWith: true }],
      dashboardItems: [],
      reportSettings: [],
      language: null,
    });
  });

  it('API-027 changes what is named and keeps the rest', async () => {
    const body = { selectedChannels: ['a', 'b'] };
    await asEditor(users.patchAppMetadata, { ...params(), body });
    const timePeriods = [
      { type: 'User defined', dateA: '2026-01-01', dateB: '2026-01-31' },
      { type: 'Previous period', compareWith: true },
    ];
    const saved = await asEditor(users.patchAppMetadata, { ...params(), body: { timePeriods } });
    expect(saved).toMatchObject({ role: 'Editor', selectedChannels: ['a', 'b'], timePeriods });
  });

  it('ROLE-018 ERR-023 a role is refused: Operation not permitted.', async () => {
    const body = { role: 'Admin' as const };
    const own = asEditor(users.patchAppMetadata, { ...params(), body });
    expect(await failure(own)).toMatchObject({
      status: 403,
      code: 'OPERATION_NOT_PERMITTED',
      message: 'Operation not permitted.',
    });
    const byAdmin = asAdmin(users.patchAppMetadata, { ...params(), body });
    expect(await failure(byAdmin)).toMatchObject({ status: 403, code: 'OPERATION_NOT_PERMITTED' });
    expect(await roleOf(editor.userId)).toBe('Editor');
  });

  it('ROLE-016 an Admin sets Viewer or Editor', async () => {
    const { userId } = await plane.user(tenantId, null);
    const patch = (role: 'Viewer' | 'Editor') =>
      asAdmin(users.patchAppMetadata, { params: { id: userId }, body: { role } });
    expect((await patch('Viewer')).role).toBe('Viewer');
    expect((await patch('Editor')).role).toBe('Editor');
  });

  it('API-027 refuses the metadata of others to an Editor', async () => {
    const call = asEditor(users.patchAppMetadata, {
      params: { id: admin.userId },
      body: { selectedChannels: [] },
    });
    expect(await failure(call)).toMatchObject({ status: 403, code: 'ROLE_FORBIDDEN' });
  });
});

describe('PUT /api/v2/user-subscriptions/:id', () => {
  const subscriptions = [
    { topic: 'workflow.jobs.failed', channel: 'email', listenTo: 'own' } as const,
  ];

  it('PROF-004 API-022 an Editor saves own subscriptions, and nothing else changes', async () => {
    const before = await asEditor(users.read, { params: { id: editor.userId } });
    const saved = await asEditor(contract.userSubscriptions.update, {
      params: { id: editor.userId },
      body: { subscriptions },
    });
    const [first] = subscriptions;
    const unused = { webhookUrl: '', webhookMethod: 'POST', webhookSecret: '' };
    const given = { id: expect.stringMatching(/./), state: 'on', stateReason: '' };
    expect(saved).toEqual({ subscriptions: [{ ...first, ...unused, ...given }] });
    expect(await asEditor(users.read, { params: { id: editor.userId } })).toEqual({
      ...before,
      app_metadata: { ...before.app_metadata, ...saved },
    });
  });

  it('PROF-004 refuses the subscriptions of others to an Editor', async () => {
    const call = asEditor(contract.userSubscriptions.update, {
      params: { id: admin.userId },
      body: { subscriptions },
    });
    expect(await failure(call)).toMatchObject({ status: 403, code: 'ROLE_FORBIDDEN' });
  });
});

describe('PUT /api/v2/users/:id', () => {
  it('API-022 PROF-003 saves nickname, picture and subscriptions', async () => {
    const subscription = {
      topic: 'workflow.jobs.failed',
      channel: 'email',
      listenTo: 'own',
    } as const;
    const body = {
      user_id: admin.userId,
      nickname: 'The Boss',
      picture: 'https://pictures.example/boss.png',
      app_metadata: { subscriptions: [subscription], role: 'Admin' as const },
    };
    expect(await asAdmin(users.update, { params: { id: admin.userId }, body })).toMatchObject({
      nickname: 'The Boss',
      picture: 'https://pictures.example/boss.png',
      app_metadata: {
        role: 'Admin',
        subscriptions: [{ ...subscription, webhookUrl: '', webhookMethod: 'POST' }],
      },
    });
  });

  it('SEC-S42 a profile is changed by its owner alone: an Admin sets the role, not the name', async () => {
    const { userId } = await plane.user(tenantId, 'Viewer', 'own-name@acme.example');
    const save = (body: { nickname?: string; picture?: string }) =>
      asAdmin(users.update, {
        params: { id: userId },
        body: { ...body, app_metadata: { role: 'Editor' } },
      });
    for (const change of [{ nickname: 'Renamed' }, { picture: 'https://pictures.example/x.png' }]) {
      expect(await failure(save(change))).toMatchObject({
        status: 403,
        code: 'ACTION_NOT_PERMITTED',
      });
    }
    expect(await roleOf(userId)).toBe('Viewer');
    expect(await save({ nickname: 'own-name', picture: '' })).toMatchObject({
      nickname: 'own-name',
      app_metadata: { role: 'Editor' },
    });
  });

  it("SEC-S42 the language is the person's in every company, and set by the person alone", async () => {
    const person = await plane.user(tenantId, 'Viewer', 'sprache@acme.example');
    const elsewhere = await plane.user(await plane.tenant('Elsewhere'), 'Admin');
    await joinByInvitation(plane.database, elsewhere.tenantId, person.email);
    const { userId: id } = person;
    const patch = (language: 'de' | 'en' | null, client = plane.client(person)) =>
      client(users.patchAppMetadata, { params: { id }, body: { language } });
    expect(await patch('de')).toMatchObject({ role: 'Viewer', language: 'de' });
    const there = plane.client(elsewhere);
    expect((await there(users.read, { params: { id } })).app_metadata.language).toBe('de');
    for (const client of [there, asAdmin]) {
      expect(await failure(patch('en', client))).toMatchObject({
        status: 403,
        code: 'OPERATION_NOT_PERMITTED',
      });
      const body = { app_metadata: { language: null } };
      expect(await failure(client(users.update, { params: { id }, body }))).toMatchObject({
        status: 403,
        code: 'ACTION_NOT_PERMITTED',
      });
    }
    expect((await patch('de', asAdmin)).language).toBe('de');
    expect((await patch(null)).language).toBeNull();
  });

  it('ROLE-016 ERR-023 a role above Editor is refused: Action not permitted.', async () => {
    const { userId } = await plane.user(tenantId, 'Viewer');
    const set = (role: 'Editor' | 'Admin' | 'SuperAdmin', id = userId) =>
      asAdmin(users.update, { params: { id }, body: { app_metadata: { role } } });
    expect(await failure(set('Admin'))).toMatchObject({
      status: 403,
      code: 'ACTION_NOT_PERMITTED',
      message: 'Action not permitted.',
    });
    expect(await failure(set('SuperAdmin', admin.userId))).toMatchObject({
      status: 403,
      code: 'ACTION_NOT_PERMITTED',
    });
    expect((await set('Editor')).app_metadata.role).toBe('Editor');
  });

  it('ROLE-016 an Admin does not change a SuperAdmin, nor the last Admin away', async () => {
    const place = await plane.tenant('Order');
    const superAdmin = await plane.user(place, 'SuperAdmin');
    const onlyAdmin = await plane.user(place, 'Admin');
    const client = plane.client(onlyAdmin);
    const body = { app_metadata: { role: 'Viewer' as const } };
    const change = client(users.update, { params: { id: superAdmin.userId }, body });
    expect(await failure(change)).toMatchObject({ status: 403, code: 'ACTION_NOT_PERMITTED' });

    const lone = await plane.user(await plane.tenant('Lone'), 'Admin');
    const others = await plane.client(lone)(users.list, { query: { limit: -1 } });
    for (const { user_id: id } of others.filter((row) => row.user_id !== lone.userId)) {
      await plane.client(lone)(users.remove, { params: { id } });
    }
    const own = plane.client(lone)(users.update, { params: { id: lone.userId }, body });
    expect(await failure(own)).toMatchObject({ status: 403, code: 'ACTION_NOT_PERMITTED' });
  });

  it('SEC-S5 a lowered role counts at once, with the old token', async () => {
    const { userId, token } = await plane.user(tenantId, 'Editor');
    const read = () => fetch(`${plane.url}/api/v2/jobs`, { headers: bearer(token) });
    expect((await read()).status).toBe(200);
    const body = { app_metadata: { role: 'Viewer' as const } };
    await asAdmin(users.update, { params: { id: userId }, body });
    await expect.poll(async () => (await read()).status, { timeout: 4_000 }).toBe(403);
  });
});

describe('DELETE /api/v2/users/:id', () => {
  it('ROLE-017 SEC-S5 removes at once: the token and the refresh token stop working', async () => {
    const { userId, email, token } = await plane.user(tenantId, 'Editor');
    const login = await postJson(`${plane.url}/api/login`, {
      email,
      password: testPassword,
      ...pkce(),
    });
    const { refresh_token } = (await login.json()) as { refresh_token: string };
    const list = () => fetch(`${plane.url}/api/v2/channels`, { headers: bearer(token, tenantId) });
    expect((await list()).status).toBe(200);
    await asAdmin(users.remove, { params: { id: userId } });
    await expect.poll(async () => (await list()).status, { timeout: 4_000 }).toBe(401);
    expect((await postJson(`${plane.url}/api/refresh`, { refresh_token })).status).toBe(401);
    expect(await failure(asAdmin(users.remove, { params: { id: userId } }))).toMatchObject({
      status: 404,
      code: 'USER_NOT_FOUND',
    });
  });

  it('SEC-S42 ends what belongs to this company, and no session of a person of another one', async () => {
    const home = await plane.tenant('Delta');
    const { userId, email } = await plane.user(home, 'Admin');
    await joinByInvitation(plane.database, tenantId, email);
    const login = await postJson(`${plane.url}/api/login`, {
      email,
      password: testPassword,
      ...pkce(),
    });
    const { access_token, refresh_token } = (await login.json()) as Record<string, string>;
    const list = (tenant: string) =>
      fetch(`${plane.url}/api/v2/channels`, { headers: bearer(access_token ?? '', tenant) });
    expect((await list(tenantId)).status).toBe(200);
    const notifications = createNotificationStore(plane.database);
    const note = { userId, topic: 't', content: 'for a member' };
    await notifications.add({ ...note, tenantId });
    await notifications.add({ ...note, tenantId: home });
    await asAdmin(users.patchAppMetadata, {
      params: { id: userId },
      body: {
        subscriptions: [{ topic: 'workflow.jobs.failed', channel: 'email', listenTo: 'all' }],
      },
    });

    await asAdmin(users.remove, { params: { id: userId } });
    await expect.poll(async () => (await list(tenantId)).status, { timeout: 4_000 }).toBe(403);
    expect((await list(home)).status).toBe(200);
    expect((await postJson(`${plane.url}/api/refresh`, { refresh_token })).status).toBe(200);
    const left = await plane.database.system
      .selectFrom('notifications')
      .select('tenant_id')
      .where('user_id', '=', userId)
      .execute();
    expect(left.map((row) => row.tenant_id)).toEqual([home]);
    await joinByInvitation(plane.database, tenantId, email);
    const again = await asAdmin(users.readAppMetadata, { params: { id: userId } });
    expect(again).toMatchObject({ role: 'Viewer', subscriptions: [] });
  });

  it('ROLE-017 refuses oneself and, to an Admin, a SuperAdmin', async () => {
    expect(await failure(asAdmin(users.remove, { params: { id: admin.userId } }))).toMatchObject({
      status: 409,
      code: 'USER_SELF_REMOVAL',
    });
    const { userId } = await plane.user(tenantId, 'SuperAdmin');
    expect(await failure(asAdmin(users.remove, { params: { id: userId } }))).toMatchObject({
      status: 403,
      code: 'ACTION_NOT_PERMITTED',
    });
  });
});
