/**
 * What a live source knows of its past, as lines of JSON, for the process that reads it next: without them a window is
 * as short as what the source lists now, a source without dates has another clock, and what was counted since it
 * began is counted anew. Lines are made, and read, when it is their turn: a window may have hours.
 */
import { keptBytes, type SourceBudget } from '@interlude/runtime';

export type StoredSource = readonly string[];

/** What has been stored of this source lately; undefined when there is nothing. Never rejects. */
export type FindStored = () => Promise<StoredSource | undefined>;

type Turns = Pick<SourceBudget, 'work'>;

/** What it takes in memory until its source is open, estimated. */
export const bytesOfStored = (stored: StoredSource): number =>
  keptBytes({ bytes: stored.reduce((sum, line) => sum + line.length, 0), entries: 0 });

/** @param entries segments, or elements, of what is stored */
export const storedLine = (turns: Turns, entries: number, make: () => unknown): Promise<string> =>
  turns.work({ bytes: 0, entries }, () => JSON.stringify(make()));

/** @throws {SyntaxError} for a line that is none, also for one that is missing */
export const readLine = (turns: Turns, line = ''): Promise<unknown> =>
  turns.work({ bytes: line.length, entries: 0 }, (): unknown => JSON.parse(line));
