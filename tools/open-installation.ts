/** The installation that a command works on: the environment of `npm start`, its database, and its folder. */
import { type Database, openDatabase } from '@interlude/persistence';
import {
  type Config,
  createLogger,
  loadSecretKey,
  parseConfig,
  systemClock,
} from '@interlude/runtime';

export interface Installation {
  readonly config: Config;
  readonly database: Database;
}

/**
 * Runs `work` with the database open, also beside a platform that runs.
 * @throws {DomainError} CONFIG_INVALID, DATABASE_UNAVAILABLE, DATA_FOLDER_UNWRITABLE
 */
export async function withInstallation<T>(
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const config = parseConfig(process.env, process.cwd());
  const { databaseUrl, dataFolder, pgBin, pgRunAs } = config;
  const database = await openDatabase({
    databaseUrl,
    dataFolder,
    binFolder: pgBin,
    runAs: pgRunAs,
    secretKey: await loadSecretKey(config),
    logger: createLogger({ name: 'interlude', level: 'warn', stream: process.stderr }),
    clock: systemClock,
    pools: { system: 4, requests: 2 },
  });
  try {
    return await work({ config, database });
  } finally {
    await database.stop();
  }
}
