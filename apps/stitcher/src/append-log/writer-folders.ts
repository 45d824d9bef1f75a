/**
 * Folders of append-only files, one per writer. A process holds its own, and adopts those whose process is gone, on
 * this host or on another one with the same volume (ADR 0028).
 *
 * `owner` names the process, `beat` is written every 5 s, and the socket `alive` answers as long as the process is
 * there, whatever it does. Where owner and reader run on one kernel, a socket that refuses proves death at once, in
 * containers, too; elsewhere 30 s without a beat do, by the clock of the volume. A folder is adopted by renaming it
 * (`<writer>.<adoptions>`): only one process can.
 */
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makePrivateFolder, randomToken } from '@interlude/runtime';

export const writerFolderTimes = {
  beatEveryMs: 5_000,
  /** A holder that was silent this long looks whether the folder is still its own before it writes. */
  overdueMs: 10_000,
  /** Six beats. */
  deadAfterMs: 30_000,
  /** A process that dies beside this one is seen this often. */
  adoptEveryMs: 10_000,
  /** Of a version without beats, on another host. */
  deadWithoutBeatsMs: 10 * 60_000,
} as const;

const ownerFile = 'owner';
const beatFile = 'beat';
const socketFile = 'alive';
const clockFile = '.clock';
const version = 'v2';
/** Left by a holder that has ended in order. */
const released = 'released';
/** Distinguishes this process from a later one, and two copies of this module. */
const token = randomToken(9);

/**
 * One for each start of a kernel, the same in all its containers; '' where Linux does not say. Other systems have no
 * containers that would share a host name.
 */
const kernel = readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
  (text) => text.trim(),
  () => (process.platform === 'linux' ? '' : hostname()),
);

/** What `owner` files of this process hold; the pid is for people. */
const ownText = async () => [version, (await kernel) || '-', process.pid, token].join(' ');

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** A folder of which this process is the owner. */
export interface HeldFolder {
  /** Under which its files were written, however often the folder was adopted. */
  readonly writer: string;
  readonly path: string;
  /** False when another process has adopted it, because this one was silent: nothing may be written to it. */
  confirm(): Promise<boolean>;
  /** Leaves it to the next process. */
  release(): Promise<void>;
  remove(): Promise<void>;
}

/** Where the address of a socket has room for it: 108 bytes on Linux (unix(7)), 104 elsewhere. */
function socketPath(folder: string): string | undefined {
  const path = join(folder, socketFile);
  return Buffer.byteLength(path) < 104 ? path : undefined;
}

/** Answers while this process is there; undefined where there is no room, or the file system has no sockets. */
function listenIn(folder: string): Promise<Server | undefined> {
  const path = socketPath(folder);
  if (path === undefined) {
    return Promise.resolve(undefined);
  }
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    // Also later: a process without free file descriptors must not end by it.
    server.on('error', () => resolve(undefined));
    server.listen(path, () => resolve(server));
    server.unref();
  });
}

/** Whether the process behind the socket is there; undefined when there is no socket, or no word from it. */
function answers(folder: string): Promise<boolean | undefined> {
  const path = socketPath(folder);
  if (path === undefined) {
    return Promise.resolve(undefined);
  }
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ECONNREFUSED' ? false : undefined);
    });
  });
}

const held = new Set<Held>();
let beating: NodeJS.Timeout | undefined;

class Held implements HeldFolder {
  readonly writer: string;
  readonly path: string;
  readonly #owner: string;
  #server: Server | undefined;
  #confirmedAtMs = 0;
  #isLost = false;

  constructor(path: string, writer: string, owner: string) {
    this.path = path;
    this.writer = writer;
    this.#owner = owner;
  }

  async begin(): Promise<void> {
    await writeFile(join(this.path, beatFile), version);
    await writeFile(join(this.path, ownerFile), this.#owner);
    this.#server = await listenIn(this.path);
    this.#confirmedAtMs = Date.now();
    held.add(this);
    beating ??= setInterval(() => {
      for (const one of held) {
        void one.beat();
      }
    }, writerFolderTimes.beatEveryMs).unref();
  }

  async beat(): Promise<void> {
    const owner = await readFile(join(this.path, ownerFile), 'utf8').catch((error: unknown) =>
      isMissing(error) ? '' : undefined,
    );
    if (owner === undefined || this.#isLost) {
      return;
    }
    if (owner !== this.#owner) {
      this.#end();
      return;
    }
    this.#confirmedAtMs = Date.now();
    // In place: a full disk has room for what is there already.
    await writeFile(join(this.path, beatFile), version, { flag: 'r+' }).catch(() => undefined);
  }

  async confirm(): Promise<boolean> {
    const silentMs = Date.now() - this.#confirmedAtMs;
    // A clock that went back proves nothing.
    if (silentMs < 0 || silentMs > writerFolderTimes.overdueMs) {
      await this.beat();
    }
    return !this.#isLost;
  }

  #end(): void {
    this.#isLost = true;
    this.#server?.close();
    held.delete(this);
    if (held.size === 0) {
      clearInterval(beating);
      beating = undefined;
    }
  }

  async release(): Promise<void> {
    const isOwn = await this.confirm();
    this.#end();
    if (isOwn) {
      await writeFile(join(this.path, ownerFile), released).catch(() => undefined);
    }
  }

  async remove(): Promise<void> {
    const isOwn = await this.confirm();
    this.#end();
    if (isOwn) {
      await rm(this.path, { recursive: true, force: true });
    }
  }
}

async function hold(path: string, writer: string): Promise<HeldFolder> {
  const one = new Held(path, writer, await ownText());
  await one.begin();
  return one;
}

/** Makes the folder of a new writer. */
export async function claimWriterFolder(root: string, writer: string): Promise<HeldFolder> {
  const path = join(root, writer);
  await makePrivateFolder(path);
  return hold(path, writer);
}

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

async function readFolder(root: string, name: string): Promise<FoundFolder> {
  const path = join(root, name);
  const changedAt = (file: string) =>
    stat(join(path, file)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
  const owner = await readFile(join(path, ownerFile), 'utf8').catch(() => '');
  const beatAtMs = await changedAt(beatFile);
  const times = [beatAtMs, await changedAt(ownerFile), beatAtMs > 0 ? 0 : await changedAt('.')];
  return { name, owner: owner.trim(), hasBeats: beatAtMs > 0, changedAtMs: Math.max(...times) };
}

/** Folders of others, in the order of their names. */
async function listOthers(root: string): Promise<FoundFolder[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const text = await ownText();
  const found = await Promise.all(names.sort().map((name) => readFolder(root, name)));
  return found.filter(({ owner }) => owner !== text);
}

/** The clocks of two hosts differ; that of the volume wrote all times. */
async function volumeNowMs(root: string): Promise<number> {
  const file = join(root, clockFile);
  await writeFile(file, token);
  return (await stat(file)).mtimeMs;
}

/** Proof of life or death by the process itself; undefined where it cannot be seen from here. */
async function isGone(root: string, { name, owner }: FoundFolder): Promise<boolean | undefined> {
  if (owner === released) {
    return true;
  }
  const [first = '', second = ''] = owner.split(' ');
  if (first === version) {
    const isHere = second === (await kernel);
    const isThere = isHere ? await answers(join(root, name)) : undefined;
    return isThere === undefined ? undefined : !isThere;
  }
  // Of a version that wrote host, pid and start. The pid may be another process's by now.
  const pid = Number(second);
  const isOurs = first === hostname() && Number.isInteger(pid) && pid > 0;
  return isOurs && (pid === process.pid || !isAlive(pid)) ? true : undefined;
}

/** Of a process the newest beat in any of its folders counts: it dies once, with all of them. */
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

/** Undefined when another process was faster. */
async function adopt(root: string, name: string): Promise<HeldFolder | undefined> {
  const [, writer = name, adoptions = '0'] = /^(.+?)(?:\.(\d+))?$/.exec(name) ?? [];
  const from = join(root, name);
  const to = join(root, `${writer}.${Number(adoptions) + 1}`);
  try {
    // Before the rename: a third process then sees a folder of the living, whose socket proves nothing yet.
    await writeFile(join(from, beatFile), version);
    await writeFile(join(from, ownerFile), await ownText());
    await rm(join(from, socketFile), { force: true });
    await rename(from, to);
  } catch (error) {
    // A file system that renames no folders: the batch ledger alone keeps two adopters apart.
    return isMissing(error) ? undefined : hold(from, writer);
  }
  return hold(to, writer);
}

/** Takes over what processes that are gone have left, in the order of their names. Rejects when none could be. */
export async function adoptWriterFolders(root: string): Promise<HeldFolder[]> {
  const adopted: HeldFolder[] = [];
  const errors: unknown[] = [];
  for (const { name } of await listDead(root)) {
    await adopt(root, name).then(
      (one) => one && adopted.push(one),
      (error: unknown) => errors.push(error),
    );
  }
  if (adopted.length === 0 && errors.length > 0) {
    throw errors[0];
  }
  return adopted;
}
