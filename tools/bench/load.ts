/** Runs the load client against one address and adds the processor time of the server's process. */
import { z } from 'zod';
import { runCommand } from '../run-command.ts';
import { cpuMs } from './process-figures.ts';

const loadResult = z.object({
  requests: z.number(),
  errors: z.number(),
  perSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
});

export interface Load extends z.output<typeof loadResult> {
  /** User and system time of the server's process for one request, microseconds. */
  readonly cpuUs: number;
}

export interface LoadOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly durationMs: number;
  /** Process that answers. */
  readonly pid: number;
}

/** @throws Error when any answer was not 200 */
export async function load(options: LoadOptions): Promise<Load> {
  const { url, headers = {}, connections, durationMs, pid } = options;
  const job = JSON.stringify({ url, headers, connections, durationMs });
  const before = await cpuMs(pid);
  const { output } = await runCommand(['node', 'tools/bench/load-client.ts', job], { quiet: true });
  const spentMs = (await cpuMs(pid)) - before;
  const result = loadResult.parse(JSON.parse(output));
  if (result.errors > 0) throw new Error(`${result.errors} of ${result.requests} answers failed`);
  return { ...result, cpuUs: (spentMs * 1_000) / result.requests };
}
