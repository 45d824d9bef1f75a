/**
 * Supervises one child process: kills it on abort, at its time limit or when it hangs, and keeps the end of its error
 * output.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { domainError } from '@interlude/contract/errors';
import type { EngineName } from './media-encoder.ts';
import type { ProcessOptions } from './media-processor.ts';

/** Characters of standard error that are kept: the loudness is reported at its end. */
const LAST_WORDS_CHARS = 16_384;
/** Encoding has a lower priority than serving viewers. */
const DEFAULT_NICENESS = 5;
const DEFAULT_STALL_MS = 120_000;

export interface ChildEnd {
  /** Undefined for exit code 0, else how it ended. */
  readonly failure: string | undefined;
  /**
   * Ended by a SIGKILL that we did not send (an operator, the kernel short of memory): the file need not be at fault.
   */
  readonly isKilled: boolean;
  readonly words: string;
}

export interface SupervisedChild {
  readonly engine: EngineName;
  readonly child: ChildProcess;
  /** Ends the process and all that it started, at once. */
  kill(): void;
  /** Registers a function that is called at each progress of the child. */
  onBeat(beat: () => void): void;
}

/**
 * Resolves when the child and its pipes are closed.
 * @throws {DomainError} ENCODE_CANCELLED; ENCODE_FAILED at the time limit, or without progress for `stallMs`
 */
export async function superviseChild(
  { engine, child, kill, onBeat }: SupervisedChild,
  options: ProcessOptions,
): Promise<ChildEnd> {
  const { signal, timeoutMs, stallMs = DEFAULT_STALL_MS } = options;
  let verdict: Error | undefined;
  const stop = (error: Error) => {
    verdict ??= error;
    kill();
  };
  const failed = (reason: string) => () => stop(domainError('ENCODE_FAILED', { engine, reason }));
  const cancel = () => stop(domainError('ENCODE_CANCELLED'));
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
    const end = await endOf(child);
    if (verdict !== undefined) throw verdict;
    return { ...end, words: words.trim() };
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

/** Exit code of a shell whose program was ended by SIGKILL: 128 and the number of the signal. */
const KILLED_IN_SHELL = 137;

async function endOf(child: ChildProcess): Promise<Omit<ChildEnd, 'words'>> {
  try {
    const [code, signal] = await once(child, 'close');
    if (code === 0) return { failure: undefined, isKilled: false };
    const isKilled = signal === 'SIGKILL' || code === KILLED_IN_SHELL;
    if (isKilled) return { failure: 'it was ended by SIGKILL', isKilled };
    const failure = signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
    return { failure, isKilled };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error), isKilled: false };
  }
}
