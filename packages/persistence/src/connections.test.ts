import { once } from 'node:events';
import { connect as connectSocket, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger, systemClock } from '@interlude/runtime';
import { type TemplateDatabase, templateDatabase, testSecretKey } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from './database.ts';

let made: TemplateDatabase;
beforeAll(async () => {
  made = await templateDatabase();
});
afterAll(() => made.drop());

function recordingLogger() {
  const lines: string[] = [];
  const logger = createLogger({ name: 'test', stream: { write: (line) => lines.push(line) } });
  return { logger, lines };
}

function open(databaseUrl: string, waitMs = 5_000, { logger } = recordingLogger()) {
  return openDatabase({
    databaseUrl,
    dataFolder: '/unused',
    logger,
    clock: systemClock,
    secretKey: testSecretKey,
    waitMs,
  });
}

/** The server of `url`, reached through a TCP port of this test. */
function startProxy(url: string, port: number): Server {
  const target = new URL(url);
  const host = decodeURIComponent(target.hostname);
  const to = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${target.port}` }
    : { host, port: Number(target.port || 5432) };
  const proxy = createServer((socket) => {
    const server = connectSocket(to);
    socket.pipe(server).pipe(socket);
    socket.on('error', () => server.destroy());
    server.on('error', () => socket.destroy());
  });
  return proxy.listen(port, '127.0.0.1');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

function through(port: number): string {
  const url = new URL(made.url);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}

test('stopping closes connections that reads of a tenant alone have used', async () => {
  const database = await open(made.url);
  await database.readTenant('nobody', [sql`select 1`]);
  const connections = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'interlude-requests'`.execute(
      made.database.system,
    );
    return rows.length;
  };
  expect(await connections()).toBe(1);
  await database.stop();
  await expect.poll(connections, { interval: 10 }).toBe(0);
});

describe('opening', () => {
  test('waits for a database that is not up yet, and says so', async () => {
    const port = await freePort();
    const recorded = recordingLogger();
    const opening = open(through(port), 20_000, recorded);
    await vi.waitFor(() => expect(recorded.lines.join()).toContain('waiting for the database'));
    const proxy = startProxy(made.url, port);
    const database = await opening;
    await database.check();
    await database.stop();
    proxy.close();
  });

  test('gives up after the time it has, naming host and reason but no password', async () => {
    const url = `postgres://me:hidden@127.0.0.1:${await freePort()}/db`;
    const opening = open(url, 300);
    await expect(opening).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await expect(opening).rejects.toThrow(/127\.0\.0\.1:\d+\/db: connect ECONNREFUSED/);
    await expect(opening).rejects.not.toThrow('hidden');
  });

  test('does not wait for a database that does not exist', async () => {
    const url = new URL(made.url);
    url.pathname = '/interlude_no_such_database';
    const startedAt = performance.now();
    await expect(open(url.href, 30_000)).rejects.toThrow('does not exist');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test('refuses what is no postgres URL', async () => {
    await expect(open('mysql://x/y')).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    await expect(open('db.example')).rejects.toThrow('DATABASE_URL must look like');
  });
});

describe('a database that closes connections', () => {
  const endAll = () =>
    made.database.system.transaction().execute((db) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(db),
    );

  test('does not end the process: pools and listener reconnect, and the gap is reported', async () => {
    const { lines, logger } = recordingLogger();
    const database = await open(made.url, 5_000, { lines, logger });
    const payloads: string[] = [];
    let gaps = 0;
    await database.listen(
      'probe',
      (payload) => payloads.push(payload),
      () => {
        gaps += 1;
      },
    );
    await Promise.all([database.check(), database.check()]);
    const notify = (text: string) =>
      sql`select pg_notify('probe', ${text})`.execute(made.database.system);
    await notify('before');
    await vi.waitFor(() => expect(payloads).toEqual(['before']));

    await endAll();
    await vi.waitFor(() => expect(gaps).toBe(1));
    await vi.waitFor(() => database.check());
    await notify('after');
    await vi.waitFor(() => expect(payloads).toEqual(['before', 'after']));
    expect(lines.join()).toContain('the connection for notifications was lost');
    await database.stop();
  });

  test('fails the transaction that is under way, between two of its statements too', async () => {
    const working = made.database.forTenant('one', async ({ db }) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(made.database.system);
      await sleep(100); // the connection ends while nobody asks it anything
      await sql`select 1`.execute(db);
    });
    await expect(working).rejects.toThrow();
    await made.database.check();
  });

  test('a transaction in which a statement failed is never taken for committed', async () => {
    const working = made.database.forTenant('one', async ({ db }) => {
      await sql`select 1 / 0`.execute(db).catch(() => undefined);
      return 'done';
    });
    await expect(working).rejects.toThrow('transaction is aborted');
    await made.database.check();
  });

  test('a statement that takes too long is cancelled', async () => {
    const { rows } = await sql<{ timeout: string }>`show statement_timeout`.execute(
      made.database.system,
    );
    expect(rows).toEqual([{ statement_timeout: '30s' }]);
    const slow = made.database.forTenant('one', async ({ db }) => {
      await sql`set local statement_timeout = '50ms'`.execute(db);
      await sql`select pg_sleep(10)`.execute(db);
    });
    await expect(slow).rejects.toThrow('statement timeout');
  });
});
