import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { channelEntry, startStitcher, type TestStitcher } from '../testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;

beforeAll(async () => {
  environment = new TestEnvironment();
  await environment.start();
  const sourceManifestUrl = `${environment.base}/live/master.m3u8`;
  stitcher = await startStitcher(environment, [
    channelEntry('c1', { name: 'test', sourceManifestUrl }),
  ]);
});
afterAll(async () => {
  await stitcher.stop();
  await environment.stop();
});

async function closedAfterMs(socket: Socket): Promise<number> {
  const startedMs = performance.now();
  await once(socket, 'close');
  return performance.now() - startedMs;
}

test('SEC-S12 500 clients that send a header now and then are cut off; others are served meanwhile', async () => {
  const sockets = Array.from({ length: 500 }, () => {
    const socket = connect(stitcher.port, '127.0.0.1');
    socket.on('error', () => undefined).on('data', () => undefined);
    socket.write('GET /hls/c1/master.m3u8 HTTP/1.1\r\nhost: a\r\n');
    const drip = setInterval(() => socket.write('x-drip: 1\r\n'), 1_000);
    socket.on('close', () => clearInterval(drip));
    return socket;
  });
  const closed = Promise.all(sockets.map(closedAfterMs));
  const answer = await fetch(`http://127.0.0.1:${stitcher.port}/hls/c1/master.m3u8`);
  expect(await answer.text()).toContain('#EXTM3U');
  expect(Math.max(...(await closed))).toBeLessThan(20_000);
}, 40_000);
