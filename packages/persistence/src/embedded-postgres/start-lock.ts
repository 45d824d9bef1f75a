/**
 * Lock per data folder, across processes and containers: one process at a time starts or stops the server. The file
 * contains `pid host token`; its holder touches it every second. A lock is stale when its process on this host has
 * ended, or when it was not touched for 15 s (another host, or a pid that is in use again).
 */
import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { pidExists } from './liveness.ts';

const staleAfterMs = 15_000;
const touchEveryMs = 1_000;
const lookAgainMs = 50;
const tellAfterMs = 2_000;

/** Tokens of locks that this process holds, e.g. of two databases opened at once in a test. */
const held = new Set<string>();

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function isStale(file: string, text: string): Promise<boolean> {
  const [pid, host, token] = text.trim().split(' ');
  const touched = await stat(file).catch(() => undefined);
  if (touched === undefined) return false;
  if (Date.now() - touched.mtimeMs > staleAfterMs) return true;
  if (host !== hostname() || token === undefined) return false;
  // In a restarted container, the new process often has the pid of the old one.
  if (Number(pid) === process.pid) return !held.has(token);
  return !pidExists(Number(pid));
}

/**
 * Removes a stale lock. Only the holder, and one remover at a time, delete the file, so that the lock that was read is
 * the one that is removed: otherwise a second remover could delete the lock of the next holder.
 */
async function removeStale(file: string): Promise<void> {
  const remover = `${file}.remover`;
  try {
    await writeFile(remover, '', { flag: 'wx' });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    const made = await stat(remover).catch(() => undefined);
    // Removing takes milliseconds; the file of a remover that died is deleted.
    if (made !== undefined && Date.now() - made.mtimeMs > staleAfterMs)
      await rm(remover, { force: true });
    return;
  }
  try {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined && (await isStale(file, text))) await rm(file, { force: true });
  } finally {
    await rm(remover, { force: true });
  }
}

async function acquire(file: string, token: string, onWait?: () => void): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += lookAgainMs) {
    if (waitedMs === tellAfterMs) onWait?.();
    try {
      await writeFile(file, `${process.pid} ${hostname()} ${token}\n`, { flag: 'wx' });
      return;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined && (await isStale(file, text))) await removeStale(file);
    else await sleep(lookAgainMs);
  }
}

/**
 * Runs `work` while this process holds the start lock; waits for it without a limit.
 * @param onWait called once after a wait of 2 s
 * @see ADR 0006
 */
export async function withStartLock<T>(
  file: string,
  work: () => Promise<T>,
  onWait?: () => void,
): Promise<T> {
  const token = randomUUID();
  held.add(token);
  let touch: NodeJS.Timeout | undefined;
  try {
    await acquire(file, token, onWait);
    touch = setInterval(() => {
      const now = new Date();
      utimes(file, now, now).catch(() => undefined);
    }, touchEveryMs);
    return await work();
  } finally {
    clearInterval(touch);
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.includes(token)) await rm(file, { force: true });
    // Only after the file is removed: until then, another caller in this process would take the lock for stale.
    held.delete(token);
  }
}
