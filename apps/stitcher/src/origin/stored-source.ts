/**
 * Snapshot of a live source as lines of JSON, for the process that opens it next. Without it the window is as short as
 * the list of the source, a source without dates gets another clock, and whatever was counted since it began is counted
 * anew. Lines are made, and read, in turns with other work: a window may have hours.
 */
import { keptBytes, type SourceBudget } from '@interlude/runtime';

export type StoredSource = readonly string[];

/** Finds a recent snapshot of a source; undefined when there is none. Never rejects. */
export type FindStored = () => Promise<StoredSource | undefined>;

type Turns = Pick<SourceBudget, 'work'>;

/** Memory that a snapshot takes until its source is open, bytes, estimated. */
export const bytesOfStored = (stored: StoredSource): number =>
  keptBytes({ bytes: stored.reduce((sum, line) => sum + line.length, 0), entries: 0 });

/** @param entries segments, or elements, that the line holds */
export const storedLine = (turns: Turns, entries: number, make: () => unknown): Promise<string> =>
  turns.work({ bytes: 0, entries }, () => JSON.stringify(make()));

/** @throws {SyntaxError} for a line that is missing or is not JSON */
export const readLine = (turns: Turns, line = ''): Promise<unknown> =>
  turns.work({ bytes: line.length, entries: 0 }, (): unknown => JSON.parse(line));
