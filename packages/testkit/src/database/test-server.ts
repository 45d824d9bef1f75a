/**
 * The PostgreSQL server of a test run: TEST_DATABASE_URL when set (its user must be able to make databases
 * and roles), else one server that all test processes of this user share: the embedded one, or the programs
 * in the folder TEST_PG_BIN, such as Debian's PostgreSQL 15.
 */
import { spawn } from 'node:child_process';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withStartLock } from '@interlude/persistence';
import pg from 'pg';

const startTimeoutMs = 60_000;

/** A connection by which the supervising process sees that the server is in use, also while it is idle. */
export async function holdServer(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, application_name: 'interlude-test' });
  client.on('error', () => undefined);
  await client.connect();
  return () => client.end();
}

export async function withAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function answers(url: string): Promise<boolean> {
  return withAdmin(url, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  );
}

/** True for the error of a connection to an address on which no server listens. */
export function isNotListening(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === 'ENOENT' || code === 'ECONNREFUSED';
}

/**
 * Resolves with true when no server listens at the address, with false when one answers. A server that is busy, full or
 * stopping still has users, whose files a new one would remove: it is retried until it answers or is gone.
 */
export async function isGone(url: string): Promise<boolean> {
  for (const deadlineMs = Date.now() + startTimeoutMs; Date.now() < deadlineMs; await sleep(100)) {
    try {
      await withAdmin(url, (client) => client.query('select 1'));
      return false;
    } catch (error) {
      if (isNotListening(error)) return true;
    }
  }
  throw new Error(`the database for tests at ${url} does not answer, and it is not gone`);
}

async function startKeeper(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const log = await open(join(folder, 'keeper.log'), 'a');
  const keeper = join(import.meta.dirname, 'database-keeper-child.ts');
  const child = spawn(process.execPath, ['--conditions=@interlude/source', keeper, folder], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      TEST_PG_BIN: testBinFolder() ?? '',
    },
  });
  child.unref();
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  await log.close();
  const deadlineMs = Date.now() + startTimeoutMs;
  while (!ended && Date.now() < deadlineMs) {
    const url = await readFile(join(folder, 'url'), 'utf8').catch(() => '');
    if (url !== '' && (await answers(url))) return url;
    await sleep(20);
  }
  const said = await readFile(join(folder, 'keeper.log'), 'utf8').catch(() => '');
  throw new Error(`the database for tests did not start: ${said.slice(-2_000)}`);
}

/** URL of the test server; started when it is not running. The caller holds `withServerLock`. */
export async function findTestServer(): Promise<string> {
  const external = process.env['TEST_DATABASE_URL'];
  if (external !== undefined && external !== '') return external;
  const folder = embeddedFolder();
  const url = await readFile(join(folder, 'url'), 'utf8').catch(() => '');
  return url === '' || (await isGone(url)) ? startKeeper(folder) : url;
}

/** Undefined: the embedded server. */
export function testBinFolder(): string | undefined {
  const given = process.env['TEST_PG_BIN'];
  return given === undefined || given === '' ? undefined : given;
}

function embeddedFolder(): string {
  const kind = testBinFolder()?.replace(/\W+/g, '-') ?? '';
  return join(tmpdir(), `interlude-tests-${userInfo().uid}${kind}`);
}

/** One test process at a time finds the server and makes a database. */
export function withServerLock<T>(work: () => Promise<T>): Promise<T> {
  return withStartLock(`${embeddedFolder()}.lock`, work);
}
