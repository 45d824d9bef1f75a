/**
 * One reading of an HLS source: answers of its multivariant and media playlists, or their errors. The stitcher that
 * requests the source hands it to the others as lines of JSON.
 */
import type { ScheduledBreak } from '@interlude/contract';
import { type DomainError, domainError, type ErrorCode } from '@interlude/contract/errors';
import type { SourceBudget } from '@interlude/runtime';
import type { TextForm, Variables } from '@interlude/stitching';
import { asDomainError } from '../open-within.ts';
import { readLine, type StoredSource, storedLine } from '../stored-source.ts';
import type { ManifestAnswer } from './fetch-manifest.ts';
import type { OpenedSource } from './read-multivariant.ts';
import { type ReadPlaylist, type RequestedPlaylist, readPlaylist } from './read-playlist.ts';

export interface HlsReading {
  /** When it was requested, epoch ms. */
  readonly nowMs: number;
  /** See `SourceNumbering`; stitchers that begin with this reading have the same. */
  readonly origin: string;
  /** The multivariant playlist; left out: it was not read. */
  readonly listed?: OpenedSource | undefined;
  /** See `OpenedSource`. */
  readonly textForms?: ReadonlyMap<string, TextForm> | undefined;
  /** Answers of the renditions that were requested, the reference first. */
  readonly playlists: readonly RequestedPlaylist[];
  /** Breaks by API that were declared when the source was requested. */
  readonly scheduled: readonly ScheduledBreak[];
}

/** Version of the packed form; any other is refused. */
const shape = 'hls reading 1';

type TextlessAnswer = Omit<ManifestAnswer, 'text'>;

interface PackedPlaylist {
  readonly renditionId: string;
  readonly url: string;
  readonly answer?: TextlessAnswer | undefined;
  readonly error?: PackedError | undefined;
}

interface PackedError {
  readonly code: ErrorCode;
  readonly details: DomainError['details'];
}

interface Head {
  readonly shape: string;
  readonly nowMs: number;
  readonly origin: string;
  readonly multivariant?: TextlessAnswer | undefined;
  readonly textForms?: readonly (readonly [string, TextForm])[] | undefined;
  readonly playlists: readonly PackedPlaylist[];
  readonly scheduled: readonly ScheduledBreak[];
}

type Turns = Pick<SourceBudget, 'work'>;

function textless({ text: _, ...answer }: ManifestAnswer): TextlessAnswer {
  return answer;
}

/** Packs a reading: a head, then the texts of the playlists in its order. */
export async function packHls(turns: Turns, reading: HlsReading): Promise<StoredSource> {
  const { nowMs, origin, listed, textForms, playlists, scheduled } = reading;
  const head: Head = {
    ...{ shape, nowMs, origin, scheduled },
    multivariant: listed && textless(listed.answer),
    textForms: textForms && [...textForms],
    playlists: playlists.map(({ renditionId, url, read, error }) => ({
      ...{ renditionId, url },
      answer: read && textless(read.answer),
      error: error && { code: error.code, details: error.details },
    })),
  };
  const lines = [await storedLine(turns, 0, () => head)];
  const texts = playlists.flatMap(({ read }) => read?.answer.text ?? []);
  for (const text of listed ? [listed.answer.text, ...texts] : texts) {
    lines.push(await turns.work({ bytes: text.length, entries: 0 }, () => JSON.stringify(text)));
  }
  return lines;
}

export interface UnpackHlsOptions {
  readonly budget: SourceBudget;
  /** Parses an answer of the multivariant playlist. */
  readonly list: (answer: ManifestAnswer) => OpenedSource;
  /** EXT-X-DEFINE of the multivariant playlist that was read last, where the reading has none. */
  readonly imports: Variables | undefined;
}

/**
 * Unpacks a reading of `packHls`.
 * @throws {Error} for a reading that another version of the program has packed
 */
export async function unpackHls(
  { budget, list, imports }: UnpackHlsOptions,
  lines: StoredSource,
): Promise<HlsReading> {
  const [first, ...texts] = lines;
  const head = (await readLine(budget, first)) as Head;
  if (head.shape !== shape) {
    throw new Error('a reading of another version');
  }
  const answerOf = async (answer: TextlessAnswer): Promise<ManifestAnswer> => ({
    ...answer,
    text: String(await readLine(budget, texts.shift())),
  });
  const listed = head.multivariant && list(await answerOf(head.multivariant));
  const playlists: RequestedPlaylist[] = [];
  for (const { renditionId, url, answer, error } of head.playlists) {
    const place = { renditionId, url, imports: listed?.variables ?? imports };
    const read = answer && (await readAnswer(budget, await answerOf(answer), place));
    playlists.push({
      ...{ renditionId, url },
      ...(read && ('playlist' in read ? { read } : { error: read })),
      ...(error && { error: domainError(error.code, error.details) }),
    });
  }
  const { nowMs, origin, scheduled } = head;
  const textForms = head.textForms && new Map(head.textForms);
  return { nowMs, origin, listed, textForms, playlists, scheduled };
}

/** Parses a media playlist. Where this process lacks memory for it, it fails here and not at the other stitchers. */
async function readAnswer(
  budget: SourceBudget,
  answer: ManifestAnswer,
  place: Parameters<typeof readPlaylist>[2],
): Promise<ReadPlaylist | DomainError> {
  try {
    return await readPlaylist(budget, answer, place);
  } catch (error) {
    return asDomainError(error, place.url);
  }
}
