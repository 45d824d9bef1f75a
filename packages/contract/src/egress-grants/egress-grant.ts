import { z } from 'zod';

/** The private addresses that one company may reach. */
export const egressGrant = z.object({
  tenantId: z.string(),
  name: z.string().describe('of the company'),
  entries: z
    .array(z.string())
    .describe('hosts, host:port or CIDR ranges within EGRESS_ALLOW; * is all that it lists'),
});
export type EgressGrant = z.output<typeof egressGrant>;

/** Most entries of one company, and characters of one: as many as a person can review. */
export const egressGrantLimits = { entries: 50, characters: 300 } as const;
