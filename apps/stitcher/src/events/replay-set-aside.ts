/** Counts the events that were set aside, once their cause is mended: an update of Interlude, or of the database. */
import { readFile, rm } from 'node:fs/promises';
import { type Batch, BatchRefused, decodeEventFrames, foldEvents } from '@interlude/reporting';
import { EventIntake } from './event-intake.ts';
import { SetAside, type SetAsideFile } from './set-aside.ts';

export interface ReplayOptions {
  /** INTERLUDE_DATA */
  readonly dataFolder: string;
  /** Adds the batch exactly once; false when it had been added before. @throws {BatchRefused} it can never be added */
  readonly applyBatch: (batch: Batch) => Promise<unknown>;
  /** EVENT_ARCHIVE is on: counted events are archived. */
  readonly isArchived?: boolean | undefined;
}

export interface ReplayResult {
  /** Events that are counted now; without those that an earlier call has counted. */
  readonly counted: number;
  /** Events that could not be read: no report will count them. */
  readonly lost: number;
  /** Events that are refused again and stay where they are. */
  readonly refused: number;
  /** Why the last one was refused. */
  readonly reason: string | undefined;
}

/**
 * Writer of a file in the batch ledger, beside that of its segment, whose other events are counted under its own
 * writer. One for each file: of one writer the ledger forgets all numbers below the highest that it has purged, and
 * files are counted in any order.
 */
const ledgerWriter = ({ writer, seq }: SetAsideFile) => `${writer}+aside-${seq}`;

async function replayFile(
  file: SetAsideFile,
  { applyBatch, dataFolder, isArchived = false }: ReplayOptions,
): Promise<Pick<ReplayResult, 'counted' | 'lost'>> {
  const { events, unreadable } = decodeEventFrames(await readFile(file.path));
  const place = { writer: ledgerWriter(file), seq: file.seq, segmentAtMs: file.openedAtMs };
  const isNew = await applyBatch(foldEvents(events, place));
  if (isArchived) await new EventIntake({ dataFolder }).take({ ...file, writer: place.writer });
  else await rm(file.path, { force: true });
  return isNew === false ? { counted: 0, lost: 0 } : { counted: events.length, lost: unreadable };
}

/**
 * Counts the events that are set aside in a data folder, under the time at which they happened. A file goes when its
 * events are counted, so that the command can be repeated at any time, also beside running stitchers.
 * @returns how many events were counted, lost, and are refused again
 * @throws the error of the database when it cannot be reached
 * @see rule SEC-S52
 */
export async function replaySetAside(options: ReplayOptions): Promise<ReplayResult> {
  let [counted, lost, refused] = [0, 0, 0];
  let reason: string | undefined;
  for (const file of await new SetAside(options.dataFolder).look()) {
    try {
      const outcome = await replayFile(file, options);
      counted += outcome.counted;
      lost += outcome.lost;
    } catch (error) {
      if (!(error instanceof BatchRefused)) {
        throw error;
      }
      refused += file.events;
      reason = error.message;
    }
  }
  return { counted, lost, refused, reason };
}
