import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listQuery } from '@interlude/contract';
import { createFlowStore } from '@interlude/persistence';
import { listen } from '@interlude/runtime';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createJobWorld, type JobWorld, profile } from '../testing/job-world.suite.ts';
import { processes } from '../testing/processes.suite.ts';

let world: JobWorld;
beforeAll(async () => {
  world = await createJobWorld(8);
}, 60_000);
afterEach(() => world.stopWorkers(), 30_000);
afterAll(() => world.end(), 30_000);

let files = 0;
type Answer = Parameters<JobWorld['source']['answers']['set']>[1];
/** A job on a file that the source answers so. */
function ask(answer: Answer): Promise<string> {
  files += 1;
  world.source.answers.set(`/hostile-${files}.mp4`, answer);
  return world.ask({ mediaUrl: `${world.source.url}/hostile-${files}.mp4` });
}
const bytes =
  (body: string | Buffer): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' }).end(body);
  };

async function nothingIsLeft(): Promise<void> {
  await vi.waitFor(async () => expect(await world.working()).toEqual([]), 5_000);
  expect(await world.stored()).toEqual([]);
}

async function changeFlow(part: { attempts?: number; timeout?: number; maxBytes?: number }) {
  const flows = createFlowStore(world.database);
  const { rows } = await flows.list(world.tenantId, listQuery.parse({}));
  const flow = rows.find(({ name }) => name === 'channel-assets-conditioning');
  if (flow === undefined) throw new Error('no workflow');
  const { maxBytes = 1_073_741_824 } = part;
  await flows.update(world.tenantId, flow.id, {
    ...flow,
    attempts: part.attempts ?? 3,
    timeout: part.timeout ?? 60,
    taskTemplates: flow.taskTemplates.map((task) =>
      task.type === 'download' ? { ...task, settings: { maxBytes } } : task,
    ),
  });
}

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
      await world.startWorker();
      const job = await world.ended(await ask(bytes(body)));
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
    await world.startWorker();
    const job = await world.ended(await ask(bytes('')));
    expect(job).toMatchObject({ errorCode: 'MEDIA_UNREADABLE', attempt: 1 });
    await nothingIsLeft();
  }, 60_000);

  test('an address that leads inward', async () => {
    const forbidden = createServer();
    const port = await listen(createHttp(forbidden), place);
    await world.startWorker();
    const job = await world.ended(
      await ask((_request, response) => {
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
    await world.startWorker();
    const job = await world.ended(await ask(bytes(Buffer.alloc(5_000))));
    expect(job).toMatchObject({ errorCode: 'FETCH_TOO_LARGE', attempt: 1 });
    await changeFlow({});
    await nothingIsLeft();
  }, 60_000);
});

const place = { port: 0, host: '127.0.0.1', variable: 'PORT' };
let connections = 0;
/** Counts who connects. */
function createHttp(server: ReturnType<typeof createServer>) {
  server.on('connection', (socket: Socket) => {
    connections += 1;
    socket.destroy();
  });
  return server;
}

describe('a virus scanner', () => {
  /** Speaks as clamd does: everything it gets is infected. */
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
    await world.startWorker({ clamdHost: clamd.address });
    const job = await world.ended(await world.ask());
    expect(job).toMatchObject({ errorCode: 'UPLOAD_INFECTED', attempt: 1 });
    expect(job.error).toContain('Eicar-Signature');
    clamd.stop();
    await nothingIsLeft();
  }, 60_000);

  test('that is away: another attempt, as the workflow says, and never "clean"', async () => {
    await changeFlow({ attempts: 2 });
    await world.startWorker({ clamdHost: '127.0.0.1:1' });
    const job = await world.ended(await world.ask());
    expect(job).toMatchObject({ errorCode: 'SCANNER_UNAVAILABLE', attempt: 2 });
    await changeFlow({});
    await nothingIsLeft();
  }, 60_000);
});

describe('what never ends', () => {
  const drip: Answer = (_request, response) => {
    response.writeHead(200, { 'content-length': 1_000_000 });
    const timer = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(timer));
  };

  test('is ended by the time-out of the workflow, in each attempt', async () => {
    await changeFlow({ attempts: 2, timeout: 1 });
    await world.startWorker({ minuteMs: 1_000 });
    const id = await ask(drip);
    const job = await world.ended(id);
    expect(job).toMatchObject({ status: 'failed', errorCode: 'JOB_TIMED_OUT', attempt: 2 });
    expect(job.tasks[0]).toMatchObject({ type: 'download', status: 'failed' });
    await changeFlow({});
    await nothingIsLeft();
  }, 60_000);

  test('JOB-007 is cancelled within seconds, others go on', async () => {
    await world.startWorker();
    const id = await ask(drip);
    await vi.waitFor(async () => expect(await world.working()).toHaveLength(1), 20_000);
    await world.jobs.cancel(world.tenantId, id);
    await vi.waitFor(async () => expect(await world.working()).toEqual([]), 5_000);
    expect(await world.ended(id)).toMatchObject({ errorCode: 'JOB_CANCELLED', attempt: 1 });
    const other = await world.ended(await ask(bytes('')));
    expect(other.errorCode).toBe('MEDIA_UNREADABLE');
  }, 60_000);

  test('a worker that stops hands its jobs back; the next one begins them anew', async () => {
    const first = await world.startWorker();
    let isSlow = true;
    const id = await ask((request, response) => {
      if (isSlow) drip(request, response);
      else response.end();
    });
    await vi.waitFor(async () => expect(await world.working()).toHaveLength(1), 20_000);
    await first.stop();
    expect(await world.working()).toEqual([]);
    expect(await world.jobs.find(world.tenantId, id)).toMatchObject({
      status: 'running',
      attempt: 0,
    });
    isSlow = false;
    await world.startWorker();
    expect(await world.ended(id)).toMatchObject({ attempt: 1, errorCode: 'MEDIA_UNREADABLE' });
  }, 60_000);
});

/** Processes that this one started. */
const engines = () =>
  processes()
    .filter(({ parent }) => parent === process.pid)
    .map(({ pid }) => pid);

test('an encoder that hangs is killed when the time is over, and leaves nothing', async () => {
  await changeFlow({ attempts: 1, timeout: 1 });
  await world.startWorker({ minuteMs: 12_000 });
  const before = engines();
  const large = { width: 1_280, height: 720, bitrate: 2_000_000, codecs: 'avc1.64001f' };
  const id = await world.ask({ profile: { ...profile, pictures: [large, ...profile.pictures] } });
  const encoding = async () => {
    const job = await world.jobs.find(world.tenantId, id);
    const task = job?.tasks.find(({ type }) => type === 'encode');
    const pids = engines().filter((pid) => !before.includes(pid));
    if (task?.status !== 'running' || pids.length === 0) throw new Error('it does not encode');
    return pids;
  };
  const hung = await vi.waitFor(encoding, { timeout: 12_000, interval: 20 });
  for (const pid of hung) process.kill(pid, 'SIGSTOP');
  const job = await world.ended(id);
  expect(job).toMatchObject({ status: 'failed', errorCode: 'JOB_TIMED_OUT', attempt: 1 });
  await vi.waitFor(() => {
    expect(engines().filter((pid) => hung.includes(pid))).toEqual([]);
  }, 10_000);
  await sleep(100);
  await nothingIsLeft();
}, 60_000);
