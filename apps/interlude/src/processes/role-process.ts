/** The process of one role, as the launcher sees it: started, listened to, stopped, and how it ended. */
import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RoleName } from '@interlude/runtime';
import type { FirstAdmin } from '../terminal/banner.ts';
import { describeEnd } from './describe-end.ts';
import { isFromRole, type StartMessage, type ToRole, unpackProblem } from './launcher-messages.ts';

export interface RoleProcess {
  readonly pid: number | undefined;
  /** Resolves when its modules are loaded, or when it has ended. */
  load(): Promise<void>;
  /** Resolves when the role responds. @throws the error of the role; Error when its process ended */
  start(message: StartMessage): Promise<void>;
  send(message: ToRole): void;
  /** At once, without an order. */
  kill(): void;
  /** How it ended, as the end of a sentence that begins with the role. */
  readonly ended: Promise<string>;
}

interface ForkOptions {
  readonly role: RoleName;
  /** Relative folders of the environment are taken from here. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Arguments of Node. */
  readonly execArgv: readonly string[];
  /** A line of the log. */
  readonly onLine: (line: string) => void;
  /** Called with error output of Node and V8. */
  readonly onErrorText: (text: string) => void;
  readonly onFirstAdmin: (admin: FirstAdmin) => void;
}

const entry = fileURLToPath(new URL('role-child.ts', import.meta.url));
/** Longer than a start that waits for a database; a process that hangs is ended and started again. */
const START_TIMEOUT_MS = 60_000;
/** Output of a process arrives a little after its end; a grandchild may keep the pipe open. */
const LAST_LINES_MS = 500;
/** Characters of the error output that are kept to explain the end. */
const KEPT_CHARACTERS = 4_000;

export function forkRole(options: ForkOptions): RoleProcess {
  const { role, cwd, env, execArgv, onLine, onErrorText, onFirstAdmin } = options;
  const child = fork(entry, [role], {
    cwd,
    env,
    execArgv: [...execArgv],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const loaded = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  started.promise.catch(() => undefined); // without an `await` a rejection would end the launcher
  let problem: string | undefined;
  let errorText = '';

  const ended = new Promise<string>((resolve) => {
    // of a process that there is: a signal or message that did not reach it, which its end explains
    child.on('error', (error) => {
      if (child.pid === undefined) resolve(`could not be started: ${error.message}`);
    });
    child.once('exit', (code, signal) => {
      const announce = () => resolve(problem ?? describeEnd(code, signal, errorText));
      child.once('close', announce);
      setTimeout(announce, LAST_LINES_MS).unref();
    });
  });
  void ended.then((how) => {
    loaded.resolve();
    started.reject(new Error(`The start of the ${role} failed: it ${how}.`));
  });

  child.on('message', (message) => {
    if (!isFromRole(message)) return;
    if (message.kind === 'firstAdmin') onFirstAdmin(message.admin);
    else if (message.kind === 'loaded') loaded.resolve();
    else if (message.kind === 'started') started.resolve();
    else {
      const error = unpackProblem(message.problem);
      problem = `could not start: ${error.message}`;
      started.reject(error);
    }
  });
  // without a descriptor to spare Node makes no pipes, whatever its types say
  if (child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
  child.stderr?.on('data', (chunk: Buffer) => {
    const text = chunk.toString('utf8');
    errorText = (errorText + text).slice(-KEPT_CHARACTERS);
    onErrorText(text.slice(0, KEPT_CHARACTERS));
  });

  // A process that has ended receives nothing; `ended` reports its end.
  const send = (message: ToRole): void => {
    if (child.connected) child.send(message, () => undefined);
  };
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  return {
    pid: child.pid,
    load() {
      send({ kind: 'load' });
      return loaded.promise;
    },
    async start(message) {
      const late = setTimeout(() => {
        problem = `did not start within ${START_TIMEOUT_MS / 1_000} s`;
        kill();
      }, START_TIMEOUT_MS);
      send(message);
      await started.promise.finally(() => clearTimeout(late));
    },
    send,
    kill,
    ended,
  };
}
