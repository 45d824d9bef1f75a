import { connect } from 'node:net';
import { createLogger, listen } from '@interlude/runtime';
import { expect, test } from 'vitest';
import { clientLimits, closeServer, createStitcherServer } from './stitcher-server.ts';

const options = {
  routes: [],
  handleHealth: async (_request: unknown, response: { end(text: string): unknown }) => {
    response.end('ok');
    return true;
  },
  allowCredentials: () => undefined,
  logger: createLogger({ name: 'test', level: 'silent' }),
  onAnswer: () => undefined,
};

test('SEC-S12 clients that send a header now and then are cut off; others are served meanwhile', async () => {
  const limits = { ...clientLimits, headersTimeoutMs: 200, checkConnectionsEveryMs: 50 };
  const server = createStitcherServer(options, limits);
  const port = await listen(server, { port: 0, host: '127.0.0.1', variable: 'STITCHER_PORT' });
  const closed = Array.from({ length: 50 }, async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).on('data', () => undefined);
    socket.write('GET /health HTTP/1.1\r\nhost: a\r\n');
    const drip = setInterval(() => socket.write('x-drip: 1\r\n'), 20);
    // A write after the server has closed is an error of the socket, before its end.
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(drip);
  });
  expect(await (await fetch(`http://127.0.0.1:${port}/health`)).text()).toBe('ok');
  await Promise.all(closed);
  await closeServer(server);
});

test('SEC-S12 the headers of a request have less than twenty seconds', () => {
  const { headersTimeoutMs, checkConnectionsEveryMs } = clientLimits;
  expect(headersTimeoutMs + checkConnectionsEveryMs).toBeLessThan(20_000);
});
