/**
 * The engine "node-av": FFmpeg's libraries as a native addon. Its binary is a GPL build, so it is loaded in a
 * forked process only and spoken to in JSON; the platform's own process never loads it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { domainError } from '@interlude/contract/errors';
import type { ChildAccount } from '../child-account.ts';
import { closedFork } from '../closed-child.ts';
import { planEncode } from '../encode/encode-plan.ts';
import { type EngineRun, runEngine } from '../encode/engine-process.ts';
import type { EncodeJob, MediaEncoder } from '../media-encoder.ts';
import { AUDIO_DESCRIPTOR, isToParent, type ToChild } from './protocol.ts';

const childFile = new URL(
  import.meta.url.endsWith('.ts') ? './node-av-child.ts' : './node-av-child.js',
  import.meta.url,
);
/** Loading the library, 167 MB, takes seconds from a cold disk. */
const PROBE_TIMEOUT_MS = 30_000;
const LAST_WORDS_CHARS = 4_000;

/** The line of a stack trace with the message. */
const sentenceOf = (words: string) => /^.*Error.*$/m.exec(words)?.[0].trim() ?? words.trim();

function startChild(folder: string, account: ChildAccount | undefined): ChildProcess {
  return fork(childFile, [], {
    ...closedFork(account),
    cwd: folder,
    detached: true, // Ctrl-C on the terminal is the platform's to handle, not the encoder's
    stdio: ['pipe', 'ignore', 'pipe', 'ipc', 'pipe'],
  });
}

const send = (child: ChildProcess, message: ToChild) => {
  if (child.connected) child.send(message, () => {});
};

/** Starts the child once to see whether the addon loads on this machine. */
export async function probeNodeAv(
  folder: string,
  account: ChildAccount | undefined,
): Promise<{ version: string } | { unusable: string }> {
  const child = startChild(folder, account);
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = `${words}${text}`.slice(-LAST_WORDS_CHARS);
  });
  const closed = once(child, 'close').then(() => ({
    unusable: `node-av does not load: ${sentenceOf(words)}`,
  }));
  const answered = (async () => {
    const [message] = await once(child, 'message', {
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    if (isToParent(message) && message.type === 'ready') return { version: message.version };
    return { unusable: `node-av does not load: ${JSON.stringify(message)}` };
  })().catch(() => ({ unusable: 'node-av does not answer' }));
  const result = await Promise.race([answered, closed]);
  child.kill('SIGKILL');
  return result;
}

export function createNodeAvEncoder(
  version: string,
  account: ChildAccount | undefined,
): MediaEncoder {
  return {
    engine: 'node-av',
    version,
    encode: (job, options = {}) =>
      runEngine({ engine: 'node-av', account }, job, options, (folder) =>
        start(folder, job, account),
      ),
  };
}

function start(folder: string, job: EncodeJob, account: ChildAccount | undefined): EngineRun {
  const child = startChild(folder, account);
  const audio = child.stdio[AUDIO_DESCRIPTOR];
  if (!(child.stdin instanceof Writable) || !(audio instanceof Writable)) {
    throw domainError('ENCODE_FAILED', { engine: 'node-av', reason: 'its pipes cannot be opened' });
  }
  let reported: string | undefined;
  let isDone = false;
  child.on('message', (message) => {
    if (!isToParent(message)) return;
    if (message.type === 'error') reported = message.message;
    if (message.type === 'done') isDone = true;
  });
  send(child, { type: 'job', plan: planEncode(job) });
  return {
    child,
    video: child.stdin,
    audio,
    stop: () => {
      if (!isDone) send(child, { type: 'abort' });
    },
    words: () => reported ?? (isDone ? undefined : 'it ended before it was done'),
  };
}
