/**
 * Folders of append-only files, one per writer: a process claims its own, and takes over those whose process died.
 * Several processes may share a data folder.
 */
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makePrivateFolder } from '@interlude/runtime';

const ownerFile = 'owner';
/** Writers of this process: a test or a launcher may run more than one. */
const ownWriters = new Set<string>();

/** Distinguishes a process from a later one that got the same pid; '' where the system does not say. */
async function processStart(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

export async function claimWriterFolder(folder: string, writer: string): Promise<void> {
  await makePrivateFolder(folder);
  const owner = `${hostname()} ${process.pid} ${await processStart(process.pid)}`;
  await writeFile(join(folder, ownerFile), owner);
  ownWriters.add(writer);
}

export function releaseWriter(writer: string): void {
  ownWriters.delete(writer);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const foreignHostGraceMs = 10 * 60_000;

/** Whether nobody writes to this folder any more. A folder of another host counts as dead after 10 min of rest. */
async function isDead(folder: string, writer: string): Promise<boolean> {
  if (ownWriters.has(writer)) {
    return false;
  }
  const owner = await readFile(join(folder, ownerFile), 'utf8').catch(() => '');
  const [host = '', pidText = '', start = ''] = owner.split(' ');
  if (host !== '' && host !== hostname()) {
    const { mtimeMs } = await stat(folder);
    return Date.now() - mtimeMs > foreignHostGraceMs;
  }
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0) {
    return true;
  }
  return !isAlive(pid) || (await processStart(pid)) !== start || pid === process.pid;
}

/** Writers that died and left their folders, in the order of their names. */
export async function listDeadWriters(folder: string): Promise<string[]> {
  const names = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const dead: string[] = [];
  for (const entry of names) {
    if (entry.isDirectory() && (await isDead(join(folder, entry.name), entry.name))) {
      dead.push(entry.name);
    }
  }
  return dead.sort();
}

export async function removeWriterFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
