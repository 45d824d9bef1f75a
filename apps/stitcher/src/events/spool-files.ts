/**
 * Names and folders of the spool: `<data>/spool/<writer>/<seq>-<openedAtMs>.open` while it is written,
 * `.seg` when it is whole. Writer and seq are the key of the batch ledger.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

export interface SegmentName {
  readonly writer: string;
  readonly seq: number;
  readonly openedAtMs: number;
}

const pattern = /^(\d{10})-(\d{1,15})\.(open|seg)$/;

export function segmentFile(name: SegmentName, state: 'open' | 'seg'): string {
  return `${String(name.seq).padStart(10, '0')}-${name.openedAtMs}.${state}`;
}

export interface FoundSegment extends SegmentName {
  readonly path: string;
  readonly state: 'open' | 'seg';
}

/** The segments of a writer's folder in the order they were written. A missing folder has none. */
export async function listSegments(folder: string, writer: string): Promise<FoundSegment[]> {
  const names = await readdir(folder).catch(() => []);
  const found: FoundSegment[] = [];
  for (const name of names.sort()) {
    const match = pattern.exec(name);
    if (match) {
      found.push({
        writer,
        seq: Number(match[1]),
        openedAtMs: Number(match[2]),
        state: match[3] === 'open' ? 'open' : 'seg',
        path: join(folder, name),
      });
    }
  }
  return found;
}

const ownerFile = 'owner';
/** Writers of this process: a test or a launcher may run more than one. */
const ownWriters = new Set<string>();

/** Distinguishes a process from a later one that got the same pid; '' where the system does not say. */
async function processStart(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

export async function claimWriterFolder(folder: string, writer: string): Promise<void> {
  await mkdir(folder, { recursive: true });
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

/** Writers that died and left segments behind. */
export async function listDeadWriters(spoolFolder: string): Promise<string[]> {
  const names = await readdir(spoolFolder, { withFileTypes: true }).catch(() => []);
  const dead: string[] = [];
  for (const entry of names) {
    if (entry.isDirectory() && (await isDead(join(spoolFolder, entry.name), entry.name))) {
      dead.push(entry.name);
    }
  }
  return dead.sort();
}

export async function removeWriterFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** After an orderly stop nothing is left but the owner's note. */
export async function removeEmptyWriterFolder(spoolFolder: string, writer: string): Promise<void> {
  const folder = join(spoolFolder, writer);
  if ((await listSegments(folder, writer)).length === 0) {
    await removeWriterFolder(folder).catch(() => undefined);
  }
}
