/** `--replay-events`: counts the events that stitchers of this data folder have set aside, and ends. */
import { createRollupStore, openDatabase } from '@interlude/persistence';
import { createLogger, loadSecretKey, parseConfig, systemClock } from '@interlude/runtime';
import { loadReplay } from './roles.ts';

export interface ReplayOutcome {
  /** Outcome for the person who runs the command. */
  readonly sentence: string;
  /** True when no events are left set aside. */
  readonly isDone: boolean;
}

/** @throws {DomainError} CONFIG_INVALID, DATABASE_UNAVAILABLE, DATA_FOLDER_UNWRITABLE */
export async function replayEvents(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<ReplayOutcome> {
  const config = parseConfig(env, cwd);
  const { databaseUrl, dataFolder, pgBin, pgRunAs } = config;
  const database = await openDatabase({
    databaseUrl,
    dataFolder,
    binFolder: pgBin,
    runAs: pgRunAs,
    secretKey: await loadSecretKey(config),
    logger: createLogger({ name: 'interlude', level: 'warn', stream: process.stderr }),
    clock: systemClock,
  });
  try {
    const replaySetAside = await loadReplay();
    const { apply } = createRollupStore(database);
    const isArchived = config.eventArchive !== undefined;
    const outcome = await replaySetAside({ dataFolder, applyBatch: apply, isArchived });
    const { counted, lost, refused, reason } = outcome;
    const sentences = [
      `${counted} events that were set aside are counted now.`,
      lost > 0 && `${lost} could not be read and are lost.`,
      refused > 0 &&
        `${refused} are refused again and stay in ${dataFolder}/set-aside (${reason}). Please report it with the version.`,
    ];
    return { sentence: sentences.filter(Boolean).join(' '), isDone: refused === 0 };
  } finally {
    await database.stop();
  }
}
