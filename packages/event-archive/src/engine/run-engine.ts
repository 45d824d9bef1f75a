/** Runs a task of the engine in a child process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { domainError } from '@interlude/contract/errors';
import { type EngineAnswer, type EngineTask, engineLimits, isEngineAnswer } from './engine-task.ts';

const isSource = import.meta.url.endsWith('.ts');
const childFile = new URL(isSource ? './engine-child.ts' : './engine-child.js', import.meta.url);
/** Condition with which the platform runs from sources; arguments of a test runner are not passed to the child. */
const nodeArguments = isSource ? ['--conditions=@interlude/source'] : [];
const lastWordsChars = 2_000;
/** Lower priority than the stitchers on this machine. */
const niceness = 10;

export type RunEngine = (
  task: EngineTask,
  signal?: AbortSignal,
) => Promise<Extract<EngineAnswer, { kind: 'done' }>>;

/**
 * Converts or merges files in a child process without secrets in its environment.
 * @throws {DomainError} EVENT_ARCHIVE_UNAVAILABLE with the reason; the signal's reason when aborted
 */
export const runEngine: RunEngine = async (task, signal) => {
  signal?.throwIfAborted();
  const child = fork(childFile, [], {
    execArgv: nodeArguments,
    env: { NODE_OPTIONS: '--max-old-space-size=512', PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, niceness);
    } catch {
      // The process has ended, or the system refuses: it keeps its priority.
    }
  }
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = `${words}${text}`.slice(-lastWordsChars);
  });
  let answer: EngineAnswer | undefined;
  child.on('message', (message) => {
    if (isEngineAnswer(message)) answer = message;
  });
  const kill = () => void child.kill('SIGKILL');
  const timer = setTimeout(kill, engineLimits.timeoutMs);
  signal?.addEventListener('abort', kill, { once: true });
  try {
    const closed = once(child, 'close');
    child.send(task, () => undefined);
    await closed;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
  signal?.throwIfAborted();
  if (answer?.kind === 'done') return answer;
  const reason =
    answer?.reason ?? (words.trim().split('\n').at(-1) || 'the process of DuckDB has ended');
  throw domainError('EVENT_ARCHIVE_UNAVAILABLE', { reason });
};
