/**
 * One run of an engine: feeds its pipes, collects the end of its error output, kills it on abort and turns its end into
 * a result. It works in a folder beside the target, which is renamed when it is complete.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename, rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { domainError } from '@interlude/contract/errors';
import { type ChildAccount, lendFolder, takeBackFolder } from '../child-account.ts';
import type { EncodeJob, EncodeOptions, EngineName } from '../media-encoder.ts';
import type { EncodedMedia } from '../package/encoded-media.ts';
import { finishPackage } from '../package/finish-package.ts';
import { AUDIO_NAME } from './encode-plan.ts';
import { feed } from './feed-engine.ts';

/** Bytes of standard error that are kept for the error message. */
const LAST_WORDS_BYTES = 4_096;
/** Encoding has a lower priority than serving viewers. */
const DEFAULT_NICENESS = 5;
/** Milliseconds between the request to stop and the kill. */
const KILL_AFTER_MS = 2_000;

export interface EngineRun {
  readonly child: ChildProcess;
  readonly video: Writable;
  readonly audio: Writable;
  /** Requests a quick stop; the kill follows. */
  stop(): void;
  /** Error text that did not come by standard error. */
  words?(): string | undefined;
}

/** Runs `start` in a new folder and returns the finished media; removes the folder on any failure. */
export async function runEngine(
  { engine, account }: { readonly engine: EngineName; readonly account: ChildAccount | undefined },
  job: EncodeJob,
  options: EncodeOptions,
  start: (folder: string) => EngineRun,
): Promise<EncodedMedia> {
  const partial = `${job.folder}.partial`;
  throwIfCancelled(options);
  await prepareFolder(partial, job);
  await lendFolder(partial, account);
  try {
    const run = start(partial);
    bePolite(run.child, options.niceness ?? DEFAULT_NICENESS);
    await finish(engine, job, options, run);
    await takeBackFolder(partial, account);
    const media = await finishPackage(partial, job, engine);
    throwIfCancelled(options);
    await rm(job.folder, { recursive: true, force: true });
    await rename(partial, job.folder);
    options.onProgress?.(100);
    return media;
  } catch (error) {
    await rm(partial, { recursive: true, force: true, maxRetries: 3 });
    throw error;
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

function throwIfCancelled(options: EncodeOptions): void {
  if (options.signal?.aborted === true) throw domainError('ENCODE_CANCELLED');
}

async function prepareFolder(partial: string, job: EncodeJob): Promise<void> {
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  for (const output of job.outputs) {
    if (output === 'mp4') continue;
    for (const name of [...job.renditions.map((rendition) => rendition.name), AUDIO_NAME]) {
      await mkdir(join(partial, output, name), { recursive: true });
    }
  }
}

async function finish(
  engine: EngineName,
  job: EncodeJob,
  options: EncodeOptions,
  run: EngineRun,
): Promise<void> {
  const lastWords = collectLastWords(run);
  const stop = () => stopRun(run);
  options.signal?.addEventListener('abort', stop, { once: true });
  const exit = exitOf(run.child);
  try {
    const feeding = Promise.all([
      feed(run.video, job.video.frames(), (count) =>
        options.onProgress?.(Math.min(99, Math.floor((count * 100) / job.video.frameCount))),
      ),
      feed(run.audio, job.audio.samples()),
    ]);
    // A renderer that throws must not leave the engine waiting for frames.
    feeding.catch(stop);
    const [reason] = await Promise.all([exit, feeding]);
    throwIfCancelled(options);
    const reported = run.words?.();
    if (reason === undefined && reported === undefined) return;
    throw domainError('ENCODE_FAILED', {
      engine,
      reason: (reported ?? lastWords()) || (reason ?? 'it gave no reason'),
    });
  } finally {
    options.signal?.removeEventListener('abort', stop);
    stop();
    await exit;
  }
}

function collectLastWords(run: EngineRun): () => string {
  let words = '';
  run.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LAST_WORDS_BYTES);
  });
  return () => words.trim();
}

function stopRun(run: EngineRun): void {
  if (run.child.exitCode !== null || run.child.signalCode !== null) return;
  run.stop();
  // An engine that waits for the next frame notices the end of its pipes before any message.
  run.video.destroy();
  run.audio.destroy();
  const kill = setTimeout(() => run.child.kill('SIGKILL'), KILL_AFTER_MS);
  run.child.once('exit', () => clearTimeout(kill));
}

/** Undefined for exit code 0, else how the child ended. Waits until its pipes are drained. */
async function exitOf(child: ChildProcess): Promise<string | undefined> {
  try {
    const [code, signal] = await once(child, 'close');
    if (code === 0) return undefined;
    return signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
