/** The authorised list of 10 channels out of 100,000, over HTTP, from one control-plane process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@interlude/contract/api';
import { type Database, openDatabase } from '@interlude/persistence';
import { createLogger, loadSecretKey, newId, systemClock } from '@interlude/runtime';
import { sql } from 'kysely';
import { signIn } from '../sign-in.ts';
import { spawnPlatform } from '../spawn-platform.ts';
import { againstTarget, type BenchRow, median } from './bench-row.ts';
import { type Load, load } from './load.ts';

const CHANNELS = 100_000;
const BATCH = 1_000;
const ROUNDS = 6;
const ROUND_MS = 3_000;
const CONNECTIONS = 16;

/** Copies the tenant's one channel until there are as many as requested. */
async function fill(database: Database): Promise<void> {
  const model = await database.system.selectFrom('channels').selectAll().executeTakeFirstOrThrow();
  const settings = JSON.stringify(model.settings);
  const sealed = JSON.stringify(model.sealed);
  for (let made = 1; made < CHANNELS; made += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, CHANNELS - made) }, (_, offset) => {
      const at = new Date(model.created_at.getTime() + made + offset);
      const name = `Channel ${String(made + offset).padStart(6, '0')}`;
      const id = newId(at.getTime());
      return { ...model, id, name, settings, sealed, created_at: at, updated_at: at };
    });
    await database.system.insertInto('channels').values(rows).execute();
  }
  // as the server's autovacuum does within a minute of so many inserts
  await sql`vacuum analyze channels`.execute(database.system);
}

async function fillTenant(dataFolder: string): Promise<void> {
  const database = await openDatabase({
    dataFolder,
    logger: createLogger({ name: 'bench', level: 'error' }),
    clock: systemClock,
    secretKey: await loadSecretKey({ dataFolder }),
  });
  try {
    await fill(database);
  } finally {
    await database.stop();
  }
}

export async function benchApi(): Promise<BenchRow[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-bench-'));
  const platform = await spawnPlatform({
    dataFolder,
    args: ['--roles', 'control-plane'],
    env: { INTERLUDE_DEMO: 'off' },
  });
  try {
    const { client, headers } = await signIn(platform);
    await client(contract.channels.create, {
      body: { name: 'Channel 000000', sourceManifestUrl: 'https://origin.example/master.m3u8' },
    });
    await fillTenant(dataFolder);
    const { totalCount } = await client(contract.channels.list, {});
    if (totalCount !== CHANNELS) throw new Error(`${totalCount} channels instead of ${CHANNELS}`);
    const rounds: Load[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const url = `${platform.consoleUrl}/api/v2/channels?limit=10&offset=${round * 10}`;
      const measured = await load({
        url,
        headers,
        connections: CONNECTIONS,
        durationMs: ROUND_MS,
        pid: platform.pid,
      });
      if (round > 0) rounds.push(measured); // the first one warms up
    }
    const figure = (of: (round: Load) => number) => median(rounds.map(of));
    const cpuUs = figure((round) => round.cpuUs);
    return [
      againstTarget(
        `list 10 of ${CHANNELS}, ${CONNECTIONS} connections`,
        figure((round) => round.perSecond),
        { value: 5_000, unit: 'requests/s', better: 'higher' },
      ),
      againstTarget(
        'the same, p99',
        figure((round) => round.p99Ms),
        { value: 20, unit: 'ms', better: 'lower' },
      ),
      againstTarget('the same, ceiling of one core (processor time of the process)', 1e6 / cpuUs, {
        value: 5_000,
        unit: 'requests/s',
        better: 'higher',
      }),
    ];
  } finally {
    await platform.stop();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
