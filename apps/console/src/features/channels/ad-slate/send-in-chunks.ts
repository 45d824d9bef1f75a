/**
 * Sends a file chunk by chunk. After a failure that may pass, only the missing chunks are sent again: the server
 * reports which chunks it has. A few chunks are under way at once, so that latency does not limit the throughput.
 */
import { uploadChunkBytes } from '@interlude/contract';
import { ApiError, type SlateUpload } from '@interlude/contract/api';
import { text } from '../../../messages.ts';
import { SlateRefused } from './slate-problems.ts';

export interface ChunkSender {
  readonly sizeBytes: number;
  /** The server has chunks of an earlier try. */
  readonly isBegun: boolean;
  readonly signal: AbortSignal;
  /** Calls `onSent` with the number of bytes of this chunk that were sent. */
  readonly send: (chunk: number, onSent: (bytes: number) => void) => Promise<SlateUpload>;
  /** Reads the state of the upload at the server; 404 before its first chunk. */
  readonly state: () => Promise<SlateUpload>;
  readonly pause: (durationMs: number) => Promise<void>;
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
}

const chunksAtOnce = 3;
/** Failures in a row, without a chunk that arrives in between. */
const maxFailures = 5;
const retryAfterMs = 1_000;
/** Milliseconds between two readings of the state while the server joins the chunks to a file. */
const askEveryMs = 2_000;

export function chunkCount(sizeBytes: number): number {
  return Math.max(1, Math.ceil(sizeBytes / uploadChunkBytes));
}

/** First byte, and the one after the last, of a chunk. */
export function chunkRange(chunk: number, sizeBytes: number): readonly [number, number] {
  return [chunk * uploadChunkBytes, Math.min(sizeBytes, (chunk + 1) * uploadChunkBytes)];
}

/** Whether a failure may pass: a lost connection, an expired token, a server that is busy or restarts. */
export function mayPass(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (!(error instanceof ApiError)) return false;
  return [401, 408, 429].includes(error.status) || (error.status > 500 && error.status < 505);
}

/**
 * Resolves with the complete upload.
 * @throws {ApiError} @throws {TypeError} after a failure that does not pass, or too many failures in a row
 * @throws {SlateRefused} when the server refuses the file
 */
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

/** A refused file has no missing chunks and is never complete: without this check the loop would not end. */
function requireSound({ state, errorCode }: SlateUpload): void {
  if (state === 'failed') throw new SlateRefused(text('slateRefused', { code: errorCode }));
}

type Round = (chunks: readonly number[]) => Promise<SlateUpload | undefined>;

/** Sends chunks; resolves with the state of the upload at the server afterwards. */
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

/** Sends chunks; resolves with the answer to the one that completed the file, if there was one. */
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
        // The other senders end after the chunk that they are sending.
        left.length = 0;
        report(chunk, 0);
        throw error;
      }
    };
    const sendAll = async () => {
      while (!signal.aborted && (await sendNext()));
    };
    // The first chunk alone: when it is refused, no other is sent.
    await sendNext();
    const ended = await Promise.allSettled(Array.from({ length: chunksAtOnce }, sendAll));
    const failed = ended.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    signal.throwIfAborted();
    return complete;
  };
}
