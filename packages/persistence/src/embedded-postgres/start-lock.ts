/**
 * One starter or stopper at a time per data folder, across processes and containers. The file holds
 * `pid host`; its holder touches it each second. A lock is stale when its process on this host is gone,
 * or when nobody touched it for 15 s (another host, or a pid that somebody else got).
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

/** Tells two locks of one process apart, e.g. two databases opened at once in a test. */
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
  // In a restarted container the new process often has the pid of the old one.
  if (Number(pid) === process.pid) return !held.has(token);
  return !pidExists(Number(pid));
}

/**
 * Removes the lock if it is stale. Only the holder and one remover at a time take the file away, so the lock
 * that is read here is the one that is removed: by path alone, a second remover would hit the next holder's.
 */
async function removeStale(file: string): Promise<void> {
  const remover = `${file}.remover`;
  try {
    await writeFile(remover, '', { flag: 'wx' });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    const made = await stat(remover).catch(() => undefined);
    // A remover takes milliseconds; one that died leaves its file.
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
    // Not before the file is gone: until then another caller of this process would take it for stale.
    held.delete(token);
  }
}
