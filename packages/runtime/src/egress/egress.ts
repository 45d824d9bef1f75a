/**
 * Outbound HTTP for every address we did not choose ourselves: source manifests, ad servers, wrappers,
 * trackers, webhooks, creatives, storages. Guarded at the connector (addresses, names, redirects), limited in
 * time and size, with a guard and connections of its own for each company.
 */
import { parseAllowEntry } from './allow-list.ts';
import type { Egress, EgressOptions } from './egress-types.ts';
import { createGuard, type Granted, type Guard, tenantGuard } from './guard.ts';
import { guardedRequests } from './guarded-requests.ts';
import { createTransport, type Transport } from './transport.ts';

/** Companies whose connections are kept; beyond it the least recently used company's are closed. */
const MAX_TENANTS = 1_000;

/** Grants everything that is offered. */
export const allOffered = '*';

const grantedBy = (entries: readonly string[]): Granted =>
  entries.includes(allOffered)
    ? 'all'
    : entries.map(parseAllowEntry).filter((entry) => entry !== undefined);

/**
 * The connections of each company. Companies share none: a pooled connection is not checked again against the grants.
 */
function tenantTransports(options: EgressOptions) {
  /** Least recently used first. */
  const transports = new Map<string, Transport>();
  /** Transports that finish their open requests and accept no new ones. */
  const retiring = new Set<Transport>();

  function retire(tenantId: string): void {
    const transport = transports.get(tenantId);
    if (transport === undefined) return;
    transports.delete(tenantId);
    retiring.add(transport);
    void transport
      .retire()
      .catch(() => undefined)
      .finally(() => retiring.delete(transport));
  }

  return {
    retire,
    of(tenantId: string, guard: Guard): Transport {
      const transport = transports.get(tenantId) ?? createTransport(guard, options);
      transports.delete(tenantId);
      transports.set(tenantId, transport);
      for (const oldest of transports.keys()) {
        if (transports.size <= MAX_TENANTS) break;
        retire(oldest);
      }
      return transport;
    },
    close: () =>
      Promise.all([...transports.values(), ...retiring].map((transport) => transport.close())),
  };
}

/**
 * The one way out for requests to addresses that users and ad servers give.
 * @returns requests and streams that resolve, check and limit each address, redirect and body; they reject with entries
 *   of the catalogue (URL_FORBIDDEN, FETCH_TIMEOUT, …)
 * @see rules SEC-S1, SEC-S60
 */
export function createEgress(options: EgressOptions = {}): Egress {
  const everyone = createGuard(options.allow ?? []);
  const offered = createGuard(options.offer ?? []);
  const transport = createTransport(everyone, options);
  const tenants = tenantTransports(options);
  let grants: ReadonlyMap<string, readonly string[]> = new Map();

  return {
    ...guardedRequests(everyone, transport),
    allow: everyone.allow,
    offer: offered.allow,
    forTenant(tenantId) {
      const granted = () => grantedBy(grants.get(tenantId) ?? []);
      const guard = tenantGuard(everyone, offered, granted);
      return guardedRequests(guard, {
        open: async (...hop) => tenants.of(tenantId, guard).open(...hop),
        collect: async (...hop) => tenants.of(tenantId, guard).collect(...hop),
      });
    },
    setGrants(next) {
      const before = grants;
      grants = next;
      for (const tenantId of new Set([...before.keys(), ...next.keys()])) {
        const [was, is] = [before, next].map((of) => (of.get(tenantId) ?? []).join());
        if (was !== is) tenants.retire(tenantId);
      }
    },
    close: async () => {
      await Promise.all([transport.close(), tenants.close()]);
    },
  };
}
