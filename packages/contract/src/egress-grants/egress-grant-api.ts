/** Egress grants: companies and the private addresses of `EGRESS_ALLOW` that they may reach (SEC-S60). */
import { z } from 'zod';
import { superAdmins } from '../roles.ts';
import { route } from '../route.ts';
import { text } from '../text.ts';
import { egressGrant, egressGrantLimits } from './egress-grant.ts';

const tag = 'egress-grants';
const path = '/api/v2/egress-grants';
const { entries, characters } = egressGrantLimits;

const egressGrants = z.object({
  offered: z.array(z.string()).describe('EGRESS_ALLOW: what may be granted'),
  grants: z.array(egressGrant).describe('companies without entries are left out'),
});

export const egressGrantRoutes = {
  read: route({
    method: 'GET',
    path,
    roles: superAdmins,
    tag,
    summary: 'The private addresses that companies may reach',
    answer: egressGrants,
    errors: [],
  }),
  update: route({
    method: 'PUT',
    path,
    roles: superAdmins,
    tag,
    summary: 'Grant a company private addresses out of EGRESS_ALLOW; replaces what it had',
    body: z.object({
      tenant: text().max(300).describe('id or name of the company'),
      entries: z
        .array(text().trim().max(characters))
        .max(entries)
        .describe(
          'hosts, host:port or CIDR ranges; * is all of EGRESS_ALLOW; empty takes all back',
        ),
    }),
    answer: egressGrant,
    errors: ['TENANT_NOT_FOUND'],
  }),
} as const;
