/**
 * A process of its own that runs the PostgreSQL of a test run: `node database-keeper-child.ts <folder>`. It outlives
 * the single test file, and ends by itself, with all its files, after a while without connections.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres, withStartLock } from '@interlude/persistence';
import { createLogger } from '@interlude/runtime';
import pg from 'pg';
import { isNotListening, testBinFolder } from './test-server.ts';

const idleMs = 20_000;
const lookEveryMs = 1_000;

async function countUsers(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ users: number }>(
      `select count(*)::int as users from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()
         and application_name <> 'interlude-presence'`,
    );
    return rows[0]?.users ?? 0;
  } finally {
    await client.end();
  }
}

async function keep(folder: string): Promise<void> {
  const server = await startEmbeddedPostgres({
    dataFolder: folder,
    binFolder: testBinFolder(),
    logger: createLogger({ name: 'test-database', level: 'warn' }),
    durable: false,
    maxConnections: 400,
  });
  const connection = { host: server.host, port: server.port, user: server.user };
  const url = `postgres://${server.user}@${encodeURIComponent(server.host)}:${server.port}/postgres`;
  await writeFile(join(folder, 'url'), url);

  // A server that is too busy to answer has users; one that has ended has none.
  const isIdle = async () =>
    (await countUsers(connection).catch((error) => (isNotListening(error) ? 0 : 1))) === 0;
  for (let idleSinceMs = Date.now(); ; await sleep(lookEveryMs)) {
    if (!(await isIdle())) idleSinceMs = Date.now();
    if (Date.now() - idleSinceMs < idleMs) continue;
    const ended = await withStartLock(`${folder}.lock`, async () => {
      if (!(await isIdle())) return false;
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      return true;
    });
    if (ended) return;
    idleSinceMs = Date.now();
  }
}

const [, , folder] = process.argv;
if (folder !== undefined) await keep(folder);
