import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { channelSettings, secretPlaceholder, systemTypeNames } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { createChannelStore, createMediaEgressStore } from '@interlude/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { systems, medias } = contract;

let bitmovin: Server;
let bitmovinUrl: string;
let requested: { key: unknown; organization: unknown; url: string | undefined }[] = [];
let plane: TestPlane;
let user: TestUser;
let client: Client;

beforeAll(async () => {
  bitmovin = createServer(({ headers, url }, response) => {
    requested.push({ key: headers['x-api-key'], organization: headers['x-tenant-org-id'], url });
    if (headers['x-api-key'] === 'redirect') {
      response.writeHead(302, { location: 'http://127.0.0.1:1/steal' }).end();
      return;
    }
    const good = headers['x-api-key'] === 'good-key';
    const data = { message: `Wrong API key ${headers['x-api-key']}\r\nprovided` };
    const body = good ? { status: 'SUCCESS' } : { status: 'ERROR', data };
    response.writeHead(good ? 200 : 401).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => bitmovin.listen(0, '127.0.0.1', resolve));
  const { port } = bitmovin.address() as AddressInfo;
  bitmovinUrl = `http://127.0.0.1:${port}/v1`;
  plane = await startTestPlane({ env: { EGRESS_ALLOW: `127.0.0.1:${port}` } });
  user = await plane.user(await plane.tenant('Acme'), 'SuperAdmin');
  client = plane.client(user);
});
afterAll(async () => {
  await plane.stop();
  await new Promise((resolve) => bitmovin.close(resolve));
});

const encoder = (settings: object) => ({
  name: 'Cloud',
  type: 'bitmovin' as const,
  settings: { apiKey: 'good-key', organizationId: 'org', baseUrl: bitmovinUrl, ...settings },
});

describe('GET /api/v2/systems', () => {
  it('SYS-001 API-043 lists them; every role may see the summary', async () => {
    const listed = await client(systems.list, { query: { sort: 'type' } });
    expect(listed.map(({ type }) => type)).toEqual(['cdn', 'ffmpeg', 'local', 'ssai-cluster']);
    const viewer = plane.client(await plane.user(user.tenantId, 'Viewer'));
    const summary = await viewer(systems.listSummary, {});
    expect(Object.keys(summary[0] ?? {}).sort()).toEqual(['category', 'id', 'name', 'type']);
    expect((await failure(viewer(systems.list, {}))).status).toBe(403);
  });

  it('DATA-023 one has name, type, category, settings with the base URL of beacons, and a creation time', async () => {
    const settings = { beaconsBaseUrl: 'https://beacons.example' };
    const body = { name: 'Cluster', type: 'ssai-cluster' as const, settings };
    const made = await client(systems.create, { body });
    expect(made).toMatchObject({ ...body, category: 'ssai' });
    expect(Date.parse(made.createdAt)).not.toBeNaN();
    expect(await client(systems.read, { params: { id: made.id } })).toEqual(made);
    await client(systems.remove, { params: { id: made.id } });
  });

  it('SYS-003 API-023 DATA-024 the schema has the enums of type and category', async () => {
    const schema = (await client(systems.schema, {})) as {
      properties: { type: { enum: string[] }; category: { enum: string[] } };
    };
    expect(schema.properties.type.enum).toEqual([...systemTypeNames]);
    expect(schema.properties.type.enum).toEqual(expect.arrayContaining(['cdn', 'bitmovin']));
    expect(schema.properties.category.enum).toEqual(['ssai', 'encoder', 'storage']);
  });

  it('SYS-004 SYS-005 OP-54 the schema of a type has its settings; secrets are passwords', async () => {
    const schema = await client(systems.schema, { query: { item: 'bitmovin' } });
    expect(schema).toMatchObject({
      properties: {
        apiKey: { type: 'string', format: 'password', writeOnly: true },
        organizationId: { type: 'string' },
      },
      required: ['apiKey'],
    });
    const azure = await client(systems.schema, { query: { item: 'azure' } });
    const { properties } = azure as { properties: Record<string, { format?: string }> };
    const secrets = Object.keys(properties).filter(
      (name) => properties[name]?.format === 'password',
    );
    expect(secrets).toEqual(['storageKey', 'activeDirectoryClientSecret']);
  });
});

describe('secrets', () => {
  it('SYS-006 OP-30 SEC-S13 are answered as a placeholder, and kept when it is sent back', async () => {
    const made = await client(systems.create, { body: encoder({ apiKey: 'very-secret' }) });
    expect(made.settings).toMatchObject({ apiKey: secretPlaceholder, organizationId: 'org' });
    const params = { id: made.id };
    const body = encoder({ apiKey: secretPlaceholder, organizationId: 'other' });
    const saved = await client(systems.update, { params, body });
    expect(saved.settings).toMatchObject({ apiKey: secretPlaceholder, organizationId: 'other' });
    requested = [];
    await client(systems.checkBitmovin, { body: { id: made.id } });
    expect(requested).toEqual([
      { key: 'very-secret', organization: 'other', url: '/v1/account/information' },
    ]);
    const everything = JSON.stringify([await client(systems.list, {}), plane.logLines]);
    expect(everything).not.toContain('very-secret');
  });

  it('OP-30 a placeholder that stands for nothing is refused', async () => {
    const create = client(systems.create, { body: encoder({ apiKey: secretPlaceholder }) });
    expect((await failure(create)).details).toMatchObject({
      errors: { 'settings.apiKey': expect.stringContaining('Enter the value again') },
    });
    const made = await client(systems.create, { body: encoder({}) });
    const settings = { accountName: 'a', container: 'c', storageKey: secretPlaceholder };
    const body = { name: 'Blob', type: 'azure' as const, settings };
    const retyped = client(systems.update, { params: { id: made.id }, body });
    expect((await failure(retyped)).code).toBe('INVALID_FIELDS');
  });

  it('an empty secret that is not required takes the stored one away', async () => {
    const settings = { accountName: 'a', container: 'c', storageKey: 'secret' };
    const body = { name: 'Blob', type: 'azure' as const, settings };
    const made = await client(systems.create, { body });
    const without = { ...body, settings: { ...settings, storageKey: '' } };
    const saved = await client(systems.update, { params: { id: made.id }, body: without });
    expect(saved.settings['storageKey'] ?? '').toBe('');
  });
});

describe('POST and PUT /api/v2/systems', () => {
  it.each([
    [{ type: 's3', settings: {} }, 'settings.endpoint: I should not be empty!'],
    [encoder({ baseUrl: 'nowhere' }), 'settings.baseUrl: I should be a valid URL!'],
    [encoder({ colour: 'red' }), 'A system of type bitmovin has no setting colour.'],
    [{ type: 'cdn', settings: { source: 'logs' } }, 'Choose one of egress-counter.'],
    [{ type: 'teleporter' }, 'type: '],
    [{ type: 'cdn', name: ' ' }, 'name: I should not be empty!'],
  ])('SYS-010 refuses %j by field', async (part, message) => {
    const body = { name: 'A system', ...part } as Parameters<
      typeof client<typeof systems.create>
    >[1]['body'];
    const error = await failure(client(systems.create, { body }));
    expect(error.status).toBe(422);
    expect(error.message).toContain(message);
  });

  it('SEC-S1 refuses an address inside, also for the check', async () => {
    const inside = encoder({ baseUrl: 'http://169.254.169.254/v1' });
    expect((await failure(client(systems.create, { body: inside }))).code).toBe('URL_FORBIDDEN');
    const s3 = { endpoint: 'http://10.0.0.1:9000', region: 'auto', bucket: 'b' };
    const settings = { ...s3, accessKeyId: 'a', secretAccessKey: 's' };
    const body = { name: 'Bucket', type: 's3' as const, settings };
    expect((await failure(client(systems.create, { body }))).code).toBe('URL_FORBIDDEN');
  });

  it('SEC-S23 a cluster that plays channels with secrets keeps its address', async () => {
    const settings = { baseUrl: 'https://one.example', apiToken: 'token-of-the-cluster' };
    const body = { name: 'Played', type: 'ssai-cluster' as const, settings };
    const { id: systemId } = await client(systems.create, { body });
    const move = (baseUrl: string) =>
      client(systems.update, {
        params: { id: systemId },
        body: { ...body, settings: { ...settings, baseUrl } },
      });
    await move('https://two.example');
    const fields = { name: 'C', sourceManifestUrl: 'https://origin.example/a.m3u8', apiKey: 'k' };
    const store = createChannelStore(plane.database);
    await store.create(user.tenantId, channelSettings.parse({ ...fields, systemId }));
    expect((await failure(move('https://three.example'))).message).toContain(
      'settings.baseUrl: 1 channels',
    );
    await move('https://two.example/api');
  });

  it('SYS-011 an unknown system is 404; a save on an old reading is refused', async () => {
    const params = { id: 'unknown' };
    const unknown = await failure(client(systems.read, { params }));
    expect([unknown.status, unknown.message]).toEqual([404, 'System not found']);
    const body = { name: 'Cluster', type: 'ssai-cluster' as const };
    const made = await client(systems.create, { body });
    const save = () =>
      client(systems.update, {
        params: { id: made.id },
        body: { ...body, updatedAt: made.updatedAt },
      });
    await save();
    expect((await failure(save())).code).toBe('EDIT_CONFLICT');
    await client(systems.remove, { params: { id: made.id } });
    expect((await failure(client(systems.read, { params: { id: made.id } }))).status).toBe(404);
  });

  it('SYS-012 SYS-013 the medias of a system are counted by its id', async () => {
    const made = await client(systems.create, { body: { name: 'CDN 2', type: 'cdn' } });
    const body = { name: 'm', url: 'https://a.example/m.mp4', createdBySystemId: made.id };
    await client(medias.create, { body });
    const query = { createdBySystemId: made.id, limit: 1 };
    expect((await client(medias.list, { query })).totalCount).toBe(1);
  });
});

describe('POST /api/v2/systems/checkBitmovin', () => {
  it('SYS-008 API-040 OP-82 says whether the credentials are accepted', async () => {
    const { id } = await client(systems.create, { body: encoder({}) });
    const check = (query: object) => client(systems.checkBitmovin, { body: { id, ...query } });
    expect((await check({ apiKey: secretPlaceholder })).status).toBe('SUCCESS');
    const wrong = await check({ apiKey: 'wrong-key' });
    expect(wrong).toEqual({
      status: 'ERROR',
      message: 'Bitmovin answered 401: Wrong API key … provided',
    });
    expect(await client(systems.checkBitmovin, { body: {} })).toEqual({
      ...{ status: 'ERROR', message: 'Enter the API key.' },
    });
    expect((await failure(check({ id: 'unknown' }))).code).toBe('SYSTEM_NOT_FOUND');
    expect(plane.logLines.join('')).not.toMatch(/wrong-key|good-key/);
    expect(contract.systems.checkBitmovin).not.toHaveProperty('query');
  });

  it('SYS-008 a key goes nowhere else: no redirect, no line break, no foreign system', async () => {
    const { id } = await client(systems.create, { body: encoder({}) });
    const check = (query: object) => client(systems.checkBitmovin, { body: { id, ...query } });
    expect(await check({ apiKey: 'redirect' })).toMatchObject({ status: 'ERROR' });
    expect(await check({ apiKey: 'a\r\nx-evil: 1' })).toMatchObject({
      message: 'The API key or the organization ID contains invalid characters.',
    });
    const stranger = plane.client(await plane.user(await plane.tenant('Beta'), 'SuperAdmin'));
    const foreign = stranger(systems.checkBitmovin, { body: { id } });
    expect((await failure(foreign)).status).toBe(404);
  });
});

describe('GET /api/v2/systems/:id/get-cdn-metrics/bandwidth', () => {
  it('API-041 answers the bytes of ads that were served between two times', async () => {
    const [cdn] = await client(systems.list, { query: { type: 'cdn', sort: 'createdAt' } });
    const store = createMediaEgressStore(plane.database);
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600 - 7_200;
    const served = { tenantId: user.tenantId, atMs: hour * 1_000 };
    await store.add([
      { ...served, kind: 'ads', bytes: 5_000 },
      { ...served, kind: 'sources', bytes: 70_000 },
    ]);
    const params = { id: cdn?.id ?? '' };
    const bandwidth = (from: number, to: number, id = params.id) =>
      client(systems.bandwidth, { params: { id }, query: { from, to } });
    expect(await bandwidth(hour, hour + 3_600)).toEqual({ bandwidth: 5_000 });
    expect(await bandwidth(hour + 3_600, hour + 7_200)).toEqual({ bandwidth: 0 });
    const [local] = await client(systems.list, { query: { type: 'local' } });
    expect(await failure(bandwidth(0, 1, local?.id))).toMatchObject({
      code: 'SYSTEM_TYPE_WRONG',
      message: 'The system is of type local, and this needs one of type cdn.',
    });
  });
});
