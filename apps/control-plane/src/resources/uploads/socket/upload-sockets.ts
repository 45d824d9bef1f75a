/**
 * Open upload sockets (OP-28): each receives the events of its user's uploads in its tenant, from any process. A peer
 * that answers no ping, or reads too slowly, is disconnected.
 */
import type { AddressedUploadEvent } from '@interlude/persistence';
import type { ChangeFeed } from '../../../change-feed.ts';
import type { SocketUser } from './upload-tickets.ts';

const heartbeatMs = 20_000;
/** Per user and process; a browser has a few tabs. */
const maxSocketsPerUser = 20;
const maxWaitingBytes = 256 * 1024;
/** The longest delay of a Node timer; a client that is connected longer reconnects. */
const longestTimerMs = 2 ** 31 - 1;

/** RFC 6455 §7.4.1 */
export const socketClosed = {
  goingAway: 1001,
  policy: 1008,
  tryAgainLater: 1013,
} as const;

/** The part of a `ws` socket that is used. */
export interface UploadSocket {
  readonly bufferedAmount: number;
  send(text: string): void;
  ping(): void;
  close(code: number, reason: string): void;
  terminate(): void;
  on(event: 'pong' | 'close' | 'error' | 'message', listener: () => void): unknown;
}

export interface UploadSockets {
  /** @param untilMs end of the access, epoch ms; undefined = until the rights of the user change */
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

  // The rights of the user may have changed: they are checked when the client reconnects.
  feed.subscribe(
    ({ kind, id }) => {
      if (kind !== 'users') return;
      for (const { socket, user } of peers) {
        if (user.userId === id) socket.close(socketClosed.tryAgainLater, 'connect again');
      }
    },
    () => undefined,
  );

  /** A socket does not outlive the access token that opened it (SEC-S5). */
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
      // Messages are read and dropped; the server limits their size.
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
