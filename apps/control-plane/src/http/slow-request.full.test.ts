import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPlane, type TestPlane } from '../testing/control-plane.suite.ts';

let plane: TestPlane;
beforeAll(async () => {
  plane = await startTestPlane();
});
afterAll(() => plane.stop());

it('SEC-S12 half a request is ended with 408 within fifteen seconds', async () => {
  const started = Date.now();
  const socket = connect(plane.plane.port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.write('POST /api/login HTTP/1.1\r\nhost: x\r\n');
  await once(socket, 'close');
  expect(answer).toContain('408');
  expect(Date.now() - started).toBeLessThan(15_000);
});
