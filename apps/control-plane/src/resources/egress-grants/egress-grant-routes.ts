import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { EgressGrantService } from './egress-grant-service.ts';

export function egressGrantRoutes(
  grants: EgressGrantService,
): Handlers<(typeof contract)['egressGrants']> {
  return {
    read: () => grants.read(),
    update: ({ body }) => grants.update(body.tenant, body.entries),
  };
}
