/**
 * A process with an open embedded database, for tests that need several processes or kill one. Run as a program, it
 * opens the folder of its first argument, reports events as JSON lines, and takes commands on standard input: `insert`
 * adds tenants until the process is killed, `stop` ends it regularly.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createLogger, newId, systemClock } from '@interlude/runtime';
import { type Database, openDatabase } from '../database.ts';

const thisFile = fileURLToPath(import.meta.url);

export interface DatabaseProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** All lines that it has written, parsed. */
  readonly said: Record<string, unknown>[];
  /** Value of the first line with this key, written before or to come. */
  heard(key: string): Promise<unknown>;
  command(text: 'insert' | 'stop'): void;
  /** Resolves when it has ended, with its exit code. */
  readonly ended: Promise<number | null>;
}

export interface DatabaseProcessOptions {
  readonly uid?: number;
  readonly gid?: number;
}

export function startDatabaseProcess(
  dataFolder: string,
  options: DatabaseProcessOptions = {},
): DatabaseProcess {
  const child = spawn(process.execPath, ['--conditions=@interlude/source', thisFile, dataFolder], {
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '' },
    cwd: '/',
  });
  const said: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(JSON.parse(line));
    for (const look of waiting) look();
  });
  const ended = once(child, 'exit').then(([code]) => {
    for (const look of waiting) look();
    return code as number | null;
  });
  const heard = (key: string) =>
    new Promise<unknown>((resolve, reject) => {
      const look = () => {
        const line = said.find((candidate) => key in candidate);
        if (line !== undefined) resolve(line[key]);
        else if (child.exitCode !== null) reject(new Error(JSON.stringify(said)));
        else return;
        waiting.delete(look);
      };
      waiting.add(look);
      look();
    });
  return {
    child,
    pid: child.pid ?? 0,
    said,
    heard,
    command: (text) => child.stdin.write(`${text}\n`),
    ended,
  };
}

const say = (line: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Four writers; each id is reported after its commit. */
async function insertForever(database: Database): Promise<void> {
  const write = async () => {
    for (;;) {
      const id = newId();
      try {
        const row = { id, name: id, created_at: new Date() };
        await database.system.insertInto('tenants').values(row).execute();
        say({ acknowledged: id });
      } catch (error) {
        say({ refused: String(error) });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };
  await Promise.all([write(), write(), write(), write()]);
}

async function run(dataFolder: string): Promise<void> {
  const database = await openDatabase({
    dataFolder,
    logger: createLogger({
      name: 'child',
      stream: { write: (line) => say({ log: JSON.parse(line).msg }) },
    }),
    clock: systemClock,
    secretKey: Buffer.alloc(32),
  });
  say({ opened: database.label });
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'insert') void insertForever(database);
    if (line === 'stop') break;
  }
  await database.stop();
  say({ stopped: true });
  process.exit(0);
}

const [, program, folder] = process.argv;
if (program === thisFile && folder !== undefined) {
  await run(folder).catch((error) => {
    say({ failed: String(error) });
    process.exit(1);
  });
}
