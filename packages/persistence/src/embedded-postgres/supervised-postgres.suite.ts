/** The embedded server of one test: its own data folder, and servers and processes that end with the test. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLogger } from '@interlude/runtime';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { type DatabaseProcess, startDatabaseProcess } from './database-process.suite.ts';
import { livingPostmaster } from './liveness.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './supervisor.ts';

const run = promisify(execFile);

/** Sets up the folders, servers and processes of each test of a file. */
export function supervisedPostgres() {
  const lines: string[] = [];
  const logger = createLogger({
    name: 'test',
    level: 'debug',
    stream: { write: (line) => lines.push(line) },
  });
  const servers: EmbeddedPostgres[] = [];
  const children: DatabaseProcess[] = [];
  let template: string | undefined;
  const here = {
    logger,
    /** Removed after the test. */
    folder: '',
    /** Below `folder`; empty until a server is started in it, or `made` was called. */
    dataFolder: '',
    /** A server in this process, stopped after the test. */
    async start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
      const { dataFolder } = here;
      const server = await startEmbeddedPostgres({
        dataFolder,
        logger,
        durable: false,
        ...options,
      });
      servers.push(server);
      return server;
    },
    /** A process with an open database, killed after the test. */
    startChild(options?: { uid: number; gid: number }): DatabaseProcess {
      const started = startDatabaseProcess(here.dataFolder, options);
      children.push(started);
      return started;
    },
    /** Copies a stopped database into the data folder. It is created once per file, because that takes seconds. */
    async made(): Promise<void> {
      if (template === undefined) {
        template = await mkdtemp(join(tmpdir(), 'interlude-template-'));
        await chmod(template, 0o755);
        const dataFolder = join(template, 'data');
        await (await startEmbeddedPostgres({ dataFolder, logger, durable: false })).stop();
        lines.length = 0;
      }
      await run('cp', ['-a', join(template, 'data'), here.folder]);
    },
    /** Number of log lines that contain the text. */
    logged: (text: string) => lines.filter((line) => line.includes(text)).length,
    /** The process that serves the data folder. */
    postmaster: () => livingPostmaster(join(here.dataFolder, 'pg')),
  };
  beforeEach(async () => {
    lines.length = 0;
    here.folder = await mkdtemp(join(tmpdir(), 'interlude-supervisor-'));
    await chmod(here.folder, 0o755);
    here.dataFolder = join(here.folder, 'data');
  });
  afterEach(async () => {
    for (const { child, ended } of children.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    // The server of a killed process has no other user: it stops when this process joins and leaves it.
    if (await here.postmaster()) await (await here.start()).stop();
    servers.length = 0;
    await rm(here.folder, { recursive: true, force: true });
  });
  afterAll(async () => {
    if (template !== undefined) await rm(template, { recursive: true, force: true });
  });
  return here;
}

/** Kills application and server under writes, `rounds` times. @returns the ids whose write was acknowledged */
export async function killUnderWrites(
  here: ReturnType<typeof supervisedPostgres>,
  rounds: number,
): Promise<unknown[]> {
  const acknowledged: unknown[] = [];
  await mkdir(here.dataFolder, { recursive: true });
  for (let round = 0; round < rounds; round += 1) {
    const child = here.startChild();
    await child.heard('opened');
    child.command('insert');
    await child.heard('acknowledged');
    await new Promise((resolve) => setTimeout(resolve, 200 + 150 * round));
    const server = (await here.postmaster()) ?? 0;
    if (round % 2 === 0) process.kill(child.pid, 'SIGKILL');
    process.kill(server, 'SIGKILL');
    process.kill(child.pid, 'SIGKILL');
    await child.ended;
    acknowledged.push(...child.said.flatMap(({ acknowledged: id }) => (id ? [id] : [])));
  }
  return acknowledged;
}
