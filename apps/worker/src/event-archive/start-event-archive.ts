/**
 * Maintains the archive of events: converts segments into files, merges the files of a day, removes old ones. One
 * worker at a time.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ArchiveParts,
  archiveIntake,
  compactDays,
  openArchiveStorage,
  removeUnread,
  runEngine,
} from '@interlude/event-archive';
import { createEventFileStore, type Database, runExclusively } from '@interlude/persistence';
import { type Config, repeat } from '@interlude/runtime';
import type { WorkerEvents } from '../events.ts';

/** Listing a remote storage costs requests. */
const everyMs = 60_000;
/** Compaction and retention. */
const tidyEveryMs = 600_000;

export interface EventArchiveOptions {
  readonly config: Partial<Pick<Config, 'eventArchive' | 'eventArchiveDays'>> &
    Pick<Config, 'dataFolder'>;
  readonly database: Database;
  readonly events: Pick<WorkerEvents, 'archived' | 'taskFailed'>;
}

const defaultDays = 30;

/** Starts the archive of events; does nothing when EVENT_ARCHIVE is off. */
export function startEventArchive({ config, database, events }: EventArchiveOptions) {
  const { eventArchive, eventArchiveDays = defaultDays, dataFolder } = config;
  if (eventArchive === undefined) return { stop: async () => undefined };
  const archive = openArchiveStorage(eventArchive, dataFolder);
  const stopping = new AbortController();
  const parts: ArchiveParts = {
    storage: archive.storage,
    catalogue: createEventFileStore(database),
    runEngine: (task) => runEngine(task, stopping.signal),
    workFolder: join(dataFolder, 'event-archive-work'),
    now: () => database.clock.now(),
  };
  const failed = (error: unknown) => {
    if (!stopping.signal.aborted) events.taskFailed('event-archive', error);
  };
  let nextTidyMs = 0;
  const run = async () => {
    // Files of a killed run; no other process works here while this one has the lock.
    await rm(parts.workFolder, { recursive: true, force: true });
    const result = await archiveIntake(parts);
    if (result.segments > 0 || result.skipped > 0) events.archived(result);
    if (database.clock.now() < nextTidyMs) return;
    nextTidyMs = database.clock.now() + tidyEveryMs;
    await compactDays(parts, failed);
    await removeUnread(parts, eventArchiveDays);
  };
  const task = repeat({
    everyMs,
    run: async () => {
      await runExclusively(database, 'event-archive', run);
    },
    failed,
  });
  return {
    async stop() {
      stopping.abort(new Error('the worker stops'));
      await task.stop();
      await archive.close();
    },
  };
}
