import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { profile } from '../testing/job-environment.suite.ts';
import { processes } from '../testing/processes.suite.ts';
import {
  changeFlow,
  drip,
  environment,
  hostileEnvironment,
  nothingIsLeft,
  requestFrom,
} from './hostile-sources.suite.ts';

hostileEnvironment();

describe('a virus scanner', () => {
  test('that is away: another attempt, as the workflow says, and never "clean"', async () => {
    await changeFlow({ attempts: 2 });
    await environment.startWorker({ clamdHost: '127.0.0.1:1' });
    const job = await environment.ended(await environment.request());
    expect(job).toMatchObject({ errorCode: 'SCANNER_UNAVAILABLE', attempt: 2 });
    await changeFlow({});
    await nothingIsLeft();
  }, 60_000);
});

describe('what never ends', () => {
  test('is ended by the time-out of the workflow, in each attempt', async () => {
    await changeFlow({ attempts: 2, timeout: 1 });
    await environment.startWorker({ minuteMs: 1_000 });
    const id = await requestFrom(drip);
    const job = await environment.ended(id);
    expect(job).toMatchObject({ status: 'failed', errorCode: 'JOB_TIMED_OUT', attempt: 2 });
    expect(job.tasks[0]).toMatchObject({ type: 'download', status: 'failed' });
    await changeFlow({});
    await nothingIsLeft();
  }, 60_000);

  test('a worker that stops hands its jobs back; the next one begins them anew', async () => {
    const first = await environment.startWorker();
    let isSlow = true;
    const id = await requestFrom((request, response) => {
      if (isSlow) drip(request, response);
      else response.end();
    });
    await vi.waitFor(async () => expect(await environment.working()).toHaveLength(1), 20_000);
    await first.stop();
    expect(await environment.working()).toEqual([]);
    expect(await environment.jobs.find(environment.tenantId, id)).toMatchObject({
      status: 'running',
      attempt: 0,
    });
    isSlow = false;
    await environment.startWorker();
    expect(await environment.ended(id)).toMatchObject({
      attempt: 1,
      errorCode: 'MEDIA_UNREADABLE',
    });
  }, 60_000);
});

/** Processes that this one started. */
const engines = () =>
  processes()
    .filter(({ parent }) => parent === process.pid)
    .map(({ pid }) => pid);

test('an encoder that hangs is killed when the time is over, and leaves nothing', async () => {
  await changeFlow({ attempts: 1, timeout: 1 });
  await environment.startWorker({ minuteMs: 12_000 });
  const before = engines();
  const large = { width: 1_280, height: 720, bitrate: 2_000_000, codecs: 'avc1.64001f' };
  const id = await environment.request({
    profile: { ...profile, pictures: [large, ...profile.pictures] },
  });
  const encoding = async () => {
    const job = await environment.jobs.find(environment.tenantId, id);
    const task = job?.tasks.find(({ type }) => type === 'encode');
    const pids = engines().filter((pid) => !before.includes(pid));
    if (task?.status !== 'running' || pids.length === 0) throw new Error('it does not encode');
    return pids;
  };
  const hung = await vi.waitFor(encoding, { timeout: 12_000, interval: 20 });
  for (const pid of hung) process.kill(pid, 'SIGSTOP');
  const job = await environment.ended(id);
  expect(job).toMatchObject({ status: 'failed', errorCode: 'JOB_TIMED_OUT', attempt: 1 });
  await vi.waitFor(() => {
    expect(engines().filter((pid) => hung.includes(pid))).toEqual([]);
  }, 10_000);
  await sleep(100);
  await nothingIsLeft();
}, 60_000);
