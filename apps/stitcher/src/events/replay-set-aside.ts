/** Counts what was set aside, once the cause is mended: an update of Interlude, or of the database. */
import { readFile, rm } from 'node:fs/promises';
import { type Batch, BatchRefused, decodeEventFrames, foldEvents } from '@interlude/reporting';
import { SetAside, type SetAsideFile } from './set-aside.ts';

export interface ReplayOptions {
  /** INTERLUDE_DATA */
  readonly dataFolder: string;
  /** Adds the batch exactly once. @throws {BatchRefused} it can never be added */
  readonly applyBatch: (batch: Batch) => Promise<unknown>;
}

export interface ReplayResult {
  /** Events that are counted now. */
  readonly counted: number;
  /** Events that are refused again and stay where they are. */
  readonly refused: number;
  /** Why the last one was refused. */
  readonly reason: string | undefined;
}

/** In the ledger beside the segment, whose other events are counted under its own writer. */
const ledgerWriter = (writer: string) => `${writer}+aside`;

async function replayFile(
  { writer, seq, openedAtMs, path }: SetAsideFile,
  applyBatch: ReplayOptions['applyBatch'],
): Promise<void> {
  const { events } = decodeEventFrames(await readFile(path));
  const place = { writer: ledgerWriter(writer), seq, segmentAtMs: openedAtMs };
  await applyBatch(foldEvents(events, place));
  await rm(path, { force: true });
}

/**
 * Counts the events that are set aside in a data folder, under the time at which they happened. A file goes when its
 * events are counted, so that the command can be repeated at any time, also beside running stitchers.
 * @returns how many events were counted, and how many are refused again
 * @throws the error of the database when it cannot be reached
 * @see rule SEC-S52
 */
export async function replaySetAside({
  dataFolder,
  applyBatch,
}: ReplayOptions): Promise<ReplayResult> {
  let [counted, refused] = [0, 0];
  let reason: string | undefined;
  for (const file of await new SetAside(dataFolder).look()) {
    try {
      await replayFile(file, applyBatch);
      counted += file.events;
    } catch (error) {
      if (!(error instanceof BatchRefused)) {
        throw error;
      }
      refused += file.events;
      reason = error.message;
    }
  }
  return { counted, refused, reason };
}
