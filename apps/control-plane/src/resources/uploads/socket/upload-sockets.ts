/**
 * Open upload sockets (OP-28): each hears of the uploads of its user in its tenant, whichever process works on
 * them. A silent peer is given up; a slow one too.
 */
import type { AddressedUploadEvent } from '@interlude/persistence';
import type { ChangeFeed } from '../../../change-feed.ts';
import type { SocketUser } from './upload-tickets.ts';

const heartbeatMs = 20_000;
/** Of one user in one process; a browser has a few tabs. */
const maxSocketsPerUser = 20;
const maxWaitingBytes = 256 * 1024;
/** The longest a timer of Node can be set to; who is connected longer comes again. */
const longestTimerMs = 2 ** 31 - 1;

/** RFC 6455 §7.4.1 */
export const socketClosed = {
  goingAway: 1001,
  policy: 1008,
  tryAgainLater: 1013,
} as const;

/** What of a socket is used; `ws` has it. */
export interface UploadSocket {
  readonly bufferedAmount: number;
  send(text: string): void;
  ping(): void;
  close(code: number, reason: string): void;
  terminate(): void;
  on(event: 'pong' | 'close' | 'error' | 'message', listener: () => void): unknown;
}

export interface UploadSockets {
  /** @param untilMs when the right to listen ends, epoch ms; undefined = with the rights of the user */
  open(socket: UploadSocket, user: SocketUser, untilMs?: number): void;
  deliver(event: AddressedUploadEvent): void;
  closeAll(): void;
  /** Open ones now. */
  count(): number;
}

interface Peer {
  readonly socket: UploadSocket;
  readonly user: SocketUser;
  isAlive: boolean;
}

export function createUploadSockets(
  feed: Pick<ChangeFeed, 'subscribe'>,
  now: () => number,
): UploadSockets {
  const peers = new Set<Peer>();

  const beat = setInterval(() => {
    for (const peer of peers) {
      if (!peer.isAlive) {
        peer.socket.terminate();
        continue;
      }
      peer.isAlive = false;
      peer.socket.ping();
    }
  }, heartbeatMs);
  beat.unref();

  // Rights may have changed: who comes again is asked for them again.
  feed.subscribe(
    ({ kind, id }) => {
      if (kind !== 'users') return;
      for (const { socket, user } of peers) {
        if (user.userId === id) socket.close(socketClosed.tryAgainLater, 'connect again');
      }
    },
    () => undefined,
  );

  /** An access token opens no more than it would open anew (S5). */
  function endAt(socket: UploadSocket, untilMs: number | undefined): NodeJS.Timeout | undefined {
    if (untilMs === undefined) return undefined;
    const leftMs = Math.min(Math.max(untilMs - now(), 0), longestTimerMs);
    const expire = () => socket.close(socketClosed.policy, 'the token has expired');
    return setTimeout(expire, leftMs).unref();
  }

  return {
    open: (socket, user, untilMs) => {
      const own = [...peers].filter((peer) => peer.user.userId === user.userId);
      if (own.length >= maxSocketsPerUser) {
        socket.close(socketClosed.tryAgainLater, 'too many sockets');
        return;
      }
      const peer: Peer = { socket, user, isAlive: true };
      peers.add(peer);
      socket.on('pong', () => {
        peer.isAlive = true;
      });
      const end = endAt(socket, untilMs);
      socket.on('close', () => {
        clearTimeout(end);
        peers.delete(peer);
      });
      socket.on('error', () => socket.terminate());
      // Nothing is expected: what comes is read and dropped, the server's limit of its size applies.
      socket.on('message', () => undefined);
    },
    deliver: ({ tenantId, userId, event }) => {
      const text = JSON.stringify(event);
      for (const { socket, user } of peers) {
        if (user.tenantId !== tenantId || user.userId !== userId) continue;
        if (socket.bufferedAmount > maxWaitingBytes) socket.terminate();
        else socket.send(text);
      }
    },
    closeAll: () => {
      clearInterval(beat);
      for (const { socket } of peers) socket.close(socketClosed.goingAway, 'the server stops');
    },
    count: () => peers.size,
  };
}
