import type { Server } from 'node:http';
import type { ClusterChannel } from '@interlude/contract';
import { createClusterChannelStore } from '@interlude/persistence';
import { createLogger, isPreviewKey, listen } from '@interlude/runtime';
import {
  buildChannel,
  fixedClock,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStitcherServer } from '../http/stitcher-server.ts';
import { createClusterRoutes } from './cluster-routes.ts';

const token = 'a-token-of-the-test';
const secretKey = Buffer.alloc(32, 5);
const clock = fixedClock();
let made: TemplateDatabase;
let server: Server;
let base: string;

async function serve(ssaiApiToken: string | undefined) {
  const started = createStitcherServer({
    routes: createClusterRoutes({
      config: { ssaiApiToken },
      clusterChannels: createClusterChannelStore(made.database),
      secretKey,
      clock,
    }),
    allowCredentials: () => undefined,
    handleHealth: async () => false,
    logger: createLogger({ name: 'test', level: 'silent' }),
    onAnswer: () => undefined,
  });
  const port = await listen(started, { port: 0, host: '127.0.0.1', variable: 'STITCHER_PORT' });
  return { started, address: `http://127.0.0.1:${port}/cluster/v1/channels/` };
}

beforeAll(async () => {
  made = await templateDatabase();
  const { started, address } = await serve(token);
  server = started;
  base = address;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await made.drop();
});

const channel = (part: Partial<ClusterChannel> = {}): ClusterChannel => ({
  version: 5,
  state: 'enabled',
  resets: 0,
  settings: buildChannel({ apiKey: 'of-viewers' }),
  scheduledBreaks: [],
  ...part,
});

async function send(
  method: string,
  path: string,
  body?: unknown,
  authorization = `Bearer ${token}`,
) {
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: { ...(authorization !== '' && { authorization }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: answer.status, json, headers: answer.headers };
}

describe('the channel API of a cluster', () => {
  test('keeps a channel, answers its version and a key for previews, and forgets it', async () => {
    const put = await send('PUT', 'one', channel());
    expect(put).toMatchObject({ status: 200, json: { id: 'one', version: 5 } });
    const got = await send('GET', 'one');
    expect(got.headers.get('cache-control')).toBe('no-store');
    expect(JSON.stringify(got.json)).not.toContain('of-viewers');
    const { previewKey } = got.json as { previewKey: string };
    expect(isPreviewKey(secretKey, 'one', previewKey, clock.now() / 1_000)).toBe(true);

    expect((await send('DELETE', 'one?version=4')).status).toBe(204);
    expect((await send('GET', 'one')).status).toBe(200);
    expect((await send('DELETE', 'one?version=5')).status).toBe(204);
    expect(await send('GET', 'one')).toMatchObject({
      status: 404,
      json: { errorCode: 'CHANNEL_NOT_FOUND' },
    });
    expect((await send('DELETE', 'one')).status).toBe(204);
  });

  test.each(['', 'Bearer', 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`])(
    'answers 401 to "%s" and keeps nothing',
    async (authorization) => {
      const refused = await send('PUT', 'two', channel(), authorization);
      expect(refused).toMatchObject({ status: 401, json: { errorCode: 'TOKEN_INVALID' } });
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
      expect((await send('GET', 'two')).status).toBe(404);
    },
  );

  test('refuses what is no channel, with what is wrong', async () => {
    expect(await send('PUT', 'bad', '{')).toMatchObject({ status: 400 });
    expect(await send('PUT', 'bad', { ...channel(), version: 0 })).toMatchObject({
      status: 422,
      json: { errorCode: 'INVALID_FIELDS' },
    });
    expect((await send('PUT', 'bad', 'x'.repeat(4 * 1024 * 1024 + 1))).status).toBe(413);
    for (const path of ['', 'a/b', '..%2f', 'x'.repeat(101)]) {
      expect((await send('PUT', path, channel())).status, path).toBe(404);
    }
  });

  test('is not there without a token', async () => {
    const { started, address } = await serve(undefined);
    const headers = { authorization: 'Bearer undefined' };
    expect((await fetch(`${address}one`, { headers })).status).toBe(404);
    expect((await fetch(`${address}one`, { method: 'PUT', headers, body: '{}' })).status).toBe(404);
    started.close();
    started.closeAllConnections();
  });
});
