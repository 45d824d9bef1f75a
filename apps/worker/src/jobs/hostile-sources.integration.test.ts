import { createServer, type Socket } from 'node:net';
import { listen } from '@interlude/runtime';
import { describe, expect, test, vi } from 'vitest';
import {
  bytes,
  changeFlow,
  drip,
  environment,
  hostileEnvironment,
  nothingIsLeft,
  requestFrom,
} from './hostile-sources.suite.ts';

hostileEnvironment();

describe('files that cannot be used fail at once, by name', () => {
  test.each([
    [
      'a playlist in disguise',
      '#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n',
      'PLAYLIST_IN_DISGUISE',
    ],
    ['noise', Buffer.alloc(50_000, 7), 'NOT_A_MEDIA_FILE'],
    ['a page', '<html><body>Not found</body></html>', 'NOT_A_MEDIA_FILE'],
  ])(
    '%s',
    async (_what, body, finding) => {
      await environment.startWorker();
      const job = await environment.ended(await requestFrom(bytes(body)));
      expect(job).toMatchObject({ status: 'failed', errorCode: 'MEDIA_UNREADABLE', attempt: 1 });
      expect(job.tasks.find(({ type }) => type === 'probe')).toMatchObject({
        status: 'failed',
        findings: [finding],
      });
      await nothingIsLeft();
    },
    60_000,
  );

  test('nothing at all', async () => {
    await environment.startWorker();
    const job = await environment.ended(await requestFrom(bytes('')));
    expect(job).toMatchObject({ errorCode: 'MEDIA_UNREADABLE', attempt: 1 });
    await nothingIsLeft();
  }, 60_000);

  test('an address that leads inward', async () => {
    const forbidden = createServer();
    const port = await listen(createHttp(forbidden), place);
    await environment.startWorker();
    const job = await environment.ended(
      await requestFrom((_request, response) => {
        response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end();
      }),
    );
    expect(job).toMatchObject({ status: 'failed', errorCode: 'URL_FORBIDDEN', attempt: 1 });
    expect(connections).toBe(0);
    forbidden.close();
    await nothingIsLeft();
  }, 60_000);

  test('more bytes than the workflow takes', async () => {
    await changeFlow({ maxBytes: 1_000 });
    await environment.startWorker();
    const job = await environment.ended(await requestFrom(bytes(Buffer.alloc(5_000))));
    expect(job).toMatchObject({ errorCode: 'FETCH_TOO_LARGE', attempt: 1 });
    await changeFlow({});
    await nothingIsLeft();
  }, 60_000);
});

const place = { port: 0, host: '127.0.0.1', variable: 'PORT' };
let connections = 0;
/** Counts connections. */
function createHttp(server: ReturnType<typeof createServer>) {
  server.on('connection', (socket: Socket) => {
    connections += 1;
    socket.destroy();
  });
  return server;
}

describe('a virus scanner', () => {
  /** A stand-in for clamd that reports every file as infected. */
  async function startClamd() {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        if (data.subarray(-4).equals(Buffer.alloc(4)))
          socket.end('stream: Eicar-Signature FOUND\0');
      });
    });
    const port = await listen(server, place);
    return { address: `127.0.0.1:${port}`, stop: () => server.close() };
  }

  test('that finds something ends the job', async () => {
    const clamd = await startClamd();
    await environment.startWorker({ clamdHost: clamd.address });
    const job = await environment.ended(await environment.request());
    expect(job).toMatchObject({ errorCode: 'UPLOAD_INFECTED', attempt: 1 });
    expect(job.error).toContain('Eicar-Signature');
    clamd.stop();
    await nothingIsLeft();
  }, 60_000);
});

describe('what never ends', () => {
  test('JOB-007 is cancelled within seconds, others go on', async () => {
    await environment.startWorker();
    const id = await requestFrom(drip);
    await vi.waitFor(async () => expect(await environment.working()).toHaveLength(1), 20_000);
    await environment.jobs.cancel(environment.tenantId, id);
    await vi.waitFor(async () => expect(await environment.working()).toEqual([]), 5_000);
    expect(await environment.ended(id)).toMatchObject({ errorCode: 'JOB_CANCELLED', attempt: 1 });
    const other = await environment.ended(await requestFrom(bytes('')));
    expect(other.errorCode).toBe('MEDIA_UNREADABLE');
  }, 60_000);
});
