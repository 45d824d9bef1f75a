import { createHash, randomUUID } from 'node:crypto';
import { contract } from '@interlude/contract/api';
import { createApiKeyStore } from '@interlude/persistence';
import { addChannel } from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  failure,
  postJson,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { annotations, channels } = contract;
const dayMs = 86_400_000;
const nowMs = Date.now();
const iso = (ms: number) => new Date(ms).toISOString();
const around = { from: iso(nowMs - dayMs), to: iso(nowMs + dayMs) };

let plane: TestPlane;
let editor: TestUser;
let viewer: TestUser;
beforeAll(async () => {
  plane = await startTestPlane();
  const tenant = await plane.tenant('Acme');
  editor = await plane.user(tenant, 'Editor');
  viewer = await plane.user(tenant, 'Viewer');
});
afterAll(() => plane.stop());

async function finding(channelId: string): Promise<void> {
  const at = new Date(nowMs - 60_000);
  await plane.database.system
    .insertInto('monitoring_findings')
    .values({
      ...{ tenant_id: editor.tenantId, channel_id: channelId, id: 'f', severity: 'error' },
      ...{ owner: 'cdn', cause: 'cdn edge.test', first_seen: at, last_seen: at },
      body: JSON.stringify({ title: 'Segments are missing' }),
    })
    .execute();
}

describe('/api/v2/annotations', () => {
  it('answers marks, changes of channels and incidents on one axis, and each kind by itself', async () => {
    const client = plane.client(editor);
    const channel = await addChannel(plane.database, editor.tenantId, { name: 'News' });
    const { id } = channel;
    await client(channels.setState, { params: { id }, body: { state: 'disabled' } });
    await finding(id);
    await client(annotations.create, {
      body: { text: 'Price change', at: iso(nowMs - dayMs / 2), endsAt: iso(nowMs), channelId: id },
    });
    const all = await client(annotations.list, { query: around });
    expect(all.map(({ kind, text }) => [kind, text])).toEqual([
      ['mark', 'Price change'],
      ['incident', 'Segments are missing (cdn edge.test)'],
      ['change', 'Channel News was changed: state'],
    ]);
    expect(all.every(({ channelIds }) => channelIds.includes(id))).toBe(true);
    const kinds = async (query: object) =>
      (await client(annotations.list, { query: { ...around, ...query } })).map(({ kind }) => kind);
    expect(await kinds({ kinds: 'incident,mark' })).toEqual(['mark', 'incident']);
    expect(await kinds({ channelIds: 'another' })).toEqual([]);
    const before = { from: iso(nowMs - 3 * dayMs), to: iso(nowMs - dayMs) };
    expect(await client(annotations.list, { query: before })).toEqual([]);
    const seen = await plane.client(viewer)(annotations.list, { query: around });
    expect(seen.map(({ kind }) => kind)).toEqual(['mark', 'change']);
  });

  it('a machine adds a deploy with its API key, now where it says no time, and a person removes it', async () => {
    const key = randomUUID();
    await createApiKeyStore(plane.database).create(editor.tenantId, {
      ...{ name: 'CI', keyHash: createHash('sha256').update(key).digest('hex'), role: 'Editor' },
      ...{ scopes: ['write'], requestsPerMinute: 60, expiresAt: null, createdBy: '' },
    });
    const answer = await postJson(
      `${plane.url}${annotations.create.path}`,
      { text: 'Deploy 1.2.3' },
      bearer(key),
    );
    expect(answer.status).toBe(201);
    const made = (await answer.json()) as { id: string; at: string };
    expect(made).toMatchObject({ kind: 'mark', createdBy: 'CI', channelIds: [], endsAt: null });
    expect(Math.abs(Date.parse(made.at) - Date.now())).toBeLessThan(60_000);
    const params = { id: made.id };
    await plane.client(editor)(annotations.remove, { params });
    const gone = plane.client(editor)(annotations.remove, { params });
    expect((await failure(gone)).code).toBe('ANNOTATION_NOT_FOUND');
  });

  it('SEC-S106 refuses with a sentence times without end, other channels, and long periods', async () => {
    const client = plane.client(editor);
    const abroad = await addChannel(plane.database, await plane.tenant('Beta'));
    const add = async (more: object) =>
      (await failure(client(annotations.create, { body: { text: 'x', ...more } }))).code;
    const now = { at: iso(nowMs) };
    expect(await add({ at: iso(nowMs - 800 * dayMs) })).toBe('ANNOTATION_TIME_INVALID');
    expect(await add({ at: iso(nowMs + 40 * dayMs) })).toBe('ANNOTATION_TIME_INVALID');
    expect(await add({ ...now, endsAt: iso(nowMs) })).toBe('ANNOTATION_TIME_INVALID');
    expect(await add({ ...now, endsAt: iso(nowMs + 32 * dayMs) })).toBe('ANNOTATION_TIME_INVALID');
    expect(await add({ ...now, channelId: abroad.id })).toBe('CHANNEL_NOT_FOUND');
    expect(await add({ text: 'x'.repeat(201) })).toBe('INVALID_FIELDS');
    const long = { from: iso(nowMs - 801 * dayMs), to: iso(nowMs) };
    const refused = await failure(client(annotations.list, { query: long }));
    expect([refused.status, refused.code]).toEqual([400, 'ANNOTATION_PERIOD_INVALID']);
  });
});
