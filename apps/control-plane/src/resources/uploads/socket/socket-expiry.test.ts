import type { AddressInfo } from 'node:net';
import { uploadEventsPath } from '@interlude/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveUploadSocket } from './serve-upload-socket.ts';
import { createUploadSockets, type UploadSockets } from './upload-sockets.ts';

const user = { tenantId: 'tenant', userId: 'user' };
let app: FastifyInstance;
let sockets: UploadSockets;
let address: string;
/** Of the next token, seconds from now. */
let validSeconds = 60;

beforeAll(async () => {
  app = Fastify();
  sockets = createUploadSockets({ subscribe: () => () => undefined }, Date.now);
  await serveUploadSocket(app, {
    sockets,
    tickets: { use: async () => user },
    verify: async () => ({
      subject: 'user',
      claims: { exp: Math.floor(Date.now() / 1_000) + validSeconds },
    }),
    findMember: async () => ({
      userId: 'user',
      email: 'user@example.org',
      currentTenantId: 'tenant',
      roles: new Map([['tenant', 'Editor' as const]]),
    }),
    publicUrl: 'http://127.0.0.1',
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  address = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}${uploadEventsPath}`;
});
afterAll(async () => {
  sockets.closeAll();
  await app.close();
});

async function open(token: string): Promise<{ socket: WebSocket; closed: Promise<CloseEvent> }> {
  const socket = new WebSocket(`${address}?token=${token}`);
  const closed = new Promise<CloseEvent>((resolve) => {
    socket.onclose = resolve;
  });
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  return { socket, closed };
}

it('SEC-S5 a socket that was opened with an access token ends with the token, the others go on', async () => {
  validSeconds = 60;
  const long = await open('ey.long.token');
  const byTicket = await open('ticket');
  validSeconds = 2;
  const short = await open('ey.short.token');
  const openedMs = Date.now();
  expect(sockets.count()).toBe(3);
  expect(await short.closed).toMatchObject({ code: 1008, reason: 'the token has expired' });
  expect(Date.now() - openedMs).toBeLessThan(4_000);
  for (const { socket } of [long, byTicket]) expect(socket.readyState).toBe(WebSocket.OPEN);
  await expect.poll(() => sockets.count()).toBe(2);
});
