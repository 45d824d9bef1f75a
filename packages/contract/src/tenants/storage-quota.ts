/** How many bytes of media the plan of a tenant holds. */
import type { tenantTiers } from './tenant.ts';

const gibibyte = 1_073_741_824;

/** Bytes; Infinity where the tenant's own storage sets the limit. */
export const storageLimitBytes: Readonly<Record<(typeof tenantTiers)[number], number>> = {
  trial: 20 * gibibyte,
  basic: 200 * gibibyte,
  professional: 2_048 * gibibyte,
  enterprise: Number.POSITIVE_INFINITY,
};
