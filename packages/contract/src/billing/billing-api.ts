import { z } from 'zod';
import { admins } from '../roles.ts';
import { route } from '../route.ts';
import { billing, mostUsageTerms, usageTerm } from './billing.ts';

const tag = 'billing';

export const billingRoutes = {
  read: route({
    method: 'GET',
    path: '/api/v2/billing',
    roles: admins,
    tag,
    summary: 'The subscription of the company, with the use of its limits and a forecast',
    answer: billing,
    errors: [],
  }),
  usage: route({
    method: 'GET',
    path: '/api/v2/billing/usage',
    roles: admins,
    tag,
    summary: `Ad events by day against invoices, of the last ${mostUsageTerms} terms, newest first`,
    answer: z.array(usageTerm),
    errors: [],
  }),
  openPortal: route({
    method: 'POST',
    path: '/api/v2/billing/portal',
    roles: admins,
    personOnly: true,
    changes: false,
    tag,
    summary: "Address of the payment provider's pages for payment methods and invoices",
    answer: z.object({ url: z.string() }),
    errors: ['PAYMENTS_NOT_SET', 'PAYMENTS_FAILED', 'TOO_MANY_REQUESTS'],
  }),
} as const;
