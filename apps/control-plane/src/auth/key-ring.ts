/** API keys as callers: the lookup of the store, and the limit of each key, counted over all processes. */
import type { ApiKeyStore } from '@interlude/persistence';
import type { KeyRing } from '../http/authenticate.ts';
import type { RateLimits } from './accounts/account-ports.ts';

const minuteMs = 60_000;

/** @see rule SEC-S115 */
export function createKeyRing(
  keys: Pick<ApiKeyStore, 'find'>,
  rateLimits: Pick<RateLimits, 'take'>,
): KeyRing {
  return {
    find: (key) => keys.find(key),
    take: ({ tenantId, id, requestsPerMinute }) =>
      rateLimits.take(`apiKey:${tenantId}:${id}`, {
        points: requestsPerMinute,
        windowMs: minuteMs,
      }),
  };
}
