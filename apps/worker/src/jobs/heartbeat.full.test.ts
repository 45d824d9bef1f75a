import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createJobEnvironment, type JobEnvironment } from '../testing/job-environment.suite.ts';
import { spawnWorker } from '../testing/worker-process.suite.ts';

let environment: JobEnvironment;
beforeAll(async () => {
  environment = await createJobEnvironment();
});
afterAll(() => environment.end());

/** Begins an answer and never ends it. */
function hang(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '1000000' });
  response.write('the beginning');
}

test('a worker that falls silent loses its job to another one; one that works long keeps it', async () => {
  const { source, dataFolder, databaseUrl, jobs, tenantId } = environment;
  const requested = (path: string) =>
    expect.poll(() => source.requested, { timeout: 20_000 }).toContain(path);
  const silent = spawnWorker(dataFolder, source.host, { databaseUrl });
  const ended = once(silent, 'exit');
  onTestFinished(async () => {
    silent.kill('SIGKILL');
    await ended;
  });

  source.answers.set('/clip-1.mp4', hang);
  const lost = await environment.request();
  await requested('/clip-1.mp4');
  silent.kill('SIGSTOP');
  source.answers.delete('/clip-1.mp4');

  source.answers.set('/clip-2.mp4', hang);
  await environment.startWorker();
  const long = await environment.request();
  await requested('/clip-2.mp4');
  expect(await environment.ended(lost, 60_000)).toMatchObject({ status: 'done', attempt: 2 });
  expect(await jobs.find(tenantId, long)).toMatchObject({ status: 'running', attempt: 1 });

  silent.kill('SIGCONT');
  const ofLost = async () => (await environment.working()).filter((path) => path.includes(lost));
  await expect.poll(ofLost, { timeout: 20_000 }).toEqual([]);
  expect(await jobs.find(tenantId, lost)).toMatchObject({ status: 'done', attempt: 2 });
  const attempts = (await environment.stored()).map(
    (path) => path.split(`/${lost}/`)[1]?.split('/')[0],
  );
  expect(new Set(attempts)).toEqual(new Set(['2']));
}, 120_000);
