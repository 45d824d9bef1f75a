/** Customers at Stripe: one for each company, found by the company's id. */
import type { BillingDetails } from '@interlude/contract';
import type Stripe from 'stripe';
import type { PaymentCustomer } from '../payments.ts';
import { isMissing } from './stripe-failure.ts';

/** Key of the customer's metadata with the company's id. */
export const tenantKey = 'interlude_tenant';

async function findCustomer(stripe: Stripe, tenantId: string): Promise<string | undefined> {
  // The search finds customers that are older than a minute; the idempotency key covers those of the last day.
  const found = await stripe.customers.search({
    query: `metadata['${tenantKey}']:'${tenantId.replace(/['\\]/g, '\\$&')}'`,
    limit: 1,
  });
  return found.data[0]?.id;
}

/** Creates one customer, even when two processes request it at a time, or one ends before it has stored the id. */
async function customerId(
  stripe: Stripe,
  { tenantId, customerId: stored }: PaymentCustomer,
): Promise<string> {
  if (stored !== '') return stored;
  const found = await findCustomer(stripe, tenantId);
  if (found !== undefined) return found;
  const made = await stripe.customers.create(
    // Only what no person edits: an idempotency key requires the same parameters every time.
    { metadata: { [tenantKey]: tenantId } },
    { idempotencyKey: `customer-${tenantId}` },
  );
  return made.id;
}

async function saveTaxId(stripe: Stripe, customer: string, details: BillingDetails) {
  const { taxType: type, taxId: value } = details;
  const known = await stripe.customers.listTaxIds(customer, { limit: 100 });
  const isWanted = (one: { type: string; value: string }) =>
    one.type === type && one.value === value;
  // Two requests at a time may have created the same tax ID twice.
  const kept = known.data.find(isWanted);
  if (type !== '' && kept === undefined) {
    await stripe.customers.createTaxId(customer, { type, value });
  }
  for (const { id } of known.data) {
    if (id !== kept?.id) await stripe.customers.deleteTaxId(customer, id);
  }
}

/** @returns the id of the customer */
export async function saveCustomer(stripe: Stripe, customer: PaymentCustomer): Promise<string> {
  const { details, email } = customer;
  const { contactName, companyName, address, city, postalCode, country, phone } = details;
  const id = await customerId(stripe, customer);
  const update = {
    email,
    name: companyName,
    phone,
    address: { line1: address, city, postal_code: postalCode, country },
    metadata: { contact_name: contactName },
  };
  try {
    await stripe.customers.update(id, update);
  } catch (error) {
    // The customer was deleted at Stripe: the company gets another one.
    if (!isMissing(error) || customer.customerId === '') throw error;
    return saveCustomer(stripe, { ...customer, customerId: '' });
  }
  await saveTaxId(stripe, id, details);
  return id;
}
