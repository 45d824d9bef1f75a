import { type Client, contract } from '@interlude/contract/api';
import { addChannel } from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, startTestPlane, type TestPlane } from '../../testing/control-plane.suite.ts';

const { channels } = contract;
const source = 'https://origin.example/a.m3u8';
const apiKey = 'k'.repeat(20);

let plane: TestPlane;
let tenantId: string;
let client: Client;

beforeAll(async () => {
  plane = await startTestPlane();
  tenantId = await plane.tenant('Acme');
  client = plane.client(await plane.user(tenantId, 'Editor', 'editor@example.org'));
});
afterAll(() => plane.stop());

async function changedChannel() {
  const body = { name: 'News', sourceManifestUrl: source, apiKey };
  const { id } = await client(channels.create, { body });
  const params = { id };
  await client(channels.update, {
    params,
    body: { ...body, name: 'Late News', timeShiftWindow: 600 },
  });
  await client(channels.setState, { params, body: { state: 'enabled' } });
  const versions = await client(channels.history, { params });
  return { params, body, versions };
}

describe('the history of a channel', () => {
  it('SEC-S113 says who made which change, newest first', async () => {
    const { versions } = await changedChannel();
    expect(
      versions.map(({ action, userEmail, fields }) => [
        action,
        userEmail,
        fields.map(({ path }) => path),
      ]),
    ).toEqual([
      ['updated', 'editor@example.org', ['state']],
      ['updated', 'editor@example.org', ['name', 'timeShiftWindow']],
      ['created', 'editor@example.org', []],
    ]);
  });

  it('SEC-S114 shows a version beside the present settings, secrets masked in both', async () => {
    const { params, versions } = await changedChannel();
    const versionId = versions.at(-1)?.id ?? '';
    const version = await client(channels.readVersion, { params: { ...params, versionId } });
    expect(version.fields.map(({ path, after }) => [path, after])).toContainEqual(['name', 'News']);
    expect([version.settings['apiKey'], version.present['apiKey']]).toEqual([
      '********',
      '********',
    ]);
    expect(version.fields.map(({ path }) => path)).not.toContain('apiKey');
  });

  it('SEC-S113 restores a version by a save: settings go back, secret and state stay, and the history grows', async () => {
    const { params, versions } = await changedChannel();
    const versionId = versions.at(-1)?.id ?? '';
    const restored = await client(channels.restore, { params: { ...params, versionId }, body: {} });
    expect(restored).toMatchObject({ name: 'News', state: 'enabled', apiKey });
    const [newest, ...rest] = await client(channels.history, { params });
    expect(newest?.fields).toContainEqual({ path: 'name', before: 'Late News', after: 'News' });
    expect(rest).toHaveLength(3);
  });

  it('SEC-S23 a version that would send a secret elsewhere is refused like such a save', async () => {
    const headers = { sourceHeaders: { 'x-key': 'secret' } };
    const body = { name: 'News', sourceManifestUrl: source, ...headers };
    const { id } = await client(channels.create, { body });
    const moved = { ...body, sourceManifestUrl: 'https://elsewhere.example/a.m3u8' };
    await client(channels.update, { params: { id }, body: moved });
    const versionId = (await client(channels.history, { params: { id } })).at(-1)?.id ?? '';
    const error = await failure(client(channels.restore, { params: { id, versionId }, body: {} }));
    expect([error.status, error.code]).toEqual([422, 'INVALID_FIELDS']);
    expect(JSON.stringify(error.details)).toContain('sourceHeaders.x-key');
  });

  it('SEC-S113 a save on an old reading, an unknown version and one of another channel are refused', async () => {
    const { params, versions } = await changedChannel();
    const other = await changedChannel();
    const versionId = versions[0]?.id ?? '';
    const restore = (id: string, version: string, body = {}) =>
      failure(client(channels.restore, { params: { id, versionId: version }, body }));
    const old = { updatedAt: '2020-01-01T00:00:00.000Z' };
    expect((await restore(params.id, versionId, old)).code).toBe('EDIT_CONFLICT');
    for (const unknown of ['1x', '99999999', 'before-99999999', "1' or '1"]) {
      expect((await restore(params.id, unknown)).code).toBe('CHANNEL_VERSION_NOT_FOUND');
    }
    expect((await restore(other.params.id, versionId)).code).toBe('CHANNEL_VERSION_NOT_FOUND');
    expect((await restore('unknown', versionId)).code).toBe('CHANNEL_NOT_FOUND');
  });

  it('SEC-S113 a channel from before the audit log can go back to what it was', async () => {
    const { id } = await addChannel(plane.database, tenantId, { name: 'Old' });
    expect(await client(channels.history, { params: { id } })).toEqual([]);
    const body = { name: 'New', sourceManifestUrl: source };
    await client(channels.update, { params: { id }, body });
    const versions = await client(channels.history, { params: { id } });
    expect(versions.map(({ action }) => action)).toEqual(['updated', 'earlier']);
    const versionId = versions.at(-1)?.id ?? '';
    const restored = await client(channels.restore, { params: { id, versionId }, body: {} });
    expect(restored.name).toBe('Old');
  });
});
