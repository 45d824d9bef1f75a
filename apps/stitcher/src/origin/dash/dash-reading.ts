/**
 * One reading of a DASH source: its MPD, the time on its clock and its in-band events, or the error. The stitcher that
 * requests the source hands it to the others as lines of JSON.
 */
import type { ScheduledBreak } from '@interlude/contract';
import { type DomainError, domainError, type ErrorCode } from '@interlude/contract/errors';
import { keptBytes, type SourceBudget } from '@interlude/runtime';
import { readLine, type StoredSource, storedLine } from '../stored-source.ts';
import { type MpdAnswer, readMpd } from './fetch-mpd.ts';
import type { ReadEvents } from './inband-reader.ts';
import type { ClockAnswer } from './source-clock.ts';

export interface DashReading {
  /** When it was requested, epoch ms on the clock of the source. */
  readonly nowMs: number;
  /**
   * When the state became known, epoch ms; only of the reading that a joining stitcher begins with, see `DashSource`.
   */
  readonly publishMs?: number | undefined;
  /** See `DashSource`; stitchers that begin with this reading have the same. */
  readonly origin: string;
  readonly clock: ClockAnswer;
  /** Left out: the MPD is unchanged, or could not be read. */
  readonly answer?: MpdAnswer | undefined;
  /** Codes of deviations from the standard; only of a new MPD. */
  readonly oddities: readonly string[];
  /** All in-band events that are kept; left out: the channel does not read them. */
  readonly inband?: ReadEvents | undefined;
  /** Breaks by API that were declared when the source was requested. */
  readonly scheduled: readonly ScheduledBreak[];
  readonly error?: DomainError | undefined;
}

/** Version of the packed form; any other is refused. */
const shape = 'dash reading 1';

interface Head extends Omit<DashReading, 'answer' | 'error'> {
  readonly shape: string;
  readonly answer?: Omit<MpdAnswer, 'text' | 'mpd' | 'warnings'> | undefined;
  readonly error?:
    | { readonly code: ErrorCode; readonly details: DomainError['details'] }
    | undefined;
}

/** Packs a reading: a head, then the text of the MPD if it is new. */
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
 * Unpacks a reading of `packDash`.
 * @throws {Error} for a reading that another version of the program has packed, {DomainError} SOURCE_TOO_LARGE
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
