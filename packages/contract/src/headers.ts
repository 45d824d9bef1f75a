/** Header names; apart from the schemas, so that a browser page can use them without zod. */

/** The header that carries the number of all rows of a list, without limit and offset. */
export const totalCountHeader = 'x-total-count';
/** The header that names the tenant of a request (API-011). */
export const selectedTenantHeader = 'selected-tenant';
/** Header by which a repeated POST is carried out once. @see draft-ietf-httpapi-idempotency-key-header */
export const idempotencyKeyHeader = 'idempotency-key';
/** `true` on the stored answer to a repeated POST. */
export const idempotencyReplayedHeader = 'idempotency-replayed';
