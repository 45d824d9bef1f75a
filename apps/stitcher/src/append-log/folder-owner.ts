/**
 * The owner of a folder, and whether its process lives: the file `owner` names it, and its socket `alive` accepts
 * connections, however busy the process is. Where owner and reader run on one kernel and see one mount, a socket that
 * refuses proves death at once, in containers, too (ADR 0028).
 */
import { readFile, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { randomToken } from '@interlude/runtime';

export const ownerFile = 'owner';
export const beatFile = 'beat';
export const socketFile = 'alive';
/** First word of `owner` files of this form: version, place, pid, token. */
export const ownerVersion = 'v2';
/** Content of `owner` after its holder has ended in order. */
export const released = 'released';
/** Distinguishes this process from a later one, and two copies of this module. */
const token = randomToken(9);

/**
 * Boot id: one for each start of a kernel, the same in all its containers; '' where Linux does not give it. The host
 * name on other systems, where no containers share one.
 */
const kernel = readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
  (text) => text.trim(),
  () => (process.platform === 'linux' ? '' : hostname()),
);

/**
 * The place within which a refused connection proves death: kernel and mount. A network file system that is mounted
 * twice shows a socket in both places, but connects in one.
 */
const placeOf = async (root: string) => `${(await kernel) || '-'}/${(await stat(root)).dev}`;

/**
 * Whether a refused connection proves death of a process whose `owner` file names `place`: it is the place of this one.
 */
export const isHere = async (root: string, place: string) =>
  (await kernel) !== '' && place === (await placeOf(root));

/** Content of `owner` files of this process; the pid is for operators. */
export const ownText = async (root: string) =>
  [ownerVersion, await placeOf(root), process.pid, token].join(' ');

export const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Path of the socket; undefined when it does not fit into a socket address: 108 bytes on Linux (unix(7)), 104
 * elsewhere.
 */
function socketPath(folder: string): string | undefined {
  const path = join(folder, socketFile);
  return Buffer.byteLength(path) < 104 ? path : undefined;
}

/**
 * Listens on the socket while this process lives; undefined where its path is too long, or the file system has no
 * sockets.
 */
export async function listenIn(folder: string): Promise<Server | undefined> {
  const path = socketPath(folder);
  if (path === undefined) {
    return undefined;
  }
  // A socket that was left behind would refuse connections, which proves death.
  await rm(path, { force: true });
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    // Handled after the start, too: a process without free file descriptors must not end by such an error.
    server.on('error', () => resolve(undefined));
    server.listen(path, () => resolve(server));
    server.unref();
  });
}

/** Whether the process behind the socket lives; undefined when there is no socket, or neither is certain. */
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
