import { createHmac } from 'node:crypto';
import type { Channel } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { isPreviewKey, sealSecret } from '@interlude/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, startTestPlane, type TestPlane } from '../../testing/control-plane.suite.ts';

const { channels } = contract;

let plane: TestPlane;
let client: Client;
let viewer: Client;

beforeAll(async () => {
  plane = await startTestPlane({ env: { STITCHER_PUBLIC_URL: 'https://play.example' } });
  const tenantId = await plane.tenant('Acme');
  client = plane.client(await plane.user(tenantId, 'Editor'));
  viewer = plane.client(await plane.user(tenantId, 'Viewer'));
});
afterAll(() => plane.stop());

const create = (name: string, more: object = {}): Promise<Channel> => {
  const sourceManifestUrl = 'https://origin.example/live/master.m3u8';
  return client(channels.create, { body: { name, sourceManifestUrl, ...more } });
};

describe('GET /api/v2/channels/:id/preview', () => {
  const preview = (as: Client, id: string) => as(channels.preview, { params: { id } });

  it('answers the output address of a channel without viewer credentials', async () => {
    const made = await create('Open');
    const answer = await preview(viewer, made.id);
    expect(answer).toEqual({ uri: made.outputUri, expiresAt: null });
    expect((await failure(preview(viewer, 'unknown'))).status).toBe(404);
  });

  it.each([
    ['SHA256', 'sha256', 3_600, 300],
    ['SHA1', 'sha1', 60, 60],
  ])('SEC-S13 carries a short-lived token signed with %s', async (method, name, window, valid) => {
    const hmac = { secret: 'hmac-secret', method, window };
    const made = await create('Signed', { type: 'dash-live', authentication: { hmac } });
    const requestedMs = Date.now();
    const { uri, expiresAt } = await preview(viewer, made.id);
    const [address, token = ''] = uri.split('?hdnts=');
    expect(address).toBe(made.outputUri);
    const [signed = '', signature] = token.split('~hmac=');
    const expires = Math.floor(Date.parse(expiresAt ?? '') / 1000);
    expect(signed).toBe(`exp=${expires}~acl=*/dash/${made.id}/*`);
    expect(signature).toBe(createHmac(name, 'hmac-secret').update(signed).digest('hex'));
    expect(Math.abs(expires - requestedMs / 1000 - valid)).toBeLessThan(5);
  });

  it('an encrypted secret is opened; one that cannot be makes no token', async () => {
    const sealed = sealSecret(plane.database.secretKey, 'kept safe', 'viewer tokens').split('.');
    const parts = sealed.slice(1).map((part) => Buffer.from(part, 'base64url'));
    const secret = Buffer.concat(parts).toString('hex');
    const of = async (hmac: object) =>
      (await preview(client, (await create('Sealed', { authentication: { hmac } })).id)).uri;
    const uri = await of({ secret, isSecretEncrypted: true });
    const [signed = '', signature] = uri.slice(uri.indexOf('exp=')).split('~hmac=');
    expect(signature).toBe(createHmac('sha256', 'kept safe').update(signed).digest('hex'));
    expect(await of({ secret: 'ab'.repeat(40), isSecretEncrypted: true })).not.toContain('?');
  });

  it('OP-30 has a key of its own in place of the api-key, for everybody', async () => {
    const { id } = await create('Keyed', { apiKey: 'secret-key' });
    for (const as of [client, viewer]) {
      const { uri, expiresAt } = await preview(as, id);
      const given = new URL(uri).searchParams.get('api-key') ?? '';
      expect(isPreviewKey(plane.database.secretKey, id, given, Date.now() / 1000)).toBe(true);
      expect(uri).not.toContain('never');
      expect(expiresAt).not.toBeNull();
    }
  });
});
