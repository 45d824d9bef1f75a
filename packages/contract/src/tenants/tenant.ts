import { z } from 'zod';

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
  createdAt: z.iso.datetime(),
});
export type Tenant = z.output<typeof tenant>;
