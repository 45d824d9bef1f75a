/**
 * Processor time of single actions that a viewer causes: rows of the stores that several stitchers share, for this
 * process and for PostgreSQL separately, and a beacon to a tracker. Rows come in the batches of a crowd. The figures
 * are those of the capacity model (docs/reference/capacity.md).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createAdRequestTurnStore,
  createEventClaimStore,
  createSessionEntryStore,
  createSessionPlanStore,
  type Database,
  openDatabase,
} from '@interlude/persistence';
import { createEgress, createLogger, loadSecretKey, systemClock } from '@interlude/runtime';
import { BeaconSender } from '../../apps/stitcher/src/beacons/beacon-sender.ts';
import { unitCosts } from '../capacity/unit-costs.ts';
import { againstTarget, type BenchRow } from './bench-row.ts';
import { cpuWithEndedMs, processTree } from './process-figures.ts';

const batch = 500;
const batches = 120;
const beacons = 40_000;
const beaconsAtOnce = 10_000;

interface Cost {
  /** Microseconds of processor time for one. */
  readonly here: number;
  readonly postgres: number;
}

async function postgresPid(dataFolder: string): Promise<number> {
  const text = await readFile(join(dataFolder, 'pg', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n', 1)[0]);
}

async function costOf(
  postmaster: number,
  count: number,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const postgresMs = async () => cpuWithEndedMs(await processTree(postmaster));
  const before = { cpu: process.cpuUsage(), postgres: await postgresMs() };
  await work();
  const { user, system } = process.cpuUsage(before.cpu);
  const postgres = (1_000 * ((await postgresMs()) - before.postgres)) / count;
  return { here: (user + system) / count, postgres };
}

const nameOf = (at: number, place: number) => `s${at.toString(36)}-${place}`.padEnd(22, 'x');

/** Each step writes the rows of another crowd. */
async function rowCosts(database: Database, postmaster: number) {
  const tenantId = 'bench';
  const channelId = 'channel';
  const entries = createSessionEntryStore(database);
  const plans = createSessionPlanStore(database);
  const claims = createEventClaimStore(database);
  const turns = createAdRequestTurnStore(database);
  const each = async (step: (at: number) => Promise<unknown>) => {
    for (let at = 0; at < batches; at += 1) await step(at);
  };
  const rows = Array.from({ length: batch }, (_, place) => place);
  const entry = Buffer.alloc(2_700, 'e');
  const plan = Buffer.alloc(1_500, 'p');
  const count = batch * batches;
  return {
    decision: await costOf(postmaster, count, () =>
      each((at) =>
        entries.putIfAbsent(
          rows.map((place) => ({
            ...{ tenantId, channelId, session: nameOf(at, place), breakId: 'b', entry },
          })),
        ),
      ),
    ),
    plan: await costOf(postmaster, count, () =>
      each((at) =>
        plans.put(
          rows.map((place) => ({ tenantId, channelId, session: nameOf(at % 10, place), plan })),
        ),
      ),
    ),
    claim: await costOf(postmaster, count, () =>
      each((at) =>
        claims.claim(
          rows.map((place) => ({
            ...{ tenantId, session: nameOf(Math.floor(at / 6), place), breakId: 'b', slot: 0 },
            events: 1 | (1 << (at % 6)),
            id: `${at}-${place}`,
          })),
        ),
      ),
    ),
    turn: await costOf(postmaster, count, () =>
      each(() =>
        turns.take([
          { tenantId, server: 'https://ads.test', count: batch, perSecond: 1e6, withinMs: 1e6 },
        ]),
      ),
    ),
  };
}

/** The tracker, in a process of its own. */
function serveTracker(): void {
  const server = createServer((_, response) => response.end());
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address ? address.port : 0);
  });
}

async function beaconCost(): Promise<number> {
  const tracker = fork(import.meta.filename, ['tracker'], {
    execArgv: ['--conditions=@interlude/source'],
  });
  const [port] = await once(tracker, 'message');
  const egress = createEgress({ allow: [`127.0.0.1:${port}`] });
  const done = Promise.withResolvers<void>();
  let left = beacons;
  const sender = new BeaconSender({
    egressOf: () => egress,
    clock: systemClock,
    report: (_, outcome) => {
      if (outcome !== 'sent') done.reject(new Error(`a beacon was ${outcome}`));
      left -= 1;
      if (left === 0) done.resolve();
      else if (left % beaconsAtOnce === 0) send();
    },
  });
  const url = `http://127.0.0.1:${port}/impression?session=`;
  const send = () => {
    for (let at = 0; at < beaconsAtOnce; at += 1) {
      sender.send({
        ...{ id: `${left}-${at}`, url: `${url}${at}`, headers: {}, event: 'impression' },
        ...{ channelId: 'channel', sessionId: 's' },
      });
    }
  };
  const before = process.cpuUsage();
  send();
  await done.promise;
  const { user, system } = process.cpuUsage(before);
  await sender.stop();
  await egress.close();
  tracker.kill();
  return (user + system) / beacons;
}

export async function benchUnits(): Promise<BenchRow[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-units-'));
  const database = await openDatabase({
    dataFolder,
    logger: createLogger({ name: 'bench', level: 'error' }),
    clock: systemClock,
    secretKey: await loadSecretKey({ dataFolder }),
  });
  try {
    const costs = await rowCosts(database, await postgresPid(dataFolder));
    const row = (what: string, value: number, known: number) =>
      againstTarget(what, value, { value: known, unit: 'µs', better: 'lower' });
    const ofRows = Object.entries(costs).flatMap(([name, { here, postgres }]) => {
      const known = unitCosts.stored[name as keyof typeof costs];
      return [
        row(`${name}: a row, in the stitcher`, here, known.stitcherUs),
        row(`${name}: a row, in PostgreSQL`, postgres, known.postgresUs),
      ];
    });
    return [...ofRows, row('a beacon, in the stitcher', await beaconCost(), unitCosts.beaconUs)];
  } finally {
    await database.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

if (process.argv[2] === 'tracker') serveTracker();
