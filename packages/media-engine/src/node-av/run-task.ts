/** One task in a forked process of the node-av engine, which ends with it. */
import { fork } from 'node:child_process';
import { domainError } from '@interlude/contract/errors';
import type { ChildAccount, LentInput } from '../child-account.ts';
import { type ClosedLimits, closedFork } from '../closed-child.ts';
import type { EngineName } from '../media-encoder.ts';
import type { ProcessOptions } from '../media-processor.ts';
import { unreadable } from '../probe/look-at-file.ts';
import { superviseChild } from '../supervise-child.ts';
import { type FileAnswer, type FileTask, isFileAnswer } from './file-protocol.ts';

const engine: EngineName = 'node-av';

const childFile = new URL(
  import.meta.url.endsWith('.ts') ? './node-av-file-child.ts' : './node-av-file-child.js',
  import.meta.url,
);

type Done = Extract<FileAnswer, { type: 'probed' | 'done' | 'spliced' }>;

const isDone = (answer: FileAnswer): answer is Done =>
  answer.type === 'probed' || answer.type === 'done' || answer.type === 'spliced';

interface TaskPlace {
  readonly cwd: string;
  readonly account: ChildAccount | undefined;
  /** The lent input; undefined = the files are in the folder of the task. */
  readonly input?: LentInput;
  readonly limits?: ClosedLimits;
}

/** @throws {DomainError} MEDIA_UNREADABLE when the file is to blame; else the errors of supervision */
export async function runTask(
  { cwd, account, input, limits }: TaskPlace,
  task: FileTask,
  options: ProcessOptions,
): Promise<Done> {
  const child = fork(childFile, [], {
    ...closedFork(account, limits),
    cwd,
    detached: true, // Ctrl-C on the terminal is the platform's to handle, not the encoder's
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', input?.handle ?? 'ignore'],
  });
  let answer: FileAnswer | undefined;
  const onBeat = (beat: () => void) =>
    child.on('message', (message) => {
      if (!isFileAnswer(message)) return;
      beat();
      if (message.type === 'progress') options.onProgress?.(message.percent);
      else answer = message;
    });
  child.send(task, () => {});
  const kill = () => void child.kill('SIGKILL');
  const { failure, words } = await superviseChild({ engine, child, kill, onBeat }, options);
  if (answer !== undefined && isDone(answer)) return answer;
  const reported = answer?.type === 'failed' ? answer : undefined;
  if (reported?.finding !== undefined) throw unreadable(reported.message, reported.finding);
  const lastWords = words.split('\n').at(-1);
  const reason = reported?.message || lastWords || failure || 'it ended before it was done';
  throw domainError('ENCODE_FAILED', { engine, reason });
}
