/** A database of its own for each test file, copied from a migrated template in about 50 ms. */
import { createHash, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { type Database, openDatabase, readMigrations } from '@interlude/persistence';
import { type Clock, createLogger, systemClock } from '@interlude/runtime';
import type pg from 'pg';
import { findTestServer, holdServer, withAdmin, withServerLock } from './test-server.ts';

export interface TemplateDatabase {
  /** For `openDatabase({ databaseUrl })` or DATABASE_URL. */
  readonly url: string;
  /** Opened already, with small pools. */
  readonly database: Database;
  /** Closes and removes it. */
  drop(): Promise<void>;
}

export interface TemplateDatabaseOptions {
  readonly clock?: Clock;
}

/** The secret key of all tests: 32 bytes, not secret. */
export const testSecretKey = Buffer.alloc(32, 7);

const logger = createLogger({ name: 'test', level: 'silent' });

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function open(url: string, clock: Clock): Promise<Database> {
  return openDatabase({
    databaseUrl: url,
    dataFolder: tmpdir(),
    logger,
    clock,
    secretKey: testSecretKey,
    pools: { system: 4, requests: 4 },
  });
}

let templateNameOnce: Promise<string> | undefined;

async function readTemplateName(): Promise<string> {
  const hash = createHash('sha256');
  for (const { checksum } of await readMigrations()) hash.update(checksum);
  return `interlude_template_${hash.digest('hex').slice(0, 12)}`;
}

/** Makes the template when this set of migrations has none yet; it appears when it is whole. */
async function ensureTemplate(admin: pg.Client, serverUrl: string, name: string): Promise<void> {
  const found = await admin.query('select from pg_database where datname = $1', [name]);
  if (found.rowCount === 1) return;
  const draft = `${name}_draft`;
  await admin.query(`drop database if exists ${draft} with (force)`);
  await admin.query(`create database ${draft}`);
  const database = await open(databaseUrl(serverUrl, draft), systemClock);
  await database.stop();
  await admin.query(`alter database ${draft} rename to ${name}`);
}

/**
 * Creates an empty database on the test server, for tests of migrations and of opening.
 * @returns its address and `drop`, which removes it
 * @see ADR 0006
 */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `interlude_empty_${randomUUID().replaceAll('-', '')}`;
  const { serverUrl, release } = await withServerLock(async () => {
    const server = await findTestServer();
    return { serverUrl: server, release: await holdServer(server) };
  });
  await withAdmin(serverUrl, (admin) => admin.query(`create database ${name}`));
  return {
    url: databaseUrl(serverUrl, name),
    async drop() {
      await release();
      await withAdmin(serverUrl, (admin) =>
        admin.query(`drop database if exists ${name} with (force)`),
      );
    },
  };
}

/**
 * Creates a migrated database on the test server by copying a template, which takes milliseconds.
 * @returns its address, the open database and `drop`, which closes and removes it
 * @see ADR 0006
 * @example
 * const { database, drop } = await templateDatabase();
 * afterAll(drop);
 */
export async function templateDatabase(
  options: TemplateDatabaseOptions = {},
): Promise<TemplateDatabase> {
  const name = `interlude_test_${randomUUID().replaceAll('-', '')}`;
  templateNameOnce ??= readTemplateName();
  const template = await templateNameOnce;
  const { serverUrl, release } = await withServerLock(async () => {
    const server = await findTestServer();
    await withAdmin(server, (admin) => ensureTemplate(admin, server, template));
    return { serverUrl: server, release: await holdServer(server) };
  });
  // Several copies are made at once.
  await withAdmin(serverUrl, (admin) =>
    admin.query(`create database ${name} template ${template}`),
  );
  const database = await open(databaseUrl(serverUrl, name), options.clock ?? systemClock);
  return {
    url: databaseUrl(serverUrl, name),
    database,
    async drop() {
      await database.stop();
      await release();
      await withAdmin(serverUrl, (admin) =>
        admin.query(`drop database if exists ${name} with (force)`),
      );
    },
  };
}
