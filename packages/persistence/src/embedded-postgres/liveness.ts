/** Checks that the server of `postmaster.pid` still runs; its pid alone may belong to another process by now. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `kill(pid, 0)`; EPERM means that the process exists and belongs to another user. */
export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The command line of a process, `''` for a zombie, undefined when there is none. Linux reads /proc;
 * other Unixes use `ps`.
 */
export async function processCommand(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  if (platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
    return line?.replaceAll('\0', ' ');
  }
  try {
    const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return stdout.includes('<defunct>') ? '' : stdout.trim();
  } catch {
    return undefined;
  }
}

/** Pid of the running server of this data folder. Windows has no `ps`: there an existing pid is enough. */
export async function livingPostmaster(
  pgFolder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<number | undefined> {
  const text = await readFile(join(pgFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (platform === 'win32') return pidExists(pid) ? pid : undefined;
  const command = await processCommand(pid, platform);
  return command?.includes(pgFolder) ? pid : undefined;
}
