/** Starts a program of the ffmpeg family so that it cannot outlive this process. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { ChildAccount, LentInput } from '../child-account.ts';
import { closedCommand } from '../closed-child.ts';

/**
 * Standard input stays open as long as this process lives: when it ends, however it ends, the shell kills the
 * program. (To stop at the end of its standard input a program would have to read it.)
 */
const GUARD = `exec 3<&0
"$@" </dev/null 3<&- & tool=$!
{ cat <&3 >/dev/null; kill -9 $tool; } 2>/dev/null & guard=$!
wait $tool; code=$?
kill $guard 2>/dev/null
exit $code`;

export interface Tool {
  readonly child: ChildProcess;
  kill(): void;
}

/** A program of the ffmpeg family and the account that it runs under. */
export interface ToolProgram {
  readonly path: string;
  readonly account: ChildAccount | undefined;
}

export function spawnTool(
  { path, account }: ToolProgram,
  args: readonly string[],
  { cwd, input }: { readonly cwd: string; readonly input: LentInput },
): Tool {
  const isGuarded = process.platform !== 'win32';
  const guarded = ['-c', GUARD, 'sh', path, ...args];
  const {
    program,
    args: all,
    ...options
  } = isGuarded ? closedCommand('sh', guarded, account) : closedCommand(path, args, account);
  const child = spawn(program, [...all], {
    ...options,
    cwd,
    detached: isGuarded, // a group of its own: killed as one, and not by Ctrl-C on the terminal
    stdio: ['pipe', 'pipe', 'pipe', 'ignore', input.handle],
    windowsHide: true,
  });
  child.stdin?.on('error', () => {});
  return {
    child,
    kill: () => {
      try {
        if (isGuarded && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // The process has already ended.
      }
    },
  };
}
