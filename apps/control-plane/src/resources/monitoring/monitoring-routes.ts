import { addAbortSignal, finished, Readable } from 'node:stream';
import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { EvidenceService } from './evidence-service.ts';
import type { MonitoringService } from './monitoring-service.ts';

export function monitoringRoutes(
  monitoring: MonitoringService,
  evidence: EvidenceService,
): Handlers<(typeof contract)['monitoring']> {
  return {
    timeline: ({ caller, query }) =>
      monitoring.timeline(caller.tenantId, query.channel, query.playlist),
    messages: ({ caller, query }) => monitoring.messages(caller.tenantId, query.channel),
    manifest: ({ caller, params }) =>
      monitoring.manifest(caller.tenantId, params.channelId, params.manifestKey),
    splices: ({ caller, query }) =>
      monitoring.splices(caller.tenantId, query.channel, {
        ...{ fromMs: query.from, breakId: query.break, limit: query.limit },
      }),
    thumbnail: async ({ caller, params, reply }) => {
      const picture = await monitoring.thumbnail(caller.tenantId, params);
      // The picture of a splice never changes; a caller who loses access gets another token, and so misses the private
      // cache.
      await reply
        .header('cache-control', 'private, max-age=3600, immutable')
        .header('x-content-type-options', 'nosniff')
        .type('image/jpeg')
        .send(picture);
    },
    findings: ({ caller, query }) =>
      monitoring.findings(caller.tenantId, query.channel, {
        fromMs: query.from,
        limit: query.limit,
      }),
    incidents: ({ caller }) => monitoring.incidents(caller.tenantId),
    health: ({ caller, query }) => monitoring.health(caller.tenantId, query.channels),
    evidence: async ({ caller, params, query, reply }) => {
      const { channelId } = params;
      const zip = await evidence.open(caller, { channelId, ...query });
      const { fileName, pieces, signal } = zip;
      // Also of a client that left while the pack was made: it is finished already.
      finished(reply.raw, zip.close);
      if (reply.raw.destroyed) return;
      // On abort the body ends early, which is no valid zip, so that its reader notices; a client that stops reading
      // must not occupy a turn.
      const body = addAbortSignal(signal, Readable.from(pieces, { objectMode: false }));
      await reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .type('application/zip')
        .send(body);
    },
    channelHealth: ({ caller, params }) =>
      monitoring.channelHealth(caller.tenantId, params.channelId),
  };
}
