/** A worker, and a source with hostile answers. */
import { listQuery } from '@interlude/contract';
import { createFlowStore } from '@interlude/persistence';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { createJobEnvironment, type JobEnvironment } from '../testing/job-environment.suite.ts';

export let environment: JobEnvironment;
/** Creates one environment for the tests of the calling file, and workers for each test. */
export function hostileEnvironment(): void {
  beforeAll(async () => {
    environment = await createJobEnvironment(8);
  }, 60_000);
  afterEach(() => environment.stopWorkers(), 30_000);
  afterAll(() => environment.end(), 30_000);
}

let files = 0;
export type Answer = Parameters<JobEnvironment['source']['answers']['set']>[1];
/** A job on a file that the source answers so. */
export function requestFrom(answer: Answer): Promise<string> {
  files += 1;
  environment.source.answers.set(`/hostile-${files}.mp4`, answer);
  return environment.request({ mediaUrl: `${environment.source.url}/hostile-${files}.mp4` });
}
export const bytes =
  (body: string | Buffer): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' }).end(body);
  };

export async function nothingIsLeft(): Promise<void> {
  await vi.waitFor(async () => expect(await environment.working()).toEqual([]), 5_000);
  expect(await environment.stored()).toEqual([]);
}

export async function changeFlow(part: { attempts?: number; timeout?: number; maxBytes?: number }) {
  const flows = createFlowStore(environment.database);
  const { rows } = await flows.list(environment.tenantId, listQuery.parse({}));
  const flow = rows.find(({ name }) => name === 'channel-assets-conditioning');
  if (flow === undefined) throw new Error('no workflow');
  const { maxBytes = 1_073_741_824 } = part;
  await flows.update(environment.tenantId, flow.id, {
    ...flow,
    attempts: part.attempts ?? 3,
    timeout: part.timeout ?? 60,
    taskTemplates: flow.taskTemplates.map((task) =>
      task.type === 'download' ? { ...task, settings: { maxBytes } } : task,
    ),
  });
}

/** Sends a byte now and then, and never ends. */
export const drip: Answer = (_request, response) => {
  response.writeHead(200, { 'content-length': 1_000_000 });
  const timer = setInterval(() => response.write('x'), 50);
  response.on('close', () => clearInterval(timer));
};
