/** For the tests of this folder: the embedded database of a data folder, seen from outside. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Undefined when it is not running. A zombie has no command line and counts as ended. */
export async function postmasterPid(dataFolder: string): Promise<number | undefined> {
  const text = await readFile(join(dataFolder, 'pg', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (!Number.isInteger(pid)) return undefined;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes(dataFolder) ? pid : undefined;
}

export async function childPids(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.trim().split(' ').filter(Boolean).map(Number);
}

/** SIGKILL; a process that has already ended is fine. */
export function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // ended already
  }
}

/** The server and everything it started, at once. */
export async function killPostgres(dataFolder: string): Promise<void> {
  const pid = await postmasterPid(dataFolder);
  if (pid === undefined) return;
  const children = await childPids(pid);
  for (const victim of [pid, ...children]) killHard(victim);
}
