import { z } from 'zod';
import { apiKeyHash } from '../api-keys/api-key.ts';
import { billingDetails, paymentContactEmail } from '../billing/billing.ts';
import { listQueryOf } from '../list-query.ts';
import { admins, anyRole, superAdmins } from '../roles.ts';
import { route } from '../route.ts';
import { nameText } from '../text.ts';
import { languages } from '../users/language.ts';
import { tenant, tenantTiers } from './tenant.ts';

const tag = 'tenants';

export const tenantRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/tenants',
    roles: anyRole,
    tag,
    list: true,
    summary: 'The tenants that the caller belongs to',
    query: listQueryOf({}),
    answer: z.array(tenant),
    errors: ['SORT_UNKNOWN'],
  }),
  create: route({
    method: 'POST',
    path: '/api/v2/tenants',
    roles: superAdmins,
    personOnly: true,
    tag,
    status: 201,
    summary: 'Found a company and invite its first Admin',
    body: z.object({
      name: nameText(100),
      email: z.string().trim().max(254).describe('of the first Admin, who accepts by mail'),
      tier: z.enum(tenantTiers).default('trial').describe('trial ends after 30 days'),
    }),
    answer: tenant,
    errors: ['EMAIL_INVALID', 'TENANT_NAME_TAKEN', 'INVITATIONS_CLOSED', 'TOO_MANY_REQUESTS'],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/tenants/:id',
    roles: anyRole,
    tag,
    summary: 'Read an own tenant by id or name',
    answer: tenant,
    errors: ['TENANT_NOT_FOUND'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/v2/tenants/:id',
    roles: admins,
    personOnly: true,
    tag,
    summary:
      'Save the settings of the own company, the hash of its API key, or what it subscribes to',
    body: z.object({
      id: z.string().max(100).optional(),
      name: nameText(100),
      apiKeyHash: apiKeyHash
        .or(z.literal(''))
        .optional()
        .describe('SHA-256 of the key; empty revokes it; left out: as it is'),
      tier: z
        .enum(tenantTiers)
        .optional()
        .describe('subscribes to it; the company needs details then, or has them'),
      paymentContactEmail: paymentContactEmail.optional(),
      billingDetails: billingDetails.optional(),
      secondFactorRequired: z.boolean().optional().describe('left out: as it is'),
      language: z.enum(languages).optional().describe('of console and mails; left out: as it is'),
    }),
    answer: tenant,
    errors: [
      'TENANT_NOT_FOUND',
      'TENANT_NAME_TAKEN',
      'API_KEY_TAKEN',
      'SECOND_FACTOR_EXTERNAL',
      'BILLING_DETAILS_MISSING',
      'BILLING_COUNTRY_UNKNOWN',
      'TIER_NOT_OFFERED',
      'PAYMENTS_FAILED',
      'PAYMENTS_REFUSED',
      'TOO_MANY_REQUESTS',
    ],
  }),
  stripePublicKey: route({
    method: 'GET',
    path: '/api/v2/tenants/stripePublicKey',
    roles: anyRole,
    tag,
    summary: 'The public key of the payment provider; empty: none is set',
    answer: z.object({ stripePublicKey: z.string() }),
    errors: [],
  }),
} as const;
