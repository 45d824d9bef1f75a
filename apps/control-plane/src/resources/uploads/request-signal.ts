import type { IncomingMessage } from 'node:http';

/** Aborts when the client goes before all of its request is there. */
export function requestSignal(request: IncomingMessage): AbortSignal {
  const gone = new AbortController();
  request.once('close', () => {
    if (!request.complete) gone.abort(new Error('the client closed the connection'));
  });
  return gone.signal;
}
