import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isGone } from './test-server.ts';

/** ErrorResponse of the PostgreSQL protocol: too_many_connections. */
const fields = Buffer.from('SFATAL\0C53300\0Msorry, too many clients already\0\0');
const length = Buffer.alloc(4);
length.writeInt32BE(fields.length + 4);
const tooManyClients = Buffer.concat([Buffer.from('E'), length, fields]);

test('a server that is full is not gone: its files stay until it ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-full-'));
  const url = `postgres://nobody@${encodeURIComponent(folder)}:5432/postgres`;
  let refused = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      refused += 1;
      socket.end(tooManyClients);
      if (refused === 2) server.close();
    });
  }).listen(join(folder, '.s.PGSQL.5432'));
  await once(server, 'listening');
  expect(await isGone(url)).toBe(true);
  expect(refused).toBe(2);
  await rm(folder, { recursive: true, force: true });
});
