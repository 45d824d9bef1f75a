/** Subscription, usage and invoices of a company (SUB-001 to SUB-013, DATA-007). */
import { z } from 'zod';
import { isEmail } from '../auth/auth-rules.ts';
import { tenantTiers } from '../tenants/tenant.ts';
import { nameText } from '../text.ts';
import { taxTypes } from './tax-types.ts';

/** A line that may be left empty. */
const line = (max: number) => z.literal('').or(nameText(max));

/** ISO 3166-1 alpha-2; the server looks it up in the list of countries. */
const countryCode = z.string().regex(/^[A-Z]{2}$/, 'Choose a country.');

/** The inputs of the Subscribe dialog beside the contact email (SUB-007). */
export const billingDetails = z
  .object({
    contactName: nameText(100),
    companyName: nameText(150),
    address: nameText(200),
    city: nameText(100),
    postalCode: nameText(20),
    country: countryCode.describe('ISO 3166-1 alpha-2, such as DE'),
    phone: z
      .string()
      .trim()
      .regex(/^(\+[0-9][0-9 ()/-]{3,28})?$/, 'Enter a number such as +49 30 1234567.')
      .describe('with its dialling code; empty = none'),
    taxType: z.enum(taxTypes).or(z.literal('')),
    taxId: line(50),
  })
  .refine(({ taxType, taxId }) => (taxType === '') === (taxId === ''), {
    error: 'Enter both tax type and tax ID, or none.',
    path: ['taxId'],
  });
export type BillingDetails = z.output<typeof billingDetails>;

export const paymentContactEmail = z
  .string()
  .trim()
  .max(254)
  .refine((given) => isEmail(given.toLowerCase()), 'Enter a valid email address.');

/** States of a company's subscription; `none` before it subscribes. */
export const subscriptionStates = [
  'none',
  'pending',
  'active',
  'pastDue',
  'unpaid',
  'ended',
] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

const day = z.number().int().describe("day of the company's time zone, since 1970-01-01");

export const billingTerm = z.object({ firstDay: day, endDay: day.describe('exclusive') });
export type BillingTerm = z.output<typeof billingTerm>;

/** Use of one limit, and its forecast. */
export const limitUse = z.object({
  used: z.number(),
  limit: z.number().describe('0: there is none'),
  share: z.number().describe('used of limit; 0 without one'),
  forecast: z.number().describe('at the end of the term, when it goes on as in the last 7 days'),
  reachedOn: day.nullable().describe('when the limit is reached, if that is in the term'),
});
export type LimitUse = z.output<typeof limitUse>;

export const billing = z.object({
  tier: z.enum(tenantTiers),
  expiresAt: z.iso.datetime().nullable(),
  daysLeft: z.number().int().nullable().describe('of a trial; 0 or fewer: it is over'),
  state: z.enum(subscriptionStates),
  wantedTier: z.enum(tenantTiers).nullable().describe('of a subscription that is not made yet'),
  paymentContactEmail: z.string(),
  details: billingDetails.nullable(),
  provider: z.enum(['none', 'stripe']),
  hasPortal: z.boolean().describe("the payment provider's pages can be opened"),
  term: billingTerm.nullable(),
  adEvents: limitUse.describe('of the term; of a trial, without a limit'),
  sessions: limitUse.describe('most at a time in the term'),
  amountCents: z.number().int().describe('of the term so far, net'),
});
export type Billing = z.output<typeof billing>;

export const invoice = z.object({
  id: z.string(),
  number: z.string(),
  status: z
    .string()
    .describe("the payment provider's word: draft, open, paid, void, uncollectible"),
  currency: z.string(),
  amountCents: z.number().int().describe('net'),
  adEvents: z.number().describe("what the payment provider's meter has counted for it"),
  term: billingTerm.nullable(),
  address: z.string().describe('where the payment provider shows it; empty: nowhere'),
  createdAt: z.iso.datetime(),
});
export type Invoice = z.output<typeof invoice>;

/** A day of the metering table, with the ad events that were reported to the payment provider. */
export const usageDay = z.object({
  day,
  adEvents: z.number().describe('counted'),
  reported: z.number().describe('given to the payment provider, in whatever term'),
});
export type UsageDay = z.output<typeof usageDay>;

export const usageTerm = billingTerm.extend({
  tier: z.enum(tenantTiers),
  days: z.array(usageDay),
  adEvents: z.number().describe('counted in the term'),
  reported: z.number().describe('reported for the term, also of days before it'),
  ofEarlierDays: z.number().describe('reported for the term, of days before it'),
  amountCents: z.number().int().describe('of the ad events that are charged in the term, net'),
  invoices: z.array(invoice),
});
export type UsageTerm = z.output<typeof usageTerm>;

/** Terms that a page of usage shows. */
export const mostUsageTerms = 24;
