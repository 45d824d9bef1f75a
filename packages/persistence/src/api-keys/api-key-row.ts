/** Converts a row of `api_keys` to the key as the API lists it. */
import { type ApiKey, apiKeyScopes, isUserRole } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { Selectable } from 'kysely';
import type { ApiKeysTable } from '../schema.ts';

/** Kind of API keys in the change feed. */
export const apiKeysKind = 'api-keys';

export type ApiKeyRow = Selectable<ApiKeysTable>;

export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    role: isUserRole(row.role) ? row.role : 'Viewer',
    scopes: apiKeyScopes.filter((scope) => row.scopes.includes(scope)),
    requestsPerMinute: row.requests_per_minute,
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  };
}

const isTaken = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'api_keys_hash';

/** @throws {DomainError} API_KEY_TAKEN: keys are unique within the installation */
export async function refuseTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isTaken(error) ? domainError('API_KEY_TAKEN', {}, error) : error;
  }
}
