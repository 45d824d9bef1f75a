/** The audited request of a caller: who, when, from which network, by which route. */
import { asAuditedRequest } from '@interlude/persistence';
import { auditNetwork } from '@interlude/runtime';
import type { Audit } from './register-routes.ts';

/** @see ADR 0041; rules SEC-S113, SEC-S114 */
export function createAudit(now: () => number): Audit {
  return ({ route, request, caller }, work) =>
    asAuditedRequest(
      {
        id: request.id,
        atMs: now(),
        userId: caller?.userId ?? '',
        email: caller?.email ?? '',
        tenantId: caller?.tenantId ?? '',
        apiKey: caller?.apiKey ?? '',
        network: auditNetwork(request.clientAddress),
        route,
      },
      work,
    );
}
