/**
 * What one reading of a DASH source has brought: its MPD, the time on its clock and its in-band events, or why there are
 * none. A stitcher that requests the source hands it to the others as lines of JSON.
 */
import {
  type DomainError,
  domainError,
  type ErrorCode,
  type ScheduledBreak,
} from '@interlude/contract';
import { keptBytes, type SourceBudget } from '@interlude/runtime';
import { readLine, type StoredSource, storedLine } from '../stored-source.ts';
import { type MpdAnswer, readMpd } from './fetch-mpd.ts';
import type { ReadEvents } from './inband-reader.ts';
import type { ClockAnswer } from './source-clock.ts';

export interface DashReading {
  /** When it was requested, epoch ms on the clock of the source. */
  readonly nowMs: number;
  /** Of what a joining stitcher begins with: see `DashSource`; left out: `nowMs`. */
  readonly publishMs?: number | undefined;
  /** See `DashSource`: those that begin with it have it, too. */
  readonly origin: string;
  readonly clock: ClockAnswer;
  /** Left out: it is as it was, or could not be read. */
  readonly answer?: MpdAnswer | undefined;
  /** Codes of deviations from the standard; of a new MPD alone. */
  readonly oddities: readonly string[];
  /** In-band events of its segments, all that are kept; left out: they are not read. */
  readonly inband?: ReadEvents | undefined;
  /** Breaks that a scheduler has declared by then. */
  readonly scheduled: readonly ScheduledBreak[];
  readonly error?: DomainError | undefined;
}

/** Another one is not read. */
const shape = 'dash reading 1';

interface Head extends Omit<DashReading, 'answer' | 'error'> {
  readonly shape: string;
  readonly answer?: Omit<MpdAnswer, 'text' | 'mpd' | 'warnings'> | undefined;
  readonly error?:
    | { readonly code: ErrorCode; readonly details: DomainError['details'] }
    | undefined;
}

/** A head, then the MPD. */
export async function packDash(
  turns: Pick<SourceBudget, 'work'>,
  { answer, error, ...reading }: DashReading,
): Promise<StoredSource> {
  const { url, size, etag, lastModified } = answer ?? {};
  const head = {
    ...reading,
    shape,
    answer: answer && { url, size, etag, lastModified },
    error: error && { code: error.code, details: error.details },
  };
  const lines = [await storedLine(turns, 0, () => head)];
  const { text } = answer ?? {};
  if (text !== undefined) {
    lines.push(await turns.work({ bytes: text.length, entries: 0 }, () => JSON.stringify(text)));
  }
  return lines;
}

/**
 * A reading of `packDash`.
 * @throws {Error} for what another version of the program has packed, {DomainError} SOURCE_TOO_LARGE
 */
export async function unpackDash(
  budget: Pick<SourceBudget, 'work' | 'memory'>,
  [first, second]: StoredSource,
): Promise<DashReading> {
  const { shape: packed, answer, error, ...reading } = (await readLine(budget, first)) as Head;
  if (packed !== shape) {
    throw new Error('a reading of another version');
  }
  const failed = error && domainError(error.code, error.details);
  if (!answer) {
    return { ...reading, error: failed };
  }
  const { size, url } = answer;
  const text = String(await readLine(budget, second));
  budget.memory.keep('mpd', keptBytes(size));
  const read = await budget.work(size, () => readMpd(text, new URL(url).host));
  return { ...reading, error: failed, answer: { ...answer, ...read, text } };
}
