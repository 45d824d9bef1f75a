/**
 * Ends the roles of a launcher that was killed, when they do not end by themselves: a role that is frozen, or never
 * returns to its event loop, does not notice that its channel has closed. A shell costs less than a megabyte, and a
 * thread of Node fifteen in each role. Without a shell (Windows) the channel alone ends them.
 */
import { spawn } from 'node:child_process';
import type { Logger } from '@interlude/runtime';

export interface OrphanGuard {
  /** From now on this process ends with this one. */
  add(pid: number): void;
  /** Of a process that has ended: its pid may be given to another one. */
  remove(pid: number): void;
  /** Ends the guard: there are no roles left. */
  stop(): void;
}

/** Longer than a role takes to stop in order (`role-child.ts`). */
const GRACE_SECONDS = 12;

/**
 * Each line of its input has the pids that there are. The input ends when the launcher does, however it ends. Ctrl-C
 * does not reach it: it has a session of its own.
 */
const GUARD = `pids=
while read -r line; do pids=$line; done
left=$1
while [ "$left" -gt 0 ]; do
  alive=
  for pid in $pids; do kill -0 "$pid" 2>/dev/null && alive="$alive $pid"; done
  pids=$alive
  [ -n "$pids" ] || exit 0
  sleep 1
  left=$((left - 1))
done
kill -9 $pids`;

/** @param graceSeconds how long the processes have to end by themselves */
export function guardOrphans(logger: Logger, graceSeconds = GRACE_SECONDS): OrphanGuard {
  const none = { add: () => undefined, remove: () => undefined, stop: () => undefined };
  if (process.platform === 'win32') return none;
  const guard = spawn('sh', ['-c', GUARD, 'sh', String(graceSeconds)], {
    detached: true,
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', (error) => logger.warn({ err: error }, 'no guard against orphaned processes'));
  guard.stdin.on('error', () => undefined); // it was killed: the channels still end the roles
  guard.unref();
  const pids = new Set<number>();
  const write = () => {
    if (guard.stdin.writable) guard.stdin.write(`${[...pids].join(' ')}\n`);
  };
  return {
    add(pid) {
      pids.add(pid);
      write();
    },
    remove(pid) {
      pids.delete(pid);
      write();
    },
    stop() {
      pids.clear();
      guard.stdin.end('\n');
    },
  };
}
