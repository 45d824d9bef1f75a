/** All roles in this process: PROCESSES=one, a single role, and tests. */
import { type Database, openDatabase } from '@interlude/persistence';
import { createMetrics, loadSecretKey } from '@interlude/runtime';
import { followEgressGrants } from './egress/egress-grants.ts';
import { createOwnEgress } from './egress/own-egress.ts';
import {
  buildRole,
  consoleFolder,
  needsDatabase,
  type PlatformParts,
  roleStep,
  startOrder,
} from './roles.ts';
import { databaseOptions, databaseStep, prepareData, type Starting } from './starting.ts';

async function open(starting: Starting): Promise<Database> {
  const { config, clock, undos, progress } = starting;
  const database = await progress.step(databaseStep(starting), async () =>
    openDatabase({
      ...databaseOptions(starting),
      secretKey: await loadSecretKey(config),
      clock,
    }),
  );
  undos.push({ what: 'database', run: () => database.stop() });
  return database;
}

/** @throws the error of a role; parts started so far stay in `undos` */
export async function startHere(starting: Starting): Promise<void> {
  const { config, roles, logger, clock, undos, version, signal, progress } = starting;
  const egress = createOwnEgress(config, logger);
  undos.push({ what: 'outbound connections', run: () => egress.close() });
  let database: Database | undefined;
  await prepareData(starting, async () => {
    if (needsDatabase(roles)) database = await open(starting);
  });
  if (roles.includes('control-plane') && database !== undefined) {
    const { prepareFirstStart } = await import('./first-start.ts');
    starting.onFirstAdmin(await prepareFirstStart({ config, database, logger }));
  }
  if (database !== undefined) {
    const end = await followEgressGrants(database, { egress, logger });
    undos.push({ what: 'egress grants', run: async () => end() });
  }
  const parts: PlatformParts = {
    ...{ config, logger, clock, egress, version, consoleFolder },
    metrics: createMetrics({ processMetrics: true }),
    database: () => {
      if (database === undefined) throw new TypeError('this role needs a database');
      return database;
    },
  };
  for (const name of startOrder.filter((candidate) => roles.includes(candidate))) {
    signal.throwIfAborted();
    await progress.step(roleStep(name, config), async () => {
      const role = await buildRole(name, parts);
      undos.push({ what: name, run: () => role.stop() });
      await role.start();
    });
  }
}
