import type { contract } from '@interlude/contract/api';
import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../http/call.ts';
import type { StreamSubscriberService } from './stream-subscriber-service.ts';

/** `Authorization: Bearer` or `x-api-key`; never the address, which is logged on the way. */
function keyOf({ headers }: FastifyRequest): string {
  const bearer = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const named = headers['x-api-key'];
  return bearer ?? (typeof named === 'string' ? named : '');
}

export function streamSubscriberRoutes(
  streams: StreamSubscriberService,
): Handlers<(typeof contract)['streamSubscribers']> {
  return {
    list: ({ caller }) => streams.list(caller.tenantId),
    create: ({ caller, body }) => streams.create(caller.tenantId, body.name),
    remove: async ({ caller, params }) => {
      await streams.remove(caller.tenantId, params.id);
      return undefined;
    },
    concurrentStreams: ({ request, ip, query }) =>
      streams.concurrentStreams({ key: keyOf(request), network: ip }, query),
  };
}
