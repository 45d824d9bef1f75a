/** Watches one child process: kills it on abort, when its time is over or when it hangs, and keeps its last words. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { domainError } from '@interlude/contract';
import type { EngineName } from './media-encoder.ts';
import type { ProcessOptions } from './media-processor.ts';

/** Characters of standard error that are kept: the loudness is reported at its end. */
const LAST_WORDS_CHARS = 16_384;
/** Encoding has a lower priority than serving viewers. */
const DEFAULT_NICENESS = 5;
const DEFAULT_STALL_MS = 120_000;

export interface ChildEnd {
  /** Undefined for a good end, else what happened. */
  readonly failure: string | undefined;
  readonly words: string;
}

export interface SupervisedChild {
  readonly engine: EngineName;
  readonly child: ChildProcess;
  /** Ends the process and all that it started, at once. */
  kill(): void;
  /** Hands in a function to be called whenever something was done. */
  onBeat(beat: () => void): void;
}

/**
 * Resolves when the child and its pipes are closed.
 * @throws {DomainError} ENCODE_CANCELLED; ENCODE_FAILED when time is over or nothing moves
 */
export async function superviseChild(
  { engine, child, kill, onBeat }: SupervisedChild,
  options: ProcessOptions,
): Promise<ChildEnd> {
  const { signal, timeoutMs, stallMs = DEFAULT_STALL_MS } = options;
  let verdict: Error | undefined;
  const end = (error: Error) => {
    verdict ??= error;
    kill();
  };
  const failed = (reason: string) => () => end(domainError('ENCODE_FAILED', { engine, reason }));
  const cancel = () => end(domainError('ENCODE_CANCELLED'));
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LAST_WORDS_CHARS);
  });
  bePolite(child, options.niceness ?? DEFAULT_NICENESS);
  const hang = setTimeout(failed(`nothing moved for ${stallMs / 1000} s`), stallMs);
  onBeat(() => hang.refresh());
  const limit =
    timeoutMs === undefined
      ? undefined
      : setTimeout(failed(`it was not done after ${timeoutMs / 1000} s`), timeoutMs);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted === true) cancel();
  try {
    const failure = await failureOf(child);
    if (verdict !== undefined) throw verdict;
    return { failure, words: words.trim() };
  } finally {
    clearTimeout(hang);
    clearTimeout(limit);
    signal?.removeEventListener('abort', cancel);
  }
}

function bePolite(child: ChildProcess, niceness: number): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, niceness);
  } catch {
    // Politeness only: some sandboxes forbid it.
  }
}

async function failureOf(child: ChildProcess): Promise<string | undefined> {
  try {
    const [code, signal] = await once(child, 'close');
    if (code === 0) return undefined;
    return signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
