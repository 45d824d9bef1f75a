/**
 * One folder per attempt, below `work` in the data folder, removed with the attempt. The folders of killed workers are
 * removed by the next sweep. The name holds job, attempt, machine and process id.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

export interface WorkFolder {
  /** Absolute. */
  readonly path: string;
  remove(): Promise<void>;
}

export interface WorkFolders {
  open(jobId: string, attempt: number): Promise<WorkFolder>;
  /** Touches the open folders and removes the abandoned ones. @returns the number of removed folders */
  sweep(nowMs: number): Promise<number>;
}

/** Age after which an untouched folder of another machine counts as abandoned. */
const abandonedAfterMs = 300_000;
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export function createWorkFolders(dataFolder: string): WorkFolders {
  const root = join(dataFolder, 'work');
  const open = new Set<string>();

  const isAbandoned = async (name: string, nowMs: number): Promise<boolean> => {
    if (open.has(name)) return false;
    const [, , where, pid] = name.split('.');
    if (where === machine && pid === String(process.pid)) return true;
    if (where === machine && !isAlive(Number(pid))) return true;
    if (where === machine) return false;
    const found = await stat(join(root, name)).catch(() => undefined);
    return found !== undefined && nowMs - found.mtimeMs > abandonedAfterMs;
  };

  return {
    async open(jobId, attempt) {
      const name = `${jobId}.${attempt}.${machine}.${process.pid}`;
      const path = join(root, name);
      open.add(name);
      await rm(path, { recursive: true, force: true });
      await mkdir(path, { recursive: true });
      return {
        path,
        async remove() {
          await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
          open.delete(name);
        },
      };
    },
    async sweep(nowMs) {
      const now = new Date(nowMs);
      for (const name of open) await utimes(join(root, name), now, now).catch(() => undefined);
      let removed = 0;
      for (const name of await readdir(root).catch(() => [])) {
        if (!(await isAbandoned(name, nowMs))) continue;
        await rm(join(root, name), { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
  };
}
