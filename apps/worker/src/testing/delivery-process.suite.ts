/**
 * Deliveries in a process of their own, for tests that kill it. Run as a program it uses the database of its first
 * argument and reaches the host of its second one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@interlude/persistence';
import { createEgress, createLogger, createMetrics, systemClock } from '@interlude/runtime';
import { testSecretKey } from '@interlude/testkit';
import { startDeliveries } from '../deliveries/start-deliveries.ts';
import { createWorkerEvents } from '../events.ts';

const thisFile = fileURLToPath(import.meta.url);

export function spawnDeliveries(databaseUrl: string, host: string): ChildProcess {
  const program = ['--conditions=@interlude/source', thisFile, databaseUrl, host];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, program, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH, NODE_COMPILE_CACHE },
  });
}

async function work(databaseUrl: string, host: string): Promise<void> {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const clock = systemClock;
  const database = await openDatabase({
    ...{ databaseUrl, dataFolder: tmpdir(), logger, clock },
    secretKey: testSecretKey,
  });
  await startDeliveries({
    config: { publicUrl: 'https://console.example', productName: 'Interlude' },
    ...{ database, clock, leaseMs: 1_000 },
    egress: createEgress({ allow: [host] }),
    events: createWorkerEvents(logger, createMetrics()),
  });
}

const [, program, databaseUrl = '', host = ''] = process.argv;
if (program === thisFile) await work(databaseUrl, host);
