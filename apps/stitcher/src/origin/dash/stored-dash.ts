/** Snapshot of a DASH source: its window with the MPDs that this was read from, its breaks and in-band events. */
import { type Mpd, parseMpd } from '@interlude/dash';
import type { DocumentSize, SourceBudget } from '@interlude/runtime';
import {
  type DashWindow,
  restoreDashWindow,
  type StoredDashWindow,
  storeDashWindow,
} from '@interlude/stitching';
import { bytesOfStored, readLine, type StoredSource, storedLine } from '../stored-source.ts';
import type { FoundBreaks } from './dash-break-finder.ts';
import type { ReadEvents } from './inband-reader.ts';

/** Version of the stored form; any other is ignored. */
const shape = 'dash 2';

export interface DashPast {
  /** Random id of the first process that opened the source. */
  readonly origin: string;
  readonly window: DashWindow;
  readonly breaks: FoundBreaks;
  readonly inband: ReadEvents;
  /** Seconds. */
  readonly targetDuration: number;
}

interface Head extends Omit<DashPast, 'window'> {
  readonly shape: string;
  readonly window: StoredDashWindow;
}

/** A restored snapshot, with the sizes of its MPDs by their texts. */
export interface RestoredDash extends DashPast {
  readonly sizes: ReadonlyMap<string, DocumentSize>;
}

export async function storeDash(
  turns: Pick<SourceBudget, 'work'>,
  { window, ...past }: DashPast,
): Promise<StoredSource> {
  const { boundariesMs } = window;
  const stored = await turns.work({ bytes: 0, entries: boundariesMs.length }, () =>
    storeDashWindow(window),
  );
  const head: Head = { ...past, shape, window: stored.window };
  const lines = [await storedLine(turns, boundariesMs.length, () => head)];
  for (const text of stored.texts) {
    lines.push(await turns.work({ bytes: text.length, entries: 0 }, () => JSON.stringify(text)));
  }
  return lines;
}

/**
 * Restores a snapshot; undefined for one of another version.
 * @throws {SyntaxError} for a line that is not JSON, {DomainError} SOURCE_TOO_LARGE, {Error} for a text that is not an
 * MPD
 */
export async function readStoredDash(
  budget: Pick<SourceBudget, 'work' | 'measure' | 'memory'>,
  lines: StoredSource,
): Promise<RestoredDash | undefined> {
  budget.memory.keep('past', bytesOfStored(lines));
  const [first, ...others] = lines;
  const head = (await readLine(budget, first)) as Head;
  if (head.shape !== shape) {
    return undefined;
  }
  const mpds: Mpd[] = [];
  const sizes = new Map<string, DocumentSize>();
  for (const line of others) {
    const text = String(await readLine(budget, line));
    const size = await budget.measure(Buffer.from(text), 'xml');
    const { mpd } = await budget.work(size, () => parseMpd(text));
    if (!mpd) {
      throw new Error('what is stored of a source is not an MPD');
    }
    mpds.push(mpd);
    sizes.set(text, size);
  }
  const { origin, breaks, inband, targetDuration, window: stored } = head;
  const entries = [...sizes.values()].reduce((sum, size) => sum + size.entries, 0);
  const window = await budget.work({ bytes: 0, entries }, () => restoreDashWindow(stored, mpds));
  return { origin, window, breaks, inband, targetDuration, sizes };
}
