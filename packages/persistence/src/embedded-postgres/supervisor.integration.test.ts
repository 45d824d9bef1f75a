/** The embedded server from several processes: started once, shared, stopped by the last, restarted after a crash. */
import { spawn } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@interlude/runtime';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../database.ts';
import { processCommand } from './liveness.ts';
import { killUnderWrites, supervisedPostgres } from './supervised-postgres.suite.ts';

const here = supervisedPostgres();
const open = () =>
  openDatabase({
    dataFolder: here.dataFolder,
    logger: here.logger,
    clock: systemClock,
    secretKey: Buffer.alloc(32),
  });

describe('starting', () => {
  test('SEC-S28 makes the database once, for its account alone, and takes no TCP port', async () => {
    const server = await here.start();
    expect(server.reused).toBe(false);
    const mode = async (path: string) => (await stat(path)).mode & 0o777;
    expect(await mode(join(here.dataFolder, 'pg'))).toBe(0o700);
    expect(await mode(server.host)).toBe(0o700);
    expect(await mode(join(here.dataFolder, 'postgres.log'))).toBe(0o600);
    expect(await processCommand(server.pid)).toContain('listen_addresses= ');
    const { host, port, user } = server;
    const client = new pg.Client({ host, port, user, database: 'postgres' });
    await client.connect();
    const { rows } = await client.query("select 'MÜLLER' ilike '%müller%' as found");
    await client.end();
    expect(rows).toEqual([{ found: true }]);
    await server.stop();
    expect(await here.postmaster()).toBeUndefined();
    const again = await here.start();
    expect(here.logged('making the database')).toBe(1);
    expect(again.reused).toBe(false);
  });

  test('two processes on one folder: one starts it, both work, the last one stops it', async () => {
    await here.made();
    const two = [here.startChild(), here.startChild()];
    await Promise.all(two.map((child) => child.heard('opened')));
    const pid = await here.postmaster();
    for (const [index, child] of two.entries()) {
      child.command('stop');
      expect(await child.ended).toBe(0);
      expect(await here.postmaster()).toBe(index < 1 ? pid : undefined);
    }
  });

  test('a data folder that cannot be made is refused by name', async () => {
    await writeFile(join(here.folder, 'data'), 'a file');
    await expect(here.start()).rejects.toMatchObject({ code: 'DATA_FOLDER_UNWRITABLE' });
  });

  test('the data of another major version are left alone, with what to do', async () => {
    await here.made();
    await writeFile(join(here.dataFolder, 'pg', 'PG_VERSION'), '17\n');
    const starting = here.start();
    await expect(starting).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await expect(starting).rejects.toThrow(/made by PostgreSQL 17, and this is PostgreSQL 18/);
  });

  test('a server that cannot start shows the end of its log', async () => {
    await here.made();
    await writeFile(join(here.dataFolder, 'pg', 'postgresql.auto.conf'), "work_mem = 'nonsense'\n");
    await expect(here.start()).rejects.toThrow('work_mem');
  });
});

describe('what a killed process leaves', () => {
  test('the server survives the application, and the next start uses it', async () => {
    await here.made();
    const child = here.startChild();
    await child.heard('opened');
    const pid = await here.postmaster();
    process.kill(child.pid, 'SIGKILL');
    await child.ended;
    expect(await here.start()).toMatchObject({ pid, reused: true });
  });

  test('a dead server is started again under a living application', async () => {
    await here.made();
    const database = await open();
    const first = (await here.postmaster()) ?? 0;
    let isReading = true;
    const read = async () => {
      while (isReading) await database.check().catch(() => sleep(20));
    };
    const readers = [read(), read(), read(), read()];
    process.kill(first, 'SIGKILL');
    await vi.waitFor(() => expect(here.logged('the database is back')).toBe(1), 30_000);
    await vi.waitFor(() => database.check(), 5_000);
    isReading = false;
    await Promise.all(readers);
    expect(await here.postmaster()).not.toBe(first);
    await database.stop();
    expect(await here.postmaster()).toBeUndefined();
  });

  test('a postmaster.pid and a start lock of dead processes are no reason to wait', async () => {
    await here.made();
    const dead = spawn('true');
    await new Promise((resolve) => dead.once('exit', resolve));
    await writeFile(join(here.dataFolder, 'start.lock'), `${dead.pid} ${hostname()} token\n`);
    const pidFile = join(here.dataFolder, 'pg', 'postmaster.pid');
    await writeFile(pidFile, `4000000\n${here.dataFolder}/pg\n`);
    expect((await here.start()).reused).toBe(false);
  });
});

test('all writes that were acknowledged are there after application and server were killed at once', async () => {
  await here.made();
  const acknowledged = await killUnderWrites(here, 1);
  const database = await open();
  const rows = await database.system.selectFrom('tenants').select('id').execute();
  const stored = new Set<unknown>(rows.map(({ id }) => id));
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  const { rows: settings } = await sql`show fsync`.execute(database.system);
  expect(settings).toEqual([{ fsync: 'on' }]);
  await database.stop();
});
