/**
 * Generated from the contract: every route × every role × own tenant, foreign tenant, foreign id, and
 * every kind of bad token. A new route is covered without a new line here.
 */
import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import {
  channelInput,
  flowInput,
  listQuery,
  mediaInput,
  playlistInput,
  reportMailInput,
  selectedTenantHeader,
  sharedCardQuery,
  titleInput,
  type UserRole,
  userRoles,
} from '@interlude/contract';
import { allRoutes, contract, pathParameters, type Route, routeUrl } from '@interlude/contract/api';
import {
  asAuditedRequest,
  createAnnotationStore,
  createApiKeyStore,
  createChannelStore,
  createDeliveryStore,
  createFlowStore,
  createInstallationSecretStore,
  createInvitationStore,
  createMediaStore,
  createNotificationStore,
  createPlaylistStore,
  createReconciliationStore,
  createReportMailStore,
  createSavedViewStore,
  createShareLinkStore,
  createStreamSubscriberStore,
  createSystemStore,
  createTitleStore,
  createUploadStore,
  createUserStore,
} from '@interlude/persistence';
import { addSubscription } from '@interlude/testkit';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSigningKeys } from '../auth/embedded/signing-keys.ts';
import {
  bearer,
  startTestPlane,
  type TestPlane,
  type TestUser,
  testPassword,
} from '../testing/control-plane.suite.ts';

const channelBody = { name: 'A channel', sourceManifestUrl: 'https://origin.example/a.m3u8' };
const titleBody = { name: 'An asset', type: 'movie' };
const mediaBody = { name: 'A media', url: 'https://origin.example/a.mp4' };
const systemBody = { name: 'A cluster', type: 'ssai-cluster' };
const playlistBody = { name: 'A playlist' };
/** An origin that does not answer: a source that could not be read counts as a good answer. */
const unreachable = 'https://origin.invalid/a.m3u8';
const confirmed = { confirmation: { password: testPassword } };
const flowBody = { name: 'A workflow', taskTemplates: [{ type: 'download' }] };
/** A body that each route accepts; a route with a body and without an entry fails the test below. */
const goodBodies: Readonly<Record<string, unknown>> = {
  'adServers.test': { adSource: { url: '' } },
  'annotations.create': { text: 'Deploy 1.2.3' },
  /** No two keys are the same. */
  get 'apiKeys.create'() {
    return { name: 'CI', keyHash: createHash('sha256').update(randomUUID()).digest('hex') };
  },
  'channelAssets.put': { titleId: 'a-clip', channelId: 'unknown' },
  'channels.create': channelBody,
  'channels.update': channelBody,
  'channels.restore': {},
  'channels.setState': { state: 'enabled' },
  'channels.addBreak': { start: '2026-03-01T12:00:00Z', duration: 30 },
  'deliveries.test': { subscriptionId: 'unknown' },
  'egressGrants.update': { tenant: 'Home', entries: [] },
  'flows.create': flowBody,
  'flows.update': flowBody,
  'jobs.update': { name: 'New' },
  'medias.create': mediaBody,
  'medias.update': mediaBody,
  'notifications.update': { status: 'archived' },
  'playlists.create': playlistBody,
  'playlists.update': playlistBody,
  'secondFactors.beginTotp': confirmed,
  'secondFactors.finishTotp': { step: 'unknown', name: 'An app', code: '000000' },
  'secondFactors.beginPasskey': confirmed,
  'secondFactors.finishPasskey': {
    ...{ step: 'unknown', name: 'A passkey' },
    response: {
      ...{ id: 'a', rawId: 'a', type: 'public-key' },
      response: { clientDataJSON: 'a', attestationObject: 'a' },
    },
  },
  'secondFactors.remove': confirmed,
  'secondFactors.renewRecoveryCodes': confirmed,
  'sources.analyse': { sourceManifestUrl: unreachable },
  'sources.findBreaks': { sourceManifestUrl: unreachable, type: 'hls-live' },
  'reports.post': { start: 0, end: 86_400_000 },
  'reports.saveSettings': {
    timeZone: 'UTC',
    viewerIdPolicy: 'daily',
    cpm: 0,
    cpmAdSeconds: 30,
    currency: 'EUR',
  },
  'reconciliations.create': { name: 'A file', csv: 'Creative,Date,Impressions\na,2026-01-01,1' },
  'reconciliations.start': {
    ...{ creative: 0, time: 1, hour: null, impressions: 2 },
    ...{ timeFormat: 'iso', timeZone: 'UTC' },
  },
  'reportMails.create': { name: 'Board', cards: [{ system: 'unknown', chart: 'main-kpi' }] },
  'reportMails.update': { name: 'Board' },
  'savedViews.create': { name: 'Board', state: {} },
  'savedViews.update': { name: 'Board' },
  'shareLinks.create': {
    ...{ name: 'Board', kind: 'live', system: 'unknown', chart: 'main-kpi', zone: 'UTC' },
    timePeriods: [{ type: 'Last week' }],
  },
  'streamSubscribers.create': { name: 'An SSP' },
  'systems.checkBitmovin': { apiKey: 'k' },
  'systems.create': systemBody,
  'systems.update': systemBody,
  'tenants.create': { name: 'A company', email: 'chief@example.org' },
  'tenants.update': { name: 'Home', apiKeyHash: '' },
  'titles.create': titleBody,
  'titles.update': titleBody,
  'users.invite': { email: 'guest@example.org' },
  'users.update': { nickname: 'New' },
  'users.patchAppMetadata': { selectedChannels: [] },
  'userSubscriptions.update': { subscriptions: [] },
};

/** Of routes that need one. */
const goodQueries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'annotations.list': { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  'auditLog.annotations': { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  'breakRecords.find': { creative: 'none' },
  'medias.removeEncoding': { externalResourceId: 'none' },
  'monitoring.evidence': { finding: 'unknown' },
  'monitoring.findings': { channel: 'unknown' },
  'monitoring.health': { channels: 'unknown' },
  'monitoring.messages': { channel: 'unknown' },
  'monitoring.splices': { channel: 'unknown' },
  'monitoring.timeline': { channel: 'unknown' },
  'reports.breaks': { start: '0', end: '86400000' },
  'reports.read': { start: '0', end: '86400000' },
  'sources.proxyManifest': { url: unreachable },
  'systems.bandwidth': { from: '0', to: '1' },
};

const guarded = allRoutes().filter(({ route }) => route.roles !== 'public');

let plane: TestPlane;
let home: string;
let abroad: string;
const users = new Map<UserRole, TestUser>();
let foreigner: TestUser;
let nobody: TestUser;
/** Ids of one row of each resource in the foreign tenant. */
let foreignIds: Record<string, string>;

beforeAll(async () => {
  plane = await startTestPlane();
  home = await plane.tenant('Home');
  abroad = await plane.tenant('Abroad');
  for (const role of userRoles) users.set(role, await plane.user(home, role));
  nobody = await plane.user(home, null);
  await addOwnKeys();
  foreigner = await plane.user(abroad, 'SuperAdmin');
  const { database } = plane;
  const { state: _state, ...settings } = channelInput.parse(channelBody);
  const channel = await createChannelStore(database).create(abroad, settings);
  const notification = await createNotificationStore(database).add({
    tenantId: abroad,
    topic: 'test',
    content: 'secret of another tenant',
  });
  const playlist = await createPlaylistStore(database).create(
    abroad,
    playlistInput.parse(playlistBody),
  );
  const victim = await plane.user(abroad, 'Viewer');
  const subscriber = await createStreamSubscriberStore(database).create(
    abroad,
    { name: 'secret party', key: 'leap_of-another-tenant' },
    1,
  );
  const compared = await createReconciliationStore(database).create(
    abroad,
    {
      ...{ name: 'secret file', csv: 'a,b\n1,2' },
      preview: { columns: ['a', 'b', 'c'], rows: [], guess: {} },
    },
    1,
  );
  foreignIds = {
    ...(await addForeignMedias()),
    ...(await addForeignViews(victim)),
    apiKeys: await addForeignKey(),
    auditLog: await addForeignEntry(channel.id),
    breakRecords: await addForeignBreak(channel.id),
    channels: channel.id,
    deliveries: await addForeignDelivery(victim),
    invitations: await addForeignInvitation(),
    monitoring: channel.id,
    notifications: notification,
    playlists: playlist.id,
    reconciliations: compared?.id ?? '',
    streamSubscribers: subscriber?.id ?? '',
    tenants: abroad,
    ...{ loginSessions: victim.userId, secondFactors: victim.userId },
    userSubscriptions: victim.userId,
    users: victim.userId,
  };
});
afterAll(() => plane.stop());

async function addForeignKey(): Promise<string> {
  const key = {
    name: 'secret',
    keyHash: 'f'.repeat(64),
    role: 'Viewer',
    scopes: ['read'],
  } as const;
  const rest = { requestsPerMinute: 1, expiresAt: null, createdBy: 'secret' };
  const input = { ...key, ...rest, scopes: [...key.scopes] };
  return (await createApiKeyStore(plane.database).create(abroad, input)).id;
}

/** Keys of every role and scope, in the own tenant: key by `role scopes`. */
async function addOwnKeys(): Promise<void> {
  for (const role of userRoles) {
    for (const scopes of [['read'], ['write'], ['read', 'write'], ['sessions']] as const) {
      const key = randomUUID();
      const keyHash = createHash('sha256').update(key).digest('hex');
      const input = { name: `${role} ${scopes}`, keyHash, role, scopes: [...scopes] };
      const rest = { requestsPerMinute: 6_000, expiresAt: null, createdBy: '' };
      await createApiKeyStore(plane.database).create(home, { ...input, ...rest });
      keys.set(input.name, key);
    }
  }
}
const keys = new Map<string, string>();
const keyOf = (role: UserRole, scopes: string) => bearer(keys.get(`${role} ${scopes}`) ?? '');

/** An entry of the audit log: that a foreign channel was changed. */
async function addForeignEntry(channelId: string): Promise<string> {
  const who = { userId: 'secret', email: 'secret@abroad.example', apiKey: '', network: '' };
  const request = { id: 'foreign-entry', atMs: Date.now(), tenantId: abroad, ...who };
  await asAuditedRequest({ ...request, route: 'channels.reset' }, () =>
    createChannelStore(plane.database).reset(abroad, channelId),
  );
  return request.id;
}

/** Facts and a record of a break of another company; the break's id is that of its channel. */
async function addForeignBreak(id: string): Promise<string> {
  const own = { tenant_id: abroad, channel_id: id, break_id: id };
  await plane.database.system
    .insertInto('break_facts')
    .values({ ...own, started_at: new Date(), sessions: 1 })
    .execute();
  const detail = JSON.stringify({ ad: 'secret ad' });
  const about = { session: 's', id: 'r', stage: 'decided', kept: 'first', keys: ['creative:none'] };
  await plane.database.system
    .insertInto('break_records')
    .values({ ...own, ...about, at: new Date(), detail })
    .execute();
  return id;
}

/** A view of the company, a link to a card and a mark. */
async function addForeignViews({ userId, email }: TestUser): Promise<Record<string, string>> {
  const { database } = plane;
  const by = { tenantId: abroad, userId, email };
  const view = { name: 'secret view', scope: 'company' as const, state: {} };
  const saved = await createSavedViewStore(database).create(by, view, 1);
  const of = { system: 's', chart: 'c', zone: 'UTC', timePeriods: [{ type: 'Today' }] };
  const link = { userId, email, token: 'secret token', name: 'secret link', title: 'secret card' };
  const query = sharedCardQuery.parse(of);
  const shared = await createShareLinkStore(database).create(
    abroad,
    { ...link, query, card: undefined, expiresAtMs: Date.now() + 60_000 },
    1,
  );
  const noted = { text: 'secret deploy', atMs: Date.now(), createdBy: email };
  const mark = await createAnnotationStore(database).create(
    abroad,
    { ...noted, endsAtMs: undefined, channelId: undefined },
    1,
  );
  const mail = reportMailInput.parse({ name: 'secret mail', cards: [{ system: 's', chart: 'c' }] });
  const mailed = await createReportMailStore(database).create(
    by,
    { ...mail, recipients: [userId] },
    1,
  );
  return {
    reportMails: mailed?.id ?? '',
    savedViews: saved?.id ?? '',
    shareLinks: shared?.id ?? '',
    annotations: mark?.id ?? '',
  };
}

/** A delivery of a member of the foreign tenant. */
async function addForeignDelivery({ tenantId, userId }: TestUser): Promise<string> {
  const { id: subscriptionId } = await addSubscription(plane.database, { tenantId, userId });
  const test = { subscriptionId, content: 'secret notification', path: '' };
  const made = await createDeliveryStore(plane.database).addTest(tenantId, userId, test);
  return made?.id ?? '';
}

async function addForeignInvitation(): Promise<string> {
  const invitations = createInvitationStore(plane.database);
  await invitations.create(abroad, {
    ...{ email: 'secret@abroad.example', role: 'Viewer', invitedBy: 'a@abroad.example' },
    lifetimeMs: 60_000,
  });
  return (await invitations.list(abroad, listQuery.parse({}))).rows[0]?.id ?? '';
}

/** A title with a media, a system, a workflow and a failed job of the foreign tenant. */
async function addForeignMedias(): Promise<Record<string, string>> {
  const { database } = plane;
  const title = await createTitleStore(database).create(abroad, titleInput.parse(titleBody));
  const media = await createMediaStore(database).create(
    abroad,
    mediaInput.parse({ ...mediaBody, titleId: title.id, externalResourceId: 'none' }),
  );
  const system = await createSystemStore(database).create(abroad, {
    ...{ name: 'secret cdn', type: 'cdn', settings: {} },
  });
  const flow = await createFlowStore(database).create(abroad, flowInput.parse(flowBody));
  const job = { tenant_id: abroad, id: 'foreign-job', name: 'secret job', status: 'failed' };
  await database.system
    .insertInto('jobs')
    .values({ ...job, created_at: new Date() })
    .execute();
  const upload = await createUploadStore(database).begin(abroad, {
    ...{ id: 'foreign-upload', userId: foreigner.userId, channelId: 'new', filename: 'secret.mp4' },
    ...{ sizeBytes: 10, totalChunks: 2, profile: {}, channelType: 'hls-live', http: false },
    storageSystemId: '',
  });
  return {
    ...{ uploads: upload.id, titles: title.id, medias: media.id, systems: system.id },
    reports: system.id,
    ...{ flows: flow.id, jobs: job.id },
  };
}

function userOf(role: UserRole): TestUser {
  const user = users.get(role);
  if (!user) throw new Error(role);
  return user;
}

async function call(name: string, route: Route, headers: Record<string, string>, id = 'unknown') {
  const params = Object.fromEntries(pathParameters(route.path).map((key) => [key, id]));
  const abort = new AbortController();
  const answer = await fetch(plane.url + routeUrl(route.path, params, goodQueries[name]), {
    method: route.method,
    signal: abort.signal,
    headers: { ...headers, ...(route.body && { 'content-type': 'application/json' }) },
    ...(route.body && { body: JSON.stringify(goodBodies[name] ?? {}) }),
  });
  const stream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  const text = stream ? '' : await answer.text();
  if (stream) abort.abort();
  return { status: answer.status, text };
}

const resourceOf = (name: string) => name.split('.')[0] ?? '';

describe('the route table', () => {
  it('ROLE-001 SEC-S4 is this list; a changed permission is seen here', () => {
    const lines = allRoutes().map(({ route }) => {
      const roles = route.roles === 'public' ? 'public' : route.roles.join(' ');
      return `${route.method} ${route.path} ${roles}`;
    });
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('has a body to test with for each guarded route that takes one', () => {
    const without = guarded.filter(({ name, route }) => route.body && !(name in goodBodies));
    expect(without.map(({ name }) => name)).toEqual([]);
  });
});

describe.each(guarded.map(({ name, route }) => [name, route] as const))('%s', (name, route) => {
  it.each(userRoles)('SEC-S4 OP-65 as %s in the own tenant', async (role) => {
    const { status, text } = await call(name, route, bearer(userOf(role).token, home));
    if (route.roles.includes(role)) expect([200, 201, 204, 404]).toContain(status);
    else expect([status, JSON.parse(text).errorCode]).toEqual([403, 'ROLE_FORBIDDEN']);
  });

  it.each(userRoles)(
    'SEC-S4 DATA-039 as %s with a foreign Selected-tenant is 403',
    async (role) => {
      const { status, text } = await call(name, route, bearer(userOf(role).token, abroad));
      expect([status, JSON.parse(text).errorCode]).toEqual([403, 'TENANT_FORBIDDEN']);
    },
  );

  it('SEC-S115 with an API key it is as for its role, within its scopes and its company', async () => {
    // Every role with all scopes, and every scope with the first role of the route: a role is refused before its scopes.
    for (const role of userRoles) {
      const expected = answersToKeys(route, role);
      for (const [index, scopes] of keyScopes.entries()) {
        if (role !== route.roles[0] && scopes !== 'read,write') continue;
        const { status, text } = await call(name, route, keyOf(role, scopes));
        const answer = [401, 403].includes(status) ? JSON.parse(text).errorCode : 'in';
        expect([role, scopes, answer]).toEqual([role, scopes, expected[index]]);
      }
    }
    const headers = { ...keyOf('SuperAdmin', 'read,write'), [selectedTenantHeader]: abroad };
    const { status, text } = await call(name, route, headers);
    expect([status, JSON.parse(text).errorCode]).toEqual([403, 'TENANT_FORBIDDEN']);
  });

  it('SEC-S4 AUTH-003 as a user without a role is 403', async () => {
    const { status, text } = await call(name, route, bearer(nobody.token));
    expect([status, JSON.parse(text).errorCode]).toEqual([403, 'ROLE_MISSING']);
  });

  it('API-009 API-010 without a token is exactly the standard 401', async () => {
    const { status, text } = await call(name, route, {});
    expect(status).toBe(401);
    expect(JSON.parse(text)).toEqual({
      code: 401,
      name: 'UnAuthorizedError',
      message: 'Request cannot be authenticated. Invalid token.',
    });
  });

  it('SEC-S5 with any kind of bad token is 401', async () => {
    for (const [kind, token] of await badTokens()) {
      const { status, text } = await call(name, route, bearer(token, home));
      expect([kind, status, JSON.parse(text).name]).toEqual([kind, 401, 'UnAuthorizedError']);
    }
  });
});

const keyScopes = ['read', 'write', 'read,write', 'sessions'] as const;

/** To keys of a role with each of `keyScopes`. */
function answersToKeys({ roles, method, changes, personOnly }: Route, role: UserRole): string[] {
  if (!roles.includes(role)) return Array<string>(4).fill('ROLE_FORBIDDEN');
  if (personOnly === true) return Array<string>(4).fill('API_KEY_REFUSED');
  const missing = 'API_KEY_SCOPE_MISSING';
  const isReading = method === 'GET' || changes === false;
  return isReading ? ['in', missing, 'in', missing] : [missing, 'in', 'in', missing];
}

const withId = guarded.filter(({ route }) => pathParameters(route.path).length > 0);

describe.each(withId.map(({ name, route }) => [name, route] as const))('%s', (name, route) => {
  it.each(userRoles)('SEC-S4 API-017 as %s with a foreign id is 404', async (role) => {
    const foreignId = foreignIds[resourceOf(name)];
    expect(foreignId, `a foreign ${resourceOf(name)}`).toBeDefined();
    const { status, text } = await call(name, route, bearer(userOf(role).token), foreignId);
    expect(status).toBe(route.roles.includes(role) ? 404 : 403);
    expect(text).not.toContain('secret');
  });
});

describe('the bad tokens', () => {
  it('SEC-S5 are bad by their fault alone: the same claims signed well are taken', async () => {
    const claims = decodeJwt(userOf('SuperAdmin').token);
    const header = { ...decodeProtectedHeader(userOf('SuperAdmin').token), alg: 'ES256' };
    const good = await new SignJWT(claims).setProtectedHeader(header).sign(await realKey());
    const answer = await fetch(`${plane.url}/api/v2/users`, { headers: bearer(good) });
    expect(answer.status).toBe(200);
  });
});

describe('after the matrix', () => {
  it('SEC-S4 the foreign tenant is as it was', async () => {
    const { database } = plane;
    const channel = await createChannelStore(database).find(abroad, String(foreignIds['channels']));
    expect(channel).toMatchObject({ name: 'A channel', state: 'disabled', resetCount: 1 });
    const victim = await createUserStore(database).find(abroad, String(foreignIds['users']));
    expect(victim?.app_metadata.role).toBe('Viewer');
    expect(foreigner.tenantId).toBe(abroad);
    const { titles, medias, systems, flows, jobs, playlists } = contract;
    const client = plane.client(foreigner);
    const params = (resource: string) => ({ params: { id: String(foreignIds[resource]) } });
    expect((await client(titles.read, params('titles'))).name).toBe('An asset');
    expect((await client(medias.read, params('medias'))).name).toBe('A media');
    expect((await client(systems.read, params('systems'))).name).toBe('secret cdn');
    expect((await client(flows.read, params('flows'))).name).toBe('A workflow');
    expect((await client(playlists.read, params('playlists'))).name).toBe('A playlist');
    expect(await client(jobs.read, params('jobs'))).toMatchObject({
      name: 'secret job',
      archived: false,
    });
  });
});

let made: [string, string][] | undefined;

async function badTokens(): Promise<[string, string][]> {
  made ??= await makeBadTokens();
  return made;
}

function unsigned(header: object, claims: object, signature = ''): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode(header)}.${encode(claims)}.${signature}`;
}

/** Good claims of a SuperAdmin with each fault; signed with the real key where the fault is not the key. */
async function makeBadTokens(): Promise<[string, string][]> {
  const { token } = userOf('SuperAdmin');
  const claims = decodeJwt(token);
  const header = { ...decodeProtectedHeader(token), alg: 'ES256', typ: 'at+jwt' };
  const real = await realKey();
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const sign = (payload: object, head: object = header, key = real) =>
    new SignJWT({ ...payload }).setProtectedHeader({ ...header, ...head }).sign(key);
  const now = Math.floor(Date.now() / 1000);
  const [head = '', body = '', signature = ''] = token.split('.');
  const answer = await fetch(`${plane.url}/oidc/jwks`);
  const { keys } = (await answer.json()) as { keys: [JsonWebKey] };
  const publicKey = createPublicKey({ key: keys[0], format: 'jwk' });
  const publicPem = String(publicKey.export({ format: 'pem', type: 'spki' }));
  const hmac = (secret: string) => {
    const input = unsigned({ ...header, alg: 'HS256' }, claims).slice(0, -1);
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  };
  const { sub: _sub, ...withoutSubject } = claims;
  return [
    ['nonsense', 'nonsense'],
    ['an API key that nobody has', randomUUID()],
    ['alg none', unsigned({ alg: 'none', typ: 'at+jwt' }, claims)],
    ['alg None', unsigned({ ...header, alg: 'None' }, claims)],
    ['no signature', `${head}.${body}.`],
    [
      'other body',
      `${head}.${Buffer.from(JSON.stringify({ ...claims, role: 'SuperAdmin', x: 1 })).toString('base64url')}.${signature}`,
    ],
    ['HS with the public key as PEM', hmac(publicPem)],
    ['HS with the public key as JWK', hmac(JSON.stringify(keys[0]))],
    ['another key', await sign(claims, {}, other.privateKey)],
    ['another key type', await sign(claims, { alg: 'RS256' }, rsa.privateKey)],
    [
      'own key in the header',
      await sign(claims, { jwk: other.publicKey.export({ format: 'jwk' }) }, other.privateKey),
    ],
    [
      'jku in the header',
      await sign(claims, { jku: 'https://evil.example/jwks', kid: 'evil' }, other.privateKey),
    ],
    ['kid with a path', await sign(claims, { kid: '../../dev/null' }, other.privateKey)],
    ['kid with SQL', await sign(claims, { kid: "' or 1=1 --" }, other.privateKey)],
    ['expired', await sign({ ...claims, iat: now - 7200, exp: now - 3600 })],
    ['not yet valid', await sign({ ...claims, nbf: now + 3600 })],
    ['no expiry', await sign({ ...claims, exp: undefined })],
    ['wrong issuer', await sign({ ...claims, iss: 'https://evil.example/oidc' })],
    ['wrong audience', await sign({ ...claims, aud: 'https://other.example/api' })],
    ['wrong scope', await sign({ ...claims, scope: 'openid' })],
    ['an id token', await sign(claims, { typ: 'JWT' })],
    ['no subject', await sign(withoutSubject)],
    ['unknown subject', await sign({ ...claims, sub: 'nobody' })],
  ];
}

/** The signing key of the plane, opened as the plane does. */
async function realKey(): Promise<KeyObject> {
  const store = createInstallationSecretStore(plane.database, 'oidc.jwks');
  const [jwk] = await loadSigningKeys(store, plane.database.secretKey, Date.now());
  return createPrivateKey({ key: { ...jwk } as JsonWebKey, format: 'jwk' });
}
