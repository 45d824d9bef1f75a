/**
 * `npm run dev`: every role in a process of its own that starts anew when a file it loads has changed, the
 * console from Vite with hot reload, and a demo with an hour of figures.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { styleText } from 'node:util';
import { listQuery } from '@interlude/contract';
import { ensureFirstTenant } from '@interlude/control-plane';
import {
  createChannelStore,
  createRollupStore,
  type Database,
  openDatabase,
} from '@interlude/persistence';
import { foldEvents } from '@interlude/reporting';
import {
  type Config,
  createLogger,
  loadSecretKey,
  parseConfig,
  prettyLine,
  roleNames,
  systemClock,
} from '@interlude/runtime';
import { prepareFirstStart } from '../apps/interlude/src/first-start.ts';
import { demoFigures } from './dev/demo-figures.ts';
import { root } from './root.ts';
import { toolEnvironment } from './run-command.ts';

const VITE_PORT = process.env['VITE_PORT'] ?? '5173';
const HOUR_MS = 3_600_000;
const consoleUrl = `http://127.0.0.1:${VITE_PORT}`;
const environment = toolEnvironment({
  INTERLUDE_DATA: process.env['INTERLUDE_DATA'] ?? 'data-dev',
  INTERLUDE_ADMIN_PASSWORD: process.env['INTERLUDE_ADMIN_PASSWORD'] ?? 'Developer-Interlude-1!',
  PUBLIC_URL: process.env['PUBLIC_URL'] ?? consoleUrl,
});

const children: ChildProcess[] = [];
let isStopping = false;

/** Starts a command and prefixes its lines with its name; resolves with the line that `isReady` accepts. */
function run(
  name: string,
  command: readonly string[],
  cwd: string,
  isReady: (line: string) => boolean,
) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const label = styleText('cyan', name.padEnd(14));
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`${name} ended with ${code}`));
      if (!isStopping) process.stdout.write(`${label}ended with ${code}\n`);
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        process.stdout.write(`${label}${prettyLine(line).trimEnd()}\n`);
        if (isReady(line)) resolve();
      });
    }
  });
}

/** The hour before now, unless the newest figures are younger than that. */
async function seedFigures(database: Database, tenant: string): Promise<void> {
  const rollups = createRollupStore(database);
  const nowMs = systemClock.now();
  const { asOf } = await rollups.summary(tenant, { dayStartMs: nowMs, nowMs });
  if (asOf !== null && nowMs - Date.parse(asOf) < HOUR_MS) return;
  const { rows } = await createChannelStore(database).list(
    tenant,
    listQuery.parse({ limit: -1, sort: 'name' }),
  );
  const endMs = Math.floor(nowMs / 60_000) * 60_000;
  const events = demoFigures({ tenant, channels: rows.map(({ id }) => id), endMs });
  const seq = endMs / 60_000;
  await rollups.apply(foldEvents(events, { writer: 'demo-figures', seq, segmentAtMs: endMs }));
  process.stdout.write(
    `✓ ${events.length} events of the last hour counted for ${rows.length} channels\n`,
  );
}

/** Opens the database, which stays open while roles come and go, and prepares the demo. */
async function prepare(config: Config): Promise<Database> {
  const logger = createLogger({ name: 'dev', level: 'warn' });
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    binFolder: config.pgBin,
    runAs: config.pgRunAs,
    secretKey: await loadSecretKey(config),
    logger,
    clock: systemClock,
  });
  await prepareFirstStart({ config, database, logger });
  const { tenantId } = await ensureFirstTenant(database, {
    email: config.adminEmail,
    password: config.adminPassword,
    tenantName: config.productName,
  });
  if (tenantId !== '') await seedFigures(database, tenantId);
  process.stdout.write(`✓ PostgreSQL ${database.major} ready, data in ${config.dataFolder}\n`);
  return database;
}

const config = parseConfig(environment, root);
const database = await prepare(config);

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const ended = children.map((child) =>
    child.exitCode === null && child.signalCode === null
      ? new Promise((resolve) => child.once('exit', resolve))
      : undefined,
  );
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ended);
  await database.stop();
  process.exit(code);
}
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
process.on('SIGHUP', () => void stop(0));

const isPlatformReady = (line: string): boolean => line.includes('"msg":"interlude is ready"');
try {
  await Promise.all([
    ...roleNames.map((role) =>
      run(
        role,
        [
          'node',
          '--watch',
          '--watch-preserve-output',
          '--conditions=@interlude/source',
          'tools/dev/run-role.ts',
          '--roles',
          role,
        ],
        root,
        isPlatformReady,
      ),
    ),
    run(
      'console',
      [
        'vite',
        '--host',
        '127.0.0.1',
        '--port',
        VITE_PORT,
        '--strictPort',
        '--clearScreen',
        'false',
      ],
      `${root}apps/console`,
      (line) => line.includes('ready in'),
    ),
  ]);
  process.stdout.write(`
  Console   ${consoleUrl}  (Vite, hot reload)
  Sign in   ${config.adminEmail}  password: ${config.adminPassword ?? ''}
  API       http://127.0.0.1:${config.port}/openapi
  Playback  ${config.stitcherPublicUrl}
  Lab       http://127.0.0.1:${config.labPort}

  A role starts anew when a file that it loads changes. Ctrl-C stops everything.

`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await stop(1);
}
