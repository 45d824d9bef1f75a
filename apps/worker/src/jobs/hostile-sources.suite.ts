/** A worker, and a source that answers what nobody should. */
import { listQuery } from '@interlude/contract';
import { createFlowStore } from '@interlude/persistence';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { createJobWorld, type JobWorld } from '../testing/job-world.suite.ts';

export let world: JobWorld;
/** Gives the tests of the file that calls it one world, and each of them its own workers. */
export function hostileWorld(): void {
  beforeAll(async () => {
    world = await createJobWorld(8);
  }, 60_000);
  afterEach(() => world.stopWorkers(), 30_000);
  afterAll(() => world.end(), 30_000);
}

let files = 0;
export type Answer = Parameters<JobWorld['source']['answers']['set']>[1];
/** A job on a file that the source answers so. */
export function ask(answer: Answer): Promise<string> {
  files += 1;
  world.source.answers.set(`/hostile-${files}.mp4`, answer);
  return world.ask({ mediaUrl: `${world.source.url}/hostile-${files}.mp4` });
}
export const bytes =
  (body: string | Buffer): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' }).end(body);
  };

export async function nothingIsLeft(): Promise<void> {
  await vi.waitFor(async () => expect(await world.working()).toEqual([]), 5_000);
  expect(await world.stored()).toEqual([]);
}

export async function changeFlow(part: { attempts?: number; timeout?: number; maxBytes?: number }) {
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

/** Sends a byte now and then, and never ends. */
export const drip: Answer = (_request, response) => {
  response.writeHead(200, { 'content-length': 1_000_000 });
  const timer = setInterval(() => response.write('x'), 50);
  response.on('close', () => clearInterval(timer));
};
