/** For the tests of this folder: the processes of the roles of a launcher, seen from outside. */
import { readFile } from 'node:fs/promises';
import type { RoleName } from '@interlude/runtime';
import { childPids } from './postgres-processes.ts';

async function commandOf(pid: number): Promise<readonly string[]> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return line.split('\0').filter(Boolean);
}

/** A zombie has no command line and counts as ended. */
export async function isAlive(pid: number): Promise<boolean> {
  return (await commandOf(pid)).length > 0;
}

/** Pids by role. */
export async function rolePids(launcherPid: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const pid of await childPids(launcherPid)) {
    const command = await commandOf(pid);
    const at = command.findIndex((part) => part.endsWith('role-child.ts'));
    if (at >= 0) found.set(command[at + 1] ?? '', pid);
  }
  return found;
}

/** @throws Error when the launcher has no process for it */
export async function pidOf(launcherPid: number, role: RoleName): Promise<number> {
  const pid = (await rolePids(launcherPid)).get(role);
  if (pid === undefined) throw new Error(`the ${role} has no process`);
  return pid;
}

/** A variable of a process as it was started; undefined when it has none. */
export async function variableOf(pid: number, name: string): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  const entry = text.split('\0').find((each) => each.startsWith(`${name}=`));
  return entry?.slice(name.length + 1);
}
