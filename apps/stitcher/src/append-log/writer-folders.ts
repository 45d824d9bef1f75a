/**
 * Folders of append-only files, one per writer. A process holds its own, and adopts those whose process is gone, on
 * this host or on another one with the same volume (ADR 0028): at once where its socket refuses, else after 30 s
 * without a beat by the clock of the volume. A folder is adopted by renaming it (`<writer>.<adoptions>`): only one
 * process can.
 */
import { constants } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  answers,
  beatFile,
  isHere,
  isMissing,
  ownerFile,
  ownerVersion,
  ownText,
  released,
  socketFile,
} from './folder-owner.ts';
import { type HeldFolder, holdFolder, isHeld, writerFolderTimes } from './held-folder.ts';

const clockFile = '.clock';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

interface FoundFolder {
  readonly name: string;
  readonly owner: string;
  readonly hasBeats: boolean;
  /** Newest change, by the clock of the volume. */
  readonly changedAtMs: number;
}

const none = (error: unknown) => {
  if (isMissing(error)) {
    return undefined;
  }
  throw error;
};

/**
 * Time of the last change of a file, epoch ms; 0 when it is missing. The file is opened first, so that a network file
 * system asks the volume (close-to-open consistency, nfs(5)).
 */
async function changedAt(path: string): Promise<number> {
  const file = await open(path, 'r').catch(none);
  try {
    return (await file?.stat())?.mtimeMs ?? 0;
  } finally {
    await file?.close();
  }
}

/** Reads who owns a folder. Rejects when the disk refuses: what cannot be read proves nothing. */
async function readFolder(root: string, name: string): Promise<FoundFolder> {
  const path = join(root, name);
  const owner = (await readFile(join(path, ownerFile), 'utf8').catch(none)) ?? '';
  const beatAtMs = await changedAt(join(path, beatFile));
  const ownerAtMs = await changedAt(join(path, ownerFile));
  const folderAtMs = beatAtMs > 0 ? 0 : ((await stat(path).catch(none))?.mtimeMs ?? 0);
  return {
    name,
    owner: owner.trim(),
    hasBeats: beatAtMs > 0,
    changedAtMs: Math.max(beatAtMs, ownerAtMs, folderAtMs),
  };
}

/** Folders that this process does not hold, in the order of their names; without those that cannot be read. */
async function listOthers(root: string): Promise<FoundFolder[]> {
  const entries = (await readdir(root, { withFileTypes: true }).catch(none)) ?? [];
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const others = names.sort().filter((name) => !isHeld(join(root, name)));
  const found = others.map((name) => readFolder(root, name).catch(() => undefined));
  return (await Promise.all(found)).filter((folder) => folder !== undefined);
}

/**
 * Now by the clock of the volume, epoch ms: it wrote all times, and clocks of two hosts differ. Its file is overwritten
 * in place, as beats are.
 */
async function volumeNowMs(root: string): Promise<number> {
  const file = await open(join(root, clockFile), constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    await file.write('now', 0);
    return (await file.stat()).mtimeMs;
  } finally {
    await file.close();
  }
}

/** Whether the owner of a folder is gone, by its release or its socket; undefined where neither proves it. */
async function isGone(root: string, { name, owner }: FoundFolder): Promise<boolean | undefined> {
  if (owner === released) {
    return true;
  }
  const [first = '', second = ''] = owner.split(' ');
  if (first === ownerVersion) {
    const isThere = (await isHere(root, second)) ? await answers(join(root, name)) : undefined;
    return isThere === undefined ? undefined : !isThere;
  }
  // `owner` of an older version: host, pid and start. The pid may be another process's by now.
  const pid = Number(second);
  const isOurs = first === hostname() && Number.isInteger(pid) && pid > 0;
  return isOurs && (pid === process.pid || !isAlive(pid)) ? true : undefined;
}

/** Newest change in all folders of one owner, epoch ms: a process dies once, with all of them. */
function newestOf(folders: readonly FoundFolder[], { owner, changedAtMs }: FoundFolder): number {
  const ofOwner = owner === '' ? [] : folders.filter((folder) => folder.owner === owner);
  return Math.max(changedAtMs, ...ofOwner.map((folder) => folder.changedAtMs));
}

async function listDead(root: string): Promise<FoundFolder[]> {
  const folders = await listOthers(root);
  const dead: FoundFolder[] = [];
  let nowMs: number | undefined;
  for (const folder of folders) {
    let isDead = await isGone(root, folder);
    if (isDead === undefined) {
      nowMs ??= await volumeNowMs(root);
      const { deadAfterMs, deadWithoutBeatsMs } = writerFolderTimes;
      const isNew = folder.hasBeats || folder.owner === '';
      const graceMs = isNew ? deadAfterMs : deadWithoutBeatsMs;
      isDead = nowMs - newestOf(folders, folder) > graceMs;
    }
    if (isDead) {
      dead.push(folder);
    }
  }
  return dead;
}

/** Adopts a folder; undefined when another process was faster. */
async function adopt(root: string, name: string): Promise<HeldFolder | undefined> {
  const [, writer = name, adoptions = '0'] = /^(.+?)(?:\.(\d+))?$/.exec(name) ?? [];
  const owner = await ownText(root);
  const from = join(root, name);
  const to = join(root, `${writer}.${Number(adoptions) + 1}`);
  try {
    // Before the rename, and in this order: a third process then sees a fresh beat, and no socket whose refusal would
    // prove death.
    await writeFile(join(from, beatFile), ownerVersion);
    await rm(join(from, socketFile), { force: true });
    await writeFile(join(from, ownerFile), owner);
    await rename(from, to);
  } catch (error) {
    // The file system renames no folders: the batch ledger alone keeps two adopters apart.
    return isMissing(error) ? undefined : holdFolder(from, writer, owner);
  }
  return holdFolder(to, writer, owner);
}

/**
 * Adopts the folders of dead processes, in the order of their names. Rejects when adoptions failed and none succeeded.
 */
export async function adoptWriterFolders(root: string): Promise<HeldFolder[]> {
  const adopted: HeldFolder[] = [];
  const errors: unknown[] = [];
  for (const { name } of await listDead(root)) {
    try {
      const one = await adopt(root, name);
      if (!one) {
        // The folders of one process belong together: the rest is left to the adopter that was faster.
        break;
      }
      adopted.push(one);
    } catch (error) {
      errors.push(error);
    }
  }
  if (adopted.length === 0 && errors.length > 0) {
    throw errors[0];
  }
  return adopted;
}
