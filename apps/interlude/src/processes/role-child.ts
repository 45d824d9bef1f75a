/**
 * The process of one role, forked by the launcher. It loads its modules on request of the launcher, starts its role
 * when the launcher sends the address of the database, and ends when the launcher requests it or has ended (the channel
 * closes).
 */
import type { DatabasePlace } from '@interlude/persistence';
import type { RoleName } from '@interlude/runtime';
import { createLogger, parseConfig, roleNames } from '@interlude/runtime/launch';
import { loadRole } from '../roles.ts';
import { giveBackMemoryOnce } from './give-back-memory.ts';
import type { HostedRole } from './host-role.ts';
import { type FromRole, isToRole, packProblem, type StartMessage } from './launcher-messages.ts';

/** Tasks that still run after this are ended by the exit of the process. */
const STOP_DEADLINE_MS = 10_000;

const role = roleNames.find((name): name is RoleName => name === process.argv[2]);
if (role === undefined) throw new TypeError('This process is started by the launcher alone.');
const name: RoleName = role;
const config = parseConfig(process.env, process.cwd());
const logger = createLogger({ name: 'interlude', level: config.logLevel });
let hosting: Promise<HostedRole> | undefined;
let database: DatabasePlace | undefined;
let isEnding = false;

function send(message: FromRole): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
}

/** In order; a role that is starting stops when it has started. */
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
  const hosted = await hosting?.catch(() => undefined);
  await hosted?.stop();
  if (!process.connected) await leaveDatabase().catch(leftRunning);
  process.exit(code);
}

/** The last role that a launcher leaves behind stops the server that the launcher has started. */
async function leaveDatabase(): Promise<void> {
  if (database?.server === undefined) return;
  const { stopUnusedServer } = await import('@interlude/persistence/prepare-database');
  await stopUnusedServer(database.server, logger.child({ role: 'database' }));
}

function leftRunning(error: unknown): void {
  logger.warn({ role: name, err: error }, 'the database could not be stopped and is left running');
}

async function start(message: StartMessage): Promise<void> {
  database = message.database;
  const { hostRole } = await import('./host-role.ts');
  hosting = hostRole({
    ...{ role: name, config, logger, message },
    onFirstAdmin: (admin) => void send({ kind: 'firstAdmin', admin }),
  });
  try {
    await hosting;
    await send({ kind: 'started' });
    giveBackMemoryOnce();
  } catch (error) {
    await send({ kind: 'failed', problem: packProblem(error) });
    await end(1);
  }
}

async function receive(message: unknown): Promise<void> {
  if (!isToRole(message)) return;
  if (message.kind === 'load') {
    await loadRole(name);
    await send({ kind: 'loaded' });
  } else if (message.kind === 'start') await start(message);
  else if (message.kind === 'stop') await end(0);
  else (await hosting?.catch(() => undefined))?.board.write(message.roles);
}

function fail(error: unknown): void {
  logger.fatal({ role: name, err: error }, 'unexpected error: the process stops');
  void end(1);
}

// A terminal and a service manager signal every process; the launcher, which is signalled too, stops the roles in order.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
process.on('disconnect', () => {
  logger.warn({ role: name }, 'the launcher is gone: the role stops');
  void end(0);
});
process.on('message', (message) => void receive(message));
if (!process.connected) await end(0);
