/** One role in this process: its connections, its start and its stop. */
import type { Database } from '@interlude/persistence';
import {
  type Config,
  createMetrics,
  type Egress,
  type Logger,
  loadSecretKey,
  type RoleName,
  systemClock,
} from '@interlude/runtime';
import { createOwnEgress } from '../egress/own-egress.ts';
import { buildRole, consoleFolder } from '../roles.ts';
import type { FirstAdmin } from '../terminal/banner.ts';
import { type Undo, undoAll } from '../undo.ts';
import type { StartMessage } from './launcher-messages.ts';
import { createRolesBoard, type RolesBoard } from './roles-board.ts';

export interface HostOptions {
  readonly role: RoleName;
  readonly config: Config;
  readonly logger: Logger;
  readonly message: StartMessage;
  /** Called as soon as the first tenant exists, even if the start fails later. */
  readonly onFirstAdmin: (admin: FirstAdmin) => void;
}

export interface HostedRole {
  /** How the roles of the launcher are. */
  readonly board: RolesBoard;
  stop(): Promise<void>;
}

/** The database, the first tenant in it and the grants of it, for a role that needs them: the lab loads no stores. */
async function openPlace(
  options: HostOptions,
  egress: Egress,
  undos: Undo[],
): Promise<Database | undefined> {
  const { role, config, logger, message } = options;
  if (message.database === undefined) return undefined;
  const { openDatabase } = await import('@interlude/persistence');
  const database = await openDatabase({
    place: message.database,
    dataFolder: config.dataFolder,
    secretKey: await loadSecretKey(config),
    logger: logger.child({ role: 'database' }),
    clock: systemClock,
  });
  undos.push({ what: 'database connections', run: () => database.stop() });
  if (role === 'control-plane') {
    const { prepareFirstStart } = await import('../first-start.ts');
    options.onFirstAdmin(await prepareFirstStart({ config, database, logger }));
  }
  const { followEgressGrants } = await import('../egress/egress-grants.ts');
  const end = await followEgressGrants(database, { egress, logger });
  undos.push({ what: 'egress grants', run: async () => end() });
  return database;
}

/** @throws the error of the role; parts started so far are stopped then */
export async function hostRole(options: HostOptions): Promise<HostedRole> {
  const { role: name, config, logger, message } = options;
  const egress = createOwnEgress(config, logger);
  const undos: Undo[] = [{ what: 'outbound connections', run: () => egress.close() }];
  const stop = undoAll(undos, logger.child({ role: name }));
  const metrics = createMetrics({ processMetrics: true });
  const board = createRolesBoard(metrics);
  try {
    const database = await openPlace(options, egress, undos);
    const role = await buildRole(name, {
      ...{ config, logger, egress, metrics, consoleFolder },
      clock: systemClock,
      version: message.version,
      database: () => {
        if (database === undefined) throw new TypeError('this role needs a database');
        return database;
      },
      platformRoles: board.read,
    });
    undos.push({ what: name, run: () => role.stop() });
    await role.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { board, stop };
}
