/**
 * The request in whose name rows change. It travels with the asynchronous calls of the request, and every transaction
 * that begins among them tells it to the database, whose triggers write the audit log (ADR 0041): no store passes it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface AuditRequest {
  /** Of the request; all that it changes is one entry. */
  readonly id: string;
  /** Epoch ms. */
  readonly atMs: number;
  /** Empty: nobody is signed in. */
  readonly userId: string;
  readonly email: string;
  /** Empty: nobody is signed in; the entry belongs to the company of the row then. */
  readonly tenantId: string;
  /** Name of the API key; empty: a person. */
  readonly apiKey: string;
  /** From `auditNetwork`. */
  readonly network: string;
  /** Name of the route, such as `channels.update`. */
  readonly route: string;
}

const running = new AsyncLocalStorage<AuditRequest>();

/**
 * Runs the work of a request: what it changes is written to the audit log in the transactions of the changes.
 * @see ADR 0041; rule SEC-S113
 */
export function asAuditedRequest<T>(request: AuditRequest, work: () => Promise<T>): Promise<T> {
  return running.run(request, work);
}

/** What a transaction sets as `app.audit`; undefined outside of requests that change something. */
export function auditSetting(): string | undefined {
  const request = running.getStore();
  if (request === undefined) return undefined;
  const { id, atMs, userId, email, tenantId, apiKey, network, route } = request;
  const at = new Date(atMs).toISOString();
  return JSON.stringify({ id, at, user: userId, email, tenant: tenantId, apiKey, network, route });
}
