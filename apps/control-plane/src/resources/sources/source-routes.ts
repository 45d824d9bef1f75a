import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { ProxiedSources } from './proxied/proxied-sources.ts';
import type { SourceService } from './source-service.ts';

export function sourceRoutes(
  sources: SourceService,
  proxied: Pick<ProxiedSources, 'addressOf'>,
): Handlers<(typeof contract)['sources']> {
  return {
    analyse: ({ caller, body }) => sources.analyse(caller, body),
    findBreaks: ({ caller, body }) => sources.findBreaks(caller, body),
    proxyManifest: ({ caller, query }) => proxied.addressOf(caller, query),
  };
}
