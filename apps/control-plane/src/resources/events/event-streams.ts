/**
 * Server-sent events (WHATWG HTML §9.2): the changes of the selected tenant. A stream ends after ten
 * minutes and the client connects again with a fresh token; it ends at once when the user's rights
 * change. Shutdown ends the streams first: an open one would keep the server from closing.
 */
import type { ChangeEvent } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { FastifyReply } from 'fastify';
import type { Change, ChangeFeed } from '../../change-feed.ts';
import type { Caller } from '../../http/call.ts';

const heartbeatMs = 25_000;
const longestStreamMs = 10 * 60_000;
/** Open streams per user and process; a browser has a few tabs. */
const maxStreamsPerUser = 20;
/** Buffered bytes at which the stream of a slow reader ends. */
const maxWaitingBytes = 256 * 1024;

export interface EventStreams {
  /** @throws {DomainError} TOO_MANY_REQUESTS */
  open(caller: Caller, reply: FastifyReply): void;
  /** Open streams now. */
  count(): number;
  endAll(): void;
}

interface Stream {
  readonly caller: Caller;
  send(text: string): void;
  end(): void;
}

function changeText({ kind, id, action }: ChangeEvent): string {
  return `event: change\ndata: ${JSON.stringify({ kind, id, action })}\n\n`;
}

function openStream(caller: Caller, reply: FastifyReply, onEnd: (stream: Stream) => void): Stream {
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  reply.hijack();
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  raw.write('retry: 3000\n\n: connected\n\n');
  const heartbeat = setInterval(() => stream.send(': still here\n\n'), heartbeatMs);
  const lifetime = setTimeout(() => raw.end(), longestStreamMs);
  const stream: Stream = {
    caller,
    send: (text) => {
      if (raw.writableLength > maxWaitingBytes) raw.destroy();
      else raw.write(text);
    },
    end: () => raw.end(),
  };
  raw.on('close', () => {
    clearInterval(heartbeat);
    clearTimeout(lifetime);
    onEnd(stream);
  });
  return stream;
}

export function createEventStreams(feed: ChangeFeed): EventStreams {
  const streams = new Set<Stream>();

  function deliver(change: Change): void {
    const text = changeText(change);
    for (const stream of streams) {
      const { tenantId, userId } = stream.caller;
      const concerns = change.user === undefined || change.user === userId;
      if (tenantId === change.tenant && concerns) stream.send(text);
      // The rights may have changed: the next connection checks them again.
      if (change.kind === 'users' && userId === change.id) stream.end();
    }
  }
  feed.subscribe(deliver, () => {
    for (const stream of streams) stream.end();
  });

  return {
    open: (caller, reply) => {
      const own = [...streams].filter((stream) => stream.caller.userId === caller.userId);
      if (own.length >= maxStreamsPerUser) {
        throw domainError('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 });
      }
      streams.add(openStream(caller, reply, (stream) => streams.delete(stream)));
    },
    count: () => streams.size,
    endAll: () => {
      for (const stream of streams) stream.end();
    },
  };
}
