/**
 * The request that causes changes of rows. It travels with the request's asynchronous calls; each transaction within
 * them passes it to the database, whose triggers write the audit log (ADR 0041), so that no store has to pass it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface AuditRequest {
  /** Of the request; all its changes form one entry. */
  readonly id: string;
  /** Epoch ms. */
  readonly atMs: number;
  /** Empty without a signed-in user. */
  readonly userId: string;
  readonly email: string;
  /** Empty without a signed-in user: the entry then belongs to the company of the changed row. */
  readonly tenantId: string;
  /** Name of the API key; empty for a person. */
  readonly apiKey: string;
  /** From `auditNetwork`. */
  readonly network: string;
  /** Name of the route, such as `channels.update`. */
  readonly route: string;
}

const running = new AsyncLocalStorage<AuditRequest>();

/**
 * Runs the work of a request; its changes are written to the audit log in their own transactions.
 * @see ADR 0041; rule SEC-S113
 */
export function asAuditedRequest<T>(request: AuditRequest, work: () => Promise<T>): Promise<T> {
  return running.run(request, work);
}

/** Value of the setting `app.audit` for a transaction; undefined outside of an audited request. */
export function auditSetting(): string | undefined {
  const request = running.getStore();
  if (request === undefined) return undefined;
  const { id, atMs, userId, email, tenantId, apiKey, network, route } = request;
  const at = new Date(atMs).toISOString();
  return JSON.stringify({ id, at, user: userId, email, tenant: tenantId, apiKey, network, route });
}
