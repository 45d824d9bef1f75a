/** Snapshot of an HLS source: its renditions by the ids that sessions know, their windows, and its breaks. */
import type { SourceBudget } from '@interlude/runtime';
import { type SourceWindow, type StoredWindow, storeWindow } from '@interlude/stitching';
import { bytesOfStored, readLine, type StoredSource, storedLine } from '../stored-source.ts';
import type { FoundBreaks } from './hls-break-finder.ts';
import type { KnownRendition } from './read-multivariant.ts';

/** Name of the part that a snapshot takes of the memory of a source that is being opened. */
export const pastPart = 'past';
/** Version of the stored form; any other is ignored. */
const shape = 'hls 1';

interface Head {
  readonly shape: string;
  /** See `SourceNumbering`. */
  readonly origin: string;
  readonly renditions: readonly KnownRendition[];
  readonly breaks: FoundBreaks;
}

export interface StoredRendition {
  readonly window: StoredWindow;
  /** One of its playlists has carried markers of breaks. */
  readonly hasCues: boolean;
}

export interface StoredHls {
  /** See `SourceNumbering`. */
  readonly origin: string;
  readonly renditions: readonly KnownRendition[];
  readonly breaks: FoundBreaks;
  /** Windows by id of the rendition. */
  readonly windows: ReadonlyMap<string, StoredRendition>;
  /** Memory that it takes, bytes. */
  readonly bytes: number;
}

type Turns = Pick<SourceBudget, 'work'>;

/** @param windows as they are at one moment */
export async function storeHls(
  turns: Turns,
  { origin, renditions, breaks }: Pick<StoredHls, 'origin' | 'renditions' | 'breaks'>,
  windows: readonly { readonly window: SourceWindow; readonly hasCues: boolean }[],
): Promise<StoredSource> {
  const known = renditions.map(({ renditionId, kind, url }) => ({ renditionId, kind, url }));
  const head: Head = { shape, origin, renditions: known, breaks };
  const lines = [await storedLine(turns, 0, () => head)];
  for (const { window, hasCues } of windows) {
    const make = (): StoredRendition => ({ window: storeWindow(window), hasCues });
    lines.push(await storedLine(turns, window.segments.length, make));
  }
  return lines;
}

/**
 * Restores a snapshot; undefined for one of another version.
 * @throws {SyntaxError} for a line that is not JSON, {DomainError} SOURCE_TOO_LARGE when there is no room for it
 */
export async function readStoredHls(
  budget: Pick<SourceBudget, 'work' | 'memory'>,
  stored: StoredSource,
): Promise<StoredHls | undefined> {
  const bytes = bytesOfStored(stored);
  budget.memory.keep(pastPart, bytes);
  const [first, ...others] = stored;
  const head = (await readLine(budget, first)) as Head;
  if (head.shape !== shape) {
    return undefined;
  }
  const windows = new Map<string, StoredRendition>();
  for (const line of others) {
    const rendition = (await readLine(budget, line)) as StoredRendition;
    windows.set(rendition.window.renditionId, rendition);
  }
  const { origin, renditions, breaks } = head;
  return { origin, renditions, breaks, windows, bytes };
}
