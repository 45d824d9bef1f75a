/** API keys: how machines use the API, and how players start sessions of channels that require a key. */
import { z } from 'zod';
import { userRoles } from '../roles.ts';
import { nameText } from '../text.ts';

/** Scopes of a key: read, change, start sessions of the company's channels that require an API key. */
export const apiKeyScopes = ['read', 'write', 'sessions'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Keys of a company, and requests per minute of one key. */
export const apiKeyLimits = { keys: 50, requestsPerMinute: 6_000, defaultRequestsPerMinute: 600 };

/** A key as it is sent: a UUID, so that no access token is mistaken for a key. @see RFC 9562 */
export const apiKeyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const apiKeyHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'I should be the SHA-256 of the key: 64 hexadecimal digits!');

export const apiKeyInput = z.object({
  name: nameText(100),
  keyHash: apiKeyHash.describe('SHA-256 of the key, which is made by the client and never sent'),
  role: z.enum(userRoles).default('Viewer').describe('at most that of the caller'),
  scopes: z
    .array(z.enum(apiKeyScopes))
    .min(1, 'Choose at least one scope.')
    .max(apiKeyScopes.length)
    .default(['read']),
  requestsPerMinute: z
    .number()
    .int()
    .min(1)
    .max(apiKeyLimits.requestsPerMinute)
    .default(apiKeyLimits.defaultRequestsPerMinute),
  expiresAt: z.iso.datetime({ offset: true }).nullable().default(null).describe('null: never'),
});
export type ApiKeyInput = z.output<typeof apiKeyInput>;

/** A key as it is listed: neither key nor hash. */
export const apiKey = apiKeyInput.omit({ keyHash: true }).extend({
  id: z.string().describe('company: the one of API Settings'),
  name: z.string(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('to the minute; null: never'),
});
export type ApiKey = z.output<typeof apiKey>;
