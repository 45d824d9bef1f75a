import { once } from 'node:events';
import { connect } from 'node:net';
import { listen } from '@interlude/runtime';
import { expect, it } from 'vitest';
import { createLimitedServer, requestLimits } from './server-limits.ts';

/** Answer to a client that sends this much of a request and then nothing. */
async function answerTo(sent: string): Promise<string> {
  const limits = { headersTimeoutMs: 100, requestTimeoutMs: 100, checkEveryMs: 20 };
  const server = createLimitedServer(() => undefined, limits);
  const port = await listen(server, { port: 0, host: '127.0.0.1', variable: 'PORT' });
  const socket = connect(port, '127.0.0.1', () => socket.write(sent));
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  await once(socket, 'close');
  server.close();
  return answer;
}

it.each([
  ['headers', 'POST /api/login HTTP/1.1\r\nhost: x\r\n'],
  ['a body', 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{'],
])('SEC-S12 half of %s is ended with 408 when its time is over', async (_what, sent) => {
  expect(await answerTo(sent)).toMatch(/^HTTP\/1.1 408 /);
});

it('SEC-S12 half a request has less than fifteen seconds', () => {
  const { headersTimeoutMs, checkEveryMs } = requestLimits;
  expect(headersTimeoutMs + checkEveryMs).toBeLessThan(15_000);
});
