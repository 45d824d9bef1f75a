/**
 * Sends a file chunk by chunk. What fails for a reason that may pass is sent again, and only that: the server says
 * which chunks it has. A few chunks are on their way at once, so that a distant server does not slow a fast line.
 */
import { ApiError, type SlateUpload, uploadChunkBytes } from '@interlude/contract';
import { text } from '../../../messages.ts';
import { SlateRefused } from './slate-problems.ts';

export interface ChunkSender {
  readonly sizeBytes: number;
  /** The server has some of it from an earlier try. */
  readonly isBegun: boolean;
  readonly signal: AbortSignal;
  /** `onSent` gets how many bytes of this chunk have gone. */
  readonly send: (chunk: number, onSent: (bytes: number) => void) => Promise<SlateUpload>;
  /** What the server has; 404 = nothing yet. */
  readonly state: () => Promise<SlateUpload>;
  readonly pause: (durationMs: number) => Promise<void>;
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
}

const chunksAtOnce = 3;
/** Failures after each other without a chunk that arrives. */
const maxFailures = 5;
const retryAfterMs = 1_000;
/** Between two questions while the server makes one file of the chunks. */
const askEveryMs = 2_000;

export function chunkCount(sizeBytes: number): number {
  return Math.max(1, Math.ceil(sizeBytes / uploadChunkBytes));
}

/** First byte, and the one after the last, of a chunk. */
export function chunkRange(chunk: number, sizeBytes: number): readonly [number, number] {
  return [chunk * uploadChunkBytes, Math.min(sizeBytes, (chunk + 1) * uploadChunkBytes)];
}

/** A lost connection, a token that has run out, a server that is busy or restarts. */
export function mayPass(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (!(error instanceof ApiError)) return false;
  return [401, 408, 429].includes(error.status) || (error.status > 500 && error.status < 505);
}

/** The complete upload. @throws {ApiError} @throws {TypeError} what does not pass @throws {SlateRefused} */
export async function sendInChunks(sender: ChunkSender): Promise<SlateUpload> {
  const round = createRound(sender);
  const total = chunkCount(sender.sizeBytes);
  const all = Array.from({ length: total }, (_, chunk) => chunk);
  let missing: readonly number[] = sender.isBegun ? await missingNow(sender, all) : all;
  let failures = 0;
  for (;;) {
    try {
      const known = await sendAndAsk(sender, round, missing);
      if (known.complete) return known;
      requireSound(known);
      if (known.missingChunks.length === 0) await sender.pause(askEveryMs);
      if (known.missingChunks.length < missing.length) failures = 0;
      missing = known.missingChunks;
    } catch (error) {
      failures += 1;
      if (sender.signal.aborted || !mayPass(error) || failures > maxFailures) throw error;
      await sender.pause(retryAfterMs * failures);
      missing = await missingNow(sender, missing);
    }
  }
}

/** Of a refused file nothing is missing, and it is never complete. */
function requireSound({ state, errorCode }: SlateUpload): void {
  if (state === 'failed') throw new SlateRefused(text('slateRefused', { code: errorCode }));
}

type Round = (chunks: readonly number[]) => Promise<SlateUpload | undefined>;

/** What the server knows when these chunks were sent. */
async function sendAndAsk({ state }: ChunkSender, round: Round, chunks: readonly number[]) {
  return (await round(chunks)) ?? state();
}

/** The missing chunks as the server reports them; as known before when it does not answer. */
async function missingNow(
  { state }: ChunkSender,
  missing: readonly number[],
): Promise<readonly number[]> {
  try {
    const known = await state();
    return known.missingChunks;
  } catch {
    return missing;
  }
}

/** Sends these chunks; the answer of the one that completed the file, if any did. */
function createRound(sender: ChunkSender): Round {
  const { sizeBytes, signal, send, onProgress } = sender;
  const sentBytes = new Map<number, number>();
  const report = (chunk: number, bytes: number) => {
    const [from, to] = chunkRange(chunk, sizeBytes);
    sentBytes.set(chunk, Math.min(bytes, to - from));
    let sum = 0;
    for (const each of sentBytes.values()) sum += each;
    onProgress(sum, sizeBytes);
  };

  return async (chunks) => {
    const left = [...chunks];
    let complete: SlateUpload | undefined;
    const sendNext = async () => {
      const chunk = left.shift();
      if (chunk === undefined) return false;
      try {
        const answer = await send(chunk, (bytes) => report(chunk, bytes));
        if (answer.complete) complete = answer;
        report(chunk, Number.POSITIVE_INFINITY);
        return true;
      } catch (error) {
        // The others end with what they are sending.
        left.length = 0;
        report(chunk, 0);
        throw error;
      }
    };
    const sendAll = async () => {
      while (!signal.aborted && (await sendNext()));
    };
    // The first one alone: it shows whether it is worth sending the rest.
    await sendNext();
    const ended = await Promise.allSettled(Array.from({ length: chunksAtOnce }, sendAll));
    const failed = ended.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    signal.throwIfAborted();
    return complete;
  };
}
