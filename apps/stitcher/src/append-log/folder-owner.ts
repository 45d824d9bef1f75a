/**
 * Who owns a folder, and whether that process is there: the file `owner` names it, and its socket `alive` answers,
 * whatever it does. Where owner and reader run on one kernel and see one mount, a socket that refuses proves death at
 * once, in containers, too (ADR 0028).
 */
import { readFile, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { randomToken } from '@interlude/runtime';

export const ownerFile = 'owner';
export const beatFile = 'beat';
export const socketFile = 'alive';
/** Of `owner` files that name a process so. */
export const ownerVersion = 'v2';
/** In `owner`: left by a holder that has ended in order. */
export const released = 'released';
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

/**
 * Where a refused connection proves death: on this kernel, through this mount. A network file system that is mounted
 * twice shows a socket in both places, and connects in one.
 */
const placeOf = async (root: string) => `${(await kernel) || '-'}/${(await stat(root)).dev}`;

/** Whether the process at that place, of its `owner` file, can be seen from here. */
export const isHere = async (root: string, place: string) =>
  (await kernel) !== '' && place === (await placeOf(root));

/** What `owner` files of this process hold; the pid is for people. */
export const ownText = async (root: string) =>
  [ownerVersion, await placeOf(root), process.pid, token].join(' ');

export const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Where the address of a socket has room for it: 108 bytes on Linux (unix(7)), 104 elsewhere. */
function socketPath(folder: string): string | undefined {
  const path = join(folder, socketFile);
  return Buffer.byteLength(path) < 104 ? path : undefined;
}

/** Answers while this process is there; undefined where there is no room, or the file system has no sockets. */
export async function listenIn(folder: string): Promise<Server | undefined> {
  const path = socketPath(folder);
  if (path === undefined) {
    return undefined;
  }
  // One that is left would refuse, which is a proof of death.
  await rm(path, { force: true });
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    // Also later: a process without free file descriptors must not end by it.
    server.on('error', () => resolve(undefined));
    server.listen(path, () => resolve(server));
    server.unref();
  });
}

/** Whether the process behind the socket is there; undefined when there is no socket, or no answer. */
export function answers(folder: string): Promise<boolean | undefined> {
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
