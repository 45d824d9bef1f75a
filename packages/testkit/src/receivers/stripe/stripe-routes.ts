/** The part of Stripe's API that Interlude uses, over an account. */
import { type Form, formOf, listOf, textOf } from './form.ts';
import { missing, refused, type StripeAccount } from './stripe-account.ts';
import {
  customerObject,
  invoiceObject,
  listObject,
  priceObject,
  subscriptionObject,
} from './stripe-objects.ts';

type Handler = (account: StripeAccount, form: Form, ...ids: string[]) => unknown;

const texts = (form: Form): Record<string, string> =>
  Object.fromEntries(Object.entries(form).map(([key, value]) => [key, textOf(value)]));

const customerOf = (account: StripeAccount, id: string) => {
  const customer = account.customers.get(id);
  if (customer === undefined) throw missing(id);
  return customer;
};

function createCustomer(account: StripeAccount, form: Form) {
  const metadata = texts(formOf(form['metadata']));
  const customer = { id: account.id('cus'), fields: form, metadata, taxIds: [] };
  account.customers.set(customer.id, customer);
  return customerObject(customer);
}

function updateCustomer(account: StripeAccount, form: Form, id = '') {
  const customer = customerOf(account, id);
  if (textOf(form['email']).endsWith('.invalid')) {
    throw refused('Invalid email address', { param: 'email', code: 'email_invalid' });
  }
  customer.fields = { ...customer.fields, ...form };
  customer.metadata = { ...customer.metadata, ...texts(formOf(form['metadata'])) };
  return customerObject(customer);
}

function searchCustomers(account: StripeAccount, form: Form) {
  const [, key = '', value = ''] =
    /^metadata\['([^']+)'\]:'([^']+)'$/.exec(textOf(form['query'])) ?? [];
  const found = [...account.customers.values()].filter(({ metadata }) => metadata[key] === value);
  return {
    ...listObject(found.map(customerObject), '/v1/customers/search'),
    object: 'search_result',
  };
}

function createTaxId(account: StripeAccount, form: Form, id = '') {
  const { taxIds } = customerOf(account, id);
  const [type, value] = [textOf(form['type']), textOf(form['value'])];
  if (type === 'eu_vat' && !/^[A-Z]{2}[0-9A-Z]{2,12}$/.test(value)) {
    throw refused('Invalid value for eu_vat.', { param: 'value', code: 'tax_id_invalid' });
  }
  const made = { id: account.id('txi'), type, value };
  taxIds.push(made);
  return { ...made, object: 'tax_id' };
}

function deleteTaxId(account: StripeAccount, _form: Form, id = '', taxId = '') {
  const customer = customerOf(account, id);
  customer.taxIds = customer.taxIds.filter((one) => one.id !== taxId);
  return { id: taxId, object: 'tax_id', deleted: true };
}

function createProduct(account: StripeAccount, form: Form) {
  const id = textOf(form['id']);
  if (account.products.has(id)) {
    throw refused('Product already exists.', { code: 'resource_already_exists' });
  }
  account.products.add(id);
  return { id, object: 'product' };
}

function createMeter(account: StripeAccount, form: Form) {
  const name = textOf(form['event_name']);
  if (account.meters.has(name)) throw refused('A meter with this event name exists.');
  account.meters.set(name, account.id('mtr'));
  return { id: account.meters.get(name), object: 'billing.meter', event_name: name };
}

function listSubscriptions(account: StripeAccount, form: Form) {
  const customer = textOf(form['customer']);
  const own = [...account.subscriptions.values()].filter((one) => one.customer === customer);
  return listObject(own.map(subscriptionObject), '/v1/subscriptions');
}

function readSubscription(account: StripeAccount, _form: Form, id = '') {
  const subscription = account.subscriptions.get(id);
  if (subscription === undefined) throw missing(id);
  return subscriptionObject(subscription);
}

function readInvoice(account: StripeAccount, _form: Form, id = '') {
  const invoice = account.invoices.get(id);
  if (invoice === undefined) throw missing(id);
  return invoiceObject(invoice);
}

function summaries(account: StripeAccount, form: Form) {
  const [start, end] = [Number(textOf(form['start_time'])), Number(textOf(form['end_time']))];
  if (start % 60 !== 0 || end % 60 !== 0) throw refused('Times must be whole minutes.');
  const value = account.counted(textOf(form['customer']), start, end);
  const part = { id: 'mtrusg', object: 'billing.meter_event_summary', aggregated_value: value };
  return listObject([{ ...part, start_time: start, end_time: end }], '/v1/billing/meters');
}

function openPortal(account: StripeAccount, form: Form) {
  const { id } = customerOf(account, textOf(form['customer']));
  const made = { id: account.id('bps'), object: 'billing_portal.session', customer: id };
  return { ...made, url: `https://billing.stripe.example/p/session/${made.id}` };
}

function countUsage(account: StripeAccount, form: Form) {
  const { identifier, timestamp, receivedAt } = account.count(form);
  return { object: 'billing.meter_event', identifier, timestamp, created: receivedAt, ...form };
}

const routes: readonly (readonly [string, RegExp, Handler])[] = [
  ['POST', /^\/v1\/customers$/, createCustomer],
  ['GET', /^\/v1\/customers\/search$/, searchCustomers],
  ['POST', /^\/v1\/customers\/(\w+)$/, updateCustomer],
  [
    'GET',
    /^\/v1\/customers\/(\w+)\/tax_ids$/,
    (account, _form, id = '') => listObject(customerOf(account, id).taxIds, '/v1/tax_ids'),
  ],
  ['POST', /^\/v1\/customers\/(\w+)\/tax_ids$/, createTaxId],
  ['DELETE', /^\/v1\/customers\/(\w+)\/tax_ids\/(\w+)$/, deleteTaxId],
  ['POST', /^\/v1\/products$/, createProduct],
  [
    'GET',
    /^\/v1\/prices$/,
    (account, form) => {
      const keys = listOf(form['lookup_keys']).map(textOf);
      const found = [...account.prices.values()].filter((one) => keys.includes(one.lookupKey));
      return listObject(found.map(priceObject), '/v1/prices');
    },
  ],
  ['POST', /^\/v1\/prices$/, (account, form) => priceObject(account.price(form))],
  [
    'GET',
    /^\/v1\/billing\/meters$/,
    ({ meters }) =>
      listObject(
        [...meters].map(([event_name, id]) => ({ id, object: 'billing.meter', event_name })),
        '/v1/billing/meters',
      ),
  ],
  ['POST', /^\/v1\/billing\/meters$/, createMeter],
  ['GET', /^\/v1\/billing\/meters\/(\w+)\/event_summaries$/, summaries],
  ['POST', /^\/v1\/billing\/meter_events$/, countUsage],
  ['GET', /^\/v1\/subscriptions$/, listSubscriptions],
  [
    'POST',
    /^\/v1\/subscriptions$/,
    (account, form) => subscriptionObject(account.subscription(form)),
  ],
  ['GET', /^\/v1\/subscriptions\/(\w+)$/, readSubscription],
  [
    'DELETE',
    /^\/v1\/subscriptions\/(\w+)$/,
    (account, form, id = '') => subscriptionObject(account.cancel(id, form)),
  ],
  ['GET', /^\/v1\/invoices\/(\w+)$/, readInvoice],
  ['POST', /^\/v1\/billing_portal\/sessions$/, openPortal],
];

/** @throws {Refusal} */
export function answerRequest(
  account: StripeAccount,
  request: { readonly method: string; readonly path: string; readonly form: Form },
): unknown {
  for (const [method, pattern, handler] of routes) {
    const match = method === request.method ? pattern.exec(request.path) : null;
    if (match) return handler(account, request.form, ...match.slice(1));
  }
  throw refused(`Unrecognized request URL (${request.method}: ${request.path}).`);
}
