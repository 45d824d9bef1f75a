/**
 * Faults that do not keep viewers from being served: the channels are an old snapshot, events wait. They are the
 * `notes` of `/health/ready`; the role stays ready, because a balancer that took it away would make it worse.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Health } from '@interlude/runtime';

export type Notes = () => Readonly<Record<string, string | undefined>>;

const readyPath = '/health/ready';

export function handleHealth(
  health: Health,
  notes: Notes,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  return async (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0];
    const present = Object.entries(notes()).filter(([, note]) => note !== undefined);
    if (path !== readyPath || present.length === 0) {
      return health.handle(request, response);
    }
    const answer = await health.answer(readyPath);
    if (!answer) {
      return false;
    }
    const known: unknown = JSON.parse(answer.body);
    const body = JSON.stringify({ ...Object(known), notes: Object.fromEntries(present) });
    response.writeHead(answer.status, {
      'content-type': answer.contentType,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}
