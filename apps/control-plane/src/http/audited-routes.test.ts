/**
 * Every route of the contract that changes something, called once with success: each leaves exactly one entry in the
 * audit log. A new route fails here until it has a call, or says `changes: false` and then leaves none.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { flowNames } from '@interlude/contract';
import { allRoutes, contract, type Route, routeUrl } from '@interlude/contract/api';
import {
  createJobQueue,
  createLoginSessionStore,
  createNotificationStore,
  createSecondFactorStore,
} from '@interlude/persistence';
import { addChannel, addUser } from '@interlude/testkit';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  startTestPlane,
  type TestPlane,
  type TestUser,
  testPassword,
} from '../testing/control-plane.suite.ts';
import { createSoftwarePasskey } from '../testing/software-passkey.suite.ts';
import { mp4 } from '../testing/uploads.suite.ts';

let plane: TestPlane;
let tenantId: string;
let user: TestUser;

/** A source with one rendition. */
let origin: Server;
let originHost: string;

const multivariant = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=3400000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2"
v.m3u8
`;
const mediaPlaylist = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n1.ts\n';

beforeAll(async () => {
  origin = createServer(({ url }, answer) =>
    answer.end(url === '/v.m3u8' ? mediaPlaylist : multivariant),
  );
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  originHost = `127.0.0.1:${(origin.address() as AddressInfo).port}`;
  plane = await startTestPlane({ env: { EGRESS_ALLOW: originHost } });
  tenantId = await plane.tenant('Acme');
  user = await plane.user(tenantId, 'SuperAdmin', 'chief@example.org');
});
afterAll(async () => {
  await plane.stop();
  await new Promise((resolve) => origin.close(resolve));
});

/**
 * Arguments of one call of a route. Objects that the call needs are created without a request, so that they leave no
 * entry.
 */
interface Call {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Record<string, string>;
  /** Of an answer that is an error although the request changed something. */
  readonly errorCode?: string;
}

const channelBody = { name: 'A channel', sourceManifestUrl: 'https://origin.example/a.m3u8' };
const flowBody = { name: 'A workflow', taskTemplates: [{ type: 'download' }] };
const now = () => new Date();
let made = 0;

/** Tables whose rows are never updated. */
const timeless: readonly string[] = ['invitations', 'share_links', 'annotations'];

/** A row of a table with a name. @returns its id */
async function addRow(
  table:
    | 'titles'
    | 'medias'
    | 'systems'
    | 'flows'
    | 'playlists'
    | 'uploads'
    | 'invitations'
    | 'reconciliations'
    | 'report_mails'
    | 'saved_views'
    | 'share_links'
    | 'annotations',
  columns: object,
): Promise<string> {
  made += 1;
  const id = `${table}-${made}`;
  const times = timeless.includes(table) ? {} : { updated_at: now() };
  const row = { tenant_id: tenantId, id, created_at: now(), ...times, ...columns };
  await plane.database.system
    .insertInto(table)
    .values(row as never)
    .execute();
  return id;
}
const addTitle = () => addRow('titles', { name: 'An asset', type: 'movie' });
const addMedia = (columns: object = {}) =>
  addRow('medias', { name: 'A media', type: 'source', url: 'https://o.example/a.mp4', ...columns });
const addSystem = () => addRow('systems', { name: 'Mine', type: 'cdn', category: 'ssai' });
const addFlow = () =>
  addRow('flows', { name: `W${made}`, attempts: 1, timeout_minutes: 1, task_templates: '[]' });
const addPlaylist = () =>
  addRow('playlists', {
    ...{ name: 'A playlist', type: 'vod', status: 'enabled', loops: false },
    ...{ filler_url: '', contents: '[]' },
  });
const addUpload = () =>
  addRow('uploads', {
    ...{ user_id: user.userId, channel_id: 'new', filename: 'a.mp4', size_bytes: 10 },
    ...{ total_chunks: 2, state: 'receiving' },
  });
const addInvitation = () =>
  addRow('invitations', {
    ...{ email: `guest${made}@example.org`, role: 'Viewer', invited_by: 'a@example.org' },
    ...{ token_hash: `hash${made}`, expires_at: new Date(Date.now() + 60_000) },
  });
async function addJob(status?: 'failed'): Promise<string> {
  const started = await createJobQueue(plane.database).startJob({
    ...{ tenantId, flowName: flowNames.analysis, name: 'A job', inputMediaIds: [] },
  });
  if (started.state !== 'started') throw new Error(started.state);
  if (status !== undefined) {
    const set = { status, ended_at: now() };
    await plane.database.system
      .updateTable('jobs')
      .set(set)
      .where('id', '=', started.jobId)
      .execute();
  }
  return started.jobId;
}
const channel = async () => (await addChannel(plane.database, tenantId)).id;
const ofId = async (id: Promise<string>, rest: Call = {}): Promise<Call> => ({
  params: { id: await id },
  ...rest,
});

function fileForm(): FormData {
  const form = new FormData();
  form.append('name', 'Trailer');
  form.append('file', new Blob([new Uint8Array(mp4(100))]), 'a.mp4');
  return form;
}

async function addBreak(): Promise<Call> {
  const id = await channel();
  const row = { tenant_id: tenantId, id: `b${made}`, channel_id: id, start_at: now() };
  await plane.database.system
    .insertInto('scheduled_breaks')
    .values({ ...row, duration_ms: 30_000, created_at: now() })
    .execute();
  return { params: { id, breakId: row.id } };
}

const keyHash = (text: string) => createHash('sha256').update(text).digest('hex');
async function addKey(): Promise<string> {
  made += 1;
  const id = `key-${made}`;
  const row = { tenant_id: tenantId, id, name: 'CI', key_hash: keyHash(id), role: 'Viewer' };
  const rest = { scopes: ['read'], requests_per_minute: 1, created_by: '', created_at: now() };
  await plane.database.system
    .insertInto('api_keys')
    .values({ ...row, ...rest })
    .execute();
  return id;
}

async function addSubscriber(): Promise<string> {
  made += 1;
  const id = `subscriber-${made}`;
  const row = {
    tenant_id: tenantId,
    id,
    name: 'A party',
    key_hash: keyHash(id),
    created_at: now(),
  };
  await plane.database.system.insertInto('stream_subscribers').values(row).execute();
  return id;
}

const addComparison = () =>
  addRow('reconciliations', {
    ...{ name: 'A file', state: 'mapping', file: Buffer.alloc(1) },
    preview: JSON.stringify({ columns: ['Creative', 'Date', 'Count'], rows: [], guess: {} }),
  });

const byChief = { created_by: 'chief@example.org' };
const addView = () =>
  addRow('saved_views', { ...byChief, user_id: user.userId, name: `V${made}`, state: '{}' });
const addReportMail = () =>
  addRow('report_mails', {
    ...{ ...byChief, user_id: user.userId, name: `M${made}`, cards: '[]', period: 'Last week' },
    ...{ compare: true, rhythm: 'daily', weekday: 1, month_day: 1, hour: 7, time_zone: 'UTC' },
  });
const addMark = () => addRow('annotations', { ...byChief, at: now(), text: 'Deploy' });
const addLink = () =>
  addRow('share_links', {
    ...{ ...byChief, user_id: user.userId, token_hash: `token${made}`, name: 'Board' },
    ...{ title: 'Main KPI', kind: 'live', query: '{}', expires_at: new Date(Date.now() + 60_000) },
  });
async function ssaiSystem(): Promise<string> {
  const systems = await plane.client(user)(contract.systems.listSummary, {});
  return systems.find(({ type }) => type === 'ssai-cluster')?.id ?? '';
}

async function addSubscription(): Promise<string> {
  made += 1;
  const id = `subscription-${made}`;
  const row = { tenant_id: tenantId, id, user_id: user.userId, place: made, created_at: now() };
  const rule = { topic: 'workflow.jobs.failed', channel: 'email', listen_to: 'all' };
  await plane.database.system
    .insertInto('user_subscriptions')
    .values({ ...row, ...rule, off_at: now() })
    .execute();
  return id;
}

/** A session that was used for the company. */
async function addSession(userId: string): Promise<string> {
  const sessions = createLoginSessionStore(plane.database);
  const id = await sessions.begin({
    ...{ userId, grantId: randomUUID(), browser: 'Firefox', network: '192.0.2.0/24' },
    ...{ secondFactor: false, lifetimeMs: 60_000 },
  });
  await sessions.noteUse(tenantId, id);
  return id;
}

const codeOf = (secret: string) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), digits: 6, timestamp: Date.now() });

async function withoutFactor(): Promise<void> {
  await createSecondFactorStore(plane.database).removeAll(user.userId);
}

/** @returns its id and a code that is good now */
async function addFactor(userId: string): Promise<{ id: string; code: string }> {
  const factors = createSecondFactorStore(plane.database);
  await factors.removeAll(userId);
  const secret = new Secret().base32;
  await factors.add(userId, { kind: 'totp', name: 'Phone', secret, step: 0 }, ['a']);
  const [factor] = await factors.list(userId);
  return { id: factor?.id ?? '', code: codeOf(secret) };
}

const calls: Readonly<Record<string, () => Promise<Call>>> = {
  'annotations.create': async () => ({ body: { text: 'Deploy 1.2.3' } }),
  'annotations.remove': () => ofId(addMark()),
  'apiKeys.create': async () => ({ body: { name: 'CI', keyHash: keyHash('one') } }),
  'apiKeys.remove': () => ofId(addKey()),
  'channelAssets.put': async () => {
    const source = { sourceManifestUrl: `http://${originHost}/m.m3u8` };
    const { id: channelId } = await addChannel(plane.database, tenantId, source);
    const body = { titleId: 'ad-id:1', channelId, mediaUrl: 'https://o.example/ad.mp4' };
    return { body, errorCode: 'CHANNEL_ASSET_ENCODING' };
  },
  'channels.create': async () => ({ body: channelBody }),
  'channels.update': () => ofId(channel(), { body: channelBody }),
  'channels.setState': () => ofId(channel(), { body: { state: 'disabled' } }),
  'channels.reset': () => ofId(channel()),
  'channels.remove': () => ofId(channel()),
  'channels.restore': async () => {
    const { client, id } = { client: plane.client(user), id: await channel() };
    await client(contract.channels.update, { params: { id }, body: channelBody });
    const versions = await client(contract.channels.history, { params: { id } });
    return { params: { id, versionId: versions.at(-1)?.id ?? '' }, body: {} };
  },
  'channels.addBreak': async () => {
    const start = new Date(Date.now() + 3_600_000).toISOString();
    const scheduled = addChannel(plane.database, tenantId, { schedulerExternalId: 's' });
    return { params: { id: (await scheduled).id }, body: { start, duration: 30 } };
  },
  'channels.removeBreak': addBreak,
  'egressGrants.update': async () => ({ body: { tenant: tenantId, entries: [originHost] } }),
  'flows.create': async () => ({ body: flowBody }),
  'flows.update': () => ofId(addFlow(), { body: { ...flowBody, name: 'Another' } }),
  'flows.remove': () => ofId(addFlow()),
  'invitations.remove': () => ofId(addInvitation()),
  'jobs.update': () => ofId(addJob(), { body: { name: 'New' } }),
  'jobs.cancel': () => ofId(addJob()),
  'jobs.rerun': () => ofId(addJob('failed')),
  'loginSessions.end': () => ofId(addSession(user.userId)),
  'loginSessions.endOthers': async () => {
    await addSession(user.userId);
    return {};
  },
  'loginSessions.endOfUser': async () => {
    const id = await addUser(plane.database, tenantId);
    return { params: { id, sessionId: await addSession(id) } };
  },
  'medias.create': async () => ({ body: { name: 'A media', url: 'https://o.example/a.mp4' } }),
  'medias.update': () =>
    ofId(addMedia(), { body: { name: 'New', url: 'https://o.example/a.mp4' } }),
  'medias.remove': () => ofId(addMedia()),
  'medias.removeEncoding': async () => {
    await addMedia({ external_resource_id: 'e1' });
    await addMedia({ external_resource_id: 'e1' });
    return { query: { externalResourceId: 'e1' } };
  },
  'notifications.update': () =>
    ofId(createNotificationStore(plane.database).add({ tenantId, topic: 'test', content: 'x' }), {
      body: { status: 'archived' },
    }),
  'playlists.create': async () => ({ body: { name: 'A playlist' } }),
  'playlists.update': () => ofId(addPlaylist(), { body: { name: 'New' } }),
  'playlists.remove': () => ofId(addPlaylist()),
  'reconciliations.create': async () => ({
    body: { name: 'A file', csv: 'Creative,Date,Impressions\na,2026-01-01,1' },
  }),
  'reconciliations.start': () =>
    ofId(addComparison(), {
      body: {
        ...{ creative: 0, time: 1, hour: null, impressions: 2 },
        ...{ timeFormat: 'iso', timeZone: 'UTC' },
      },
    }),
  'reconciliations.remove': () => ofId(addComparison()),
  'reports.saveSettings': async () => ({
    body: {
      ...{ timeZone: 'Europe/Berlin', viewerIdPolicy: 'none', campaignFrom: 'none' },
      ...{ cpm: 9, cpmAdSeconds: 30, currency: 'EUR' },
    },
  }),
  'reportMails.create': async () => ({
    body: { name: 'Board', cards: [{ system: await ssaiSystem(), chart: 'main-kpi' }] },
  }),
  'reportMails.update': () => ofId(addReportMail(), { body: { paused: true } }),
  'reportMails.remove': () => ofId(addReportMail()),
  'reportMails.send': () => ofId(addReportMail()),
  'savedViews.create': async () => ({ body: { name: 'Board', state: { period: 'Today' } } }),
  'savedViews.update': () => ofId(addView(), { body: { name: 'Another' } }),
  'savedViews.remove': () => ofId(addView()),
  'shareLinks.create': async () => ({
    body: {
      ...{ name: 'Board', kind: 'frozen', chart: 'main-kpi', zone: 'UTC' },
      ...{ system: await ssaiSystem(), timePeriods: [{ type: 'Last week' }] },
    },
  }),
  'shareLinks.remove': () => ofId(addLink()),
  'secondFactors.finishTotp': async () => {
    await withoutFactor();
    const body = { confirmation: { password: testPassword } };
    const begun = await plane.client(user)(contract.secondFactors.beginTotp, { body });
    return { body: { step: begun.step, name: 'Phone', code: codeOf(begun.secret) } };
  },
  'secondFactors.finishPasskey': async () => {
    await withoutFactor();
    const body = { confirmation: { password: testPassword } };
    const begun = await plane.client(user)(contract.secondFactors.beginPasskey, { body });
    const passkey = createSoftwarePasskey(plane.url.replace('127.0.0.1', 'localhost'));
    return { body: { step: begun.step, name: 'Laptop', response: passkey.create(begun.options) } };
  },
  'secondFactors.remove': async () => {
    const { id, code } = await addFactor(user.userId);
    return { params: { id }, body: { confirmation: { code } } };
  },
  'secondFactors.renewRecoveryCodes': async () => {
    const { code } = await addFactor(user.userId);
    return { body: { confirmation: { code } } };
  },
  'secondFactors.resetOfUser': async () => {
    const id = await addUser(plane.database, tenantId);
    await addFactor(id);
    return { params: { id } };
  },
  'streamSubscribers.create': async () => ({ body: { name: 'A party' } }),
  'streamSubscribers.remove': () => ofId(addSubscriber()),
  'systems.create': async () => ({ body: { name: 'A cluster', type: 'ssai-cluster' } }),
  'systems.update': () => ofId(addSystem(), { body: { name: 'New', type: 'cdn' } }),
  'systems.remove': () => ofId(addSystem()),
  'tenants.create': async () => ({ body: { name: 'Founded', email: 'first@example.org' } }),
  'tenants.update': () =>
    ofId(Promise.resolve(tenantId), { body: { name: 'Acme', apiKeyHash: keyHash('two') } }),
  'titles.create': async () => ({ body: { name: 'An asset', type: 'movie' } }),
  'titles.update': () => ofId(addTitle(), { body: { name: 'New', type: 'movie' } }),
  'titles.remove': () => ofId(addTitle()),
  'titles.uploadMedia': () => ofId(addTitle(), { form: fileForm() }),
  'uploads.uploadAdSlate': () =>
    ofId(channel(), {
      form: fileForm(),
      headers: { filename: 'a.mp4', filesize: '100', uploadid: 'abcdefgh', profile: '{}' },
    }),
  'uploads.cancelUpload': () => ofId(addUpload()),
  'userSubscriptions.update': () =>
    ofId(Promise.resolve(user.userId), {
      body: {
        subscriptions: [{ topic: 'workflow.jobs.failed', channel: 'email', listenTo: 'all' }],
      },
    }),
  'userSubscriptions.turnOn': () => ofId(addSubscription()),
  'users.invite': async () => ({ body: { email: 'guest@example.org' } }),
  'users.update': () => ofId(Promise.resolve(user.userId), { body: { nickname: 'Chief' } }),
  'users.remove': () => ofId(addUser(plane.database, tenantId)),
  'users.patchAppMetadata': () =>
    ofId(Promise.resolve(user.userId), { body: { selectedChannels: ['c1'] } }),
};

const writing = allRoutes().filter(
  ({ route }) => route.method !== 'GET' && route.roles !== 'public' && route.changes !== false,
);

async function send(route: Route, call: Call): Promise<void> {
  const { params, query, body, form, headers, errorCode } = call;
  const answer = await fetch(plane.url + routeUrl(route.path, params, query), {
    method: route.method,
    headers: {
      ...bearer(user.token),
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
  });
  const text = await answer.text();
  if (errorCode === undefined) expect(answer.ok, text).toBe(true);
  else expect(JSON.parse(text)).toMatchObject({ errorCode });
}

const entries = () =>
  plane.database.system.selectFrom('audit_entries').selectAll().orderBy('id').execute();

describe('every route that changes something', () => {
  it('SEC-S113 has a call here', () => {
    const without = writing.filter(({ name }) => !(name in calls));
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it.each(writing.map(({ name, route }) => [name, route] as const))(
    'SEC-S113 %s leaves exactly one entry with who, where and what',
    async (name, route) => {
      const call = await calls[name]?.();
      if (call === undefined) throw new Error(`no call of ${name}`);
      const before = await entries();
      await send(route, call);
      const added = (await entries()).filter(({ id }) => !before.some((one) => one.id === id));
      expect(added).toHaveLength(1);
      expect(added[0]).toMatchObject({
        ...{ tenant_id: tenantId, user_id: user.userId, user_email: 'chief@example.org' },
        ...{ network: '127.0.0.0/24', route: name, api_key: '' },
      });
      const { kind, target_id: target } = added[0] ?? {};
      expect([kind, target]).not.toContain('');
    },
  );
});

describe('a request that changes nothing', () => {
  it('SEC-S113 leaves no entry: readings, tests, refusals', async () => {
    const before = await entries();
    const client = plane.client(user);
    await client(contract.channels.list, {});
    await client(contract.adServers.test, { body: { adSource: { url: '' } } }).catch(() => 0);
    await expect(
      client(contract.channels.update, { params: { id: 'unknown' }, body: channelBody }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(
      client(contract.channels.create, { body: { ...channelBody, name: '' } }),
    ).rejects.toMatchObject({ status: 422 });
    expect(await entries()).toEqual(before);
  });
});
