import { z } from 'zod';
import { languages } from '../users/language.ts';

export const tenantTiers = ['trial', 'basic', 'professional', 'enterprise'] as const;

/** A company (DATA-007). Secrets leave only as hashes. */
export const tenant = z.object({
  id: z.string(),
  name: z.string(),
  apiKeyHash: z.string(),
  tier: z.enum(tenantTiers),
  expiresAt: z.iso.datetime().nullable(),
  paymentContactEmail: z.string(),
  stripePaymentMethod: z.string(),
  stripeCustomerId: z.string(),
  stripeSubscriptionId: z.string(),
  secondFactorRequired: z.boolean().describe('members show a second factor to log in'),
  language: z.enum(languages).describe('of console and mails for members who have chosen none'),
  createdAt: z.iso.datetime(),
});
export type Tenant = z.output<typeof tenant>;

const gibibyte = 1_073_741_824;

/** Bytes of media that a tenant may store, by tier; Infinity where the tenant's own storage sets the limit. */
export const storageLimitBytes: Readonly<Record<(typeof tenantTiers)[number], number>> = {
  trial: 20 * gibibyte,
  basic: 200 * gibibyte,
  professional: 2_048 * gibibyte,
  enterprise: Number.POSITIVE_INFINITY,
};

/** Assets, medias, playlists or flows, each kind for itself, that a tenant may have, by tier. */
export const rowLimits: Readonly<Record<(typeof tenantTiers)[number], number>> = {
  trial: 2_000,
  basic: 20_000,
  professional: 100_000,
  enterprise: 1_000_000,
};

/** Channels that a tenant may have, by tier: each enabled one is in the memory of every stitcher. */
export const channelLimits: Readonly<Record<(typeof tenantTiers)[number], number>> = {
  trial: 200,
  basic: 2_000,
  professional: 10_000,
  enterprise: 100_000,
};
