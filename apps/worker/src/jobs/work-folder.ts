/**
 * A folder of its own for each attempt, below `work` in the data folder. It is removed with the attempt; what a
 * killed worker left is removed by whoever starts or looks next. The name tells whose it is: job, attempt,
 * machine and process.
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
  /** Tells others that the open ones are in use, and removes what nobody uses. @returns how many it removed */
  sweep(nowMs: number): Promise<number>;
}

/** Silence of a worker on another machine after which its folders count as left. */
const leftAfterMs = 300_000;
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

  const isLeft = async (name: string, nowMs: number): Promise<boolean> => {
    if (open.has(name)) return false;
    const [, , where, pid] = name.split('.');
    if (where === machine && pid === String(process.pid)) return true;
    if (where === machine && !isAlive(Number(pid))) return true;
    if (where === machine) return false;
    const found = await stat(join(root, name)).catch(() => undefined);
    return found !== undefined && nowMs - found.mtimeMs > leftAfterMs;
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
        if (!(await isLeft(name, nowMs))) continue;
        await rm(join(root, name), { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
  };
}
