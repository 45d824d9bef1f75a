import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { keepClientAddress } from './client-address.ts';

/** Result of `read` when the connection of a request has ended while the handler runs. */
async function readAtEnd<T>(
  app: FastifyInstance,
  read: (request: FastifyRequest) => T,
): Promise<T> {
  const seen = Promise.withResolvers<T>();
  const arrived = Promise.withResolvers<void>();
  app.get('/', async (request) => {
    arrived.resolve();
    await once(request.raw.socket, 'close');
    seen.resolve(read(request));
    return '';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const client = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: console.test\r\n\r\n');
    await arrived.promise;
    client.destroy();
    return await seen.promise;
  } finally {
    await app.close();
  }
}

it('a request keeps the address of its client, which its connection has no more when it has ended', async () => {
  expect(await readAtEnd(Fastify(), (request) => request.ip)).toBeUndefined();
  const app = Fastify();
  keepClientAddress(app);
  expect(await readAtEnd(app, (request) => request.clientAddress)).toBe('127.0.0.1');
});
