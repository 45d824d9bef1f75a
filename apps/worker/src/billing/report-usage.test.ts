import { anchorMs, chargeCents, reportTimeMs } from '@interlude/billing';
import { type BillingDetails, tierPlans } from '@interlude/contract';
import { loadPayments, type Payments } from '@interlude/payments';
import { createBillingStore, createUsageReportStore, type Database } from '@interlude/persistence';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { type StripeStandIn, startStripeStandIn } from '@interlude/testkit/stripe-stand-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportUsage } from './report-usage.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const clock = fixedClock(Date.UTC(2026, 2, 1, 8));

const details: BillingDetails = {
  ...{ contactName: 'Jane', companyName: 'Acme', address: 'Main St 1', city: 'Berlin' },
  ...{ postalCode: '10115', country: 'DE', phone: '', taxType: '', taxId: '' },
};

let made: TemplateDatabase;
let database: Database;
let stripe: StripeStandIn;
let payments: Payments;

beforeAll(async () => {
  made = await templateDatabase({ clock });
  database = made.database;
  stripe = await startStripeStandIn(() => clock.now());
  const loaded = await loadPayments({
    stripeSecretKey: stripe.secretKey,
    stripeWebhookSecret: stripe.webhookSecret,
    stripeApiUrl: stripe.url,
  });
  if (loaded === undefined) throw new Error('a key is set');
  payments = loaded;
});
afterAll(async () => {
  await stripe.stop();
  await made.drop();
});

async function subscribe() {
  const tenantId = await addTenant(database);
  const billing = createBillingStore(database);
  const email = 'pay@example.org';
  const known = { tenantId, customerId: '', email, details };
  const customerId = await billing.setCustomer(tenantId, await payments.saveCustomer(known), '');
  const wanted = await billing.want(tenantId, { tier: 'basic', provider: 'stripe' });
  const { revision, firstDay, tier } = wanted;
  const request = { tenantId, customerId, tier, revision, anchorMs: anchorMs(firstDay) };
  const { id: stripeSubscriptionId } = await payments.subscribe(request);
  await billing.update(tenantId, { revision, state: 'active', stripeSubscriptionId });
  return { tenantId, customerId, firstDay };
}

const count = (tenantId: string, day: number, adEvents: number) =>
  sql`insert into usage as u (tenant_id, day, ad_events) values (${tenantId}, ${day}, ${adEvents})
    on conflict (tenant_id, day) do update set ad_events = u.ad_events + excluded.ad_events`.execute(
    database.system,
  );

/** A provider whose calls throw at random before or after they were made, as if the process had been killed. */
function killable(chance: () => number): Payments {
  const killed = () => new Error('killed');
  return {
    ...payments,
    report: async (usage) => {
      if (chance() < 0.2) throw killed();
      await payments.report(usage);
      if (chance() < 0.3) throw killed();
    },
  };
}

const parts = (given: Payments, failures: unknown[] = []) => ({
  store: createUsageReportStore(database),
  payments: given,
  now: () => clock.now(),
  failed: (error: unknown) => void failures.push(error),
  isStopping: () => false,
});

/** A pseudo-random sequence from a seed, so that a failure can be repeated. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

it('SEC-S120 over kills between sending and marking, pauses of days and late events, each ad event is charged once', async () => {
  const { tenantId, customerId, firstDay } = await subscribe();
  const random = sequence(7);
  const failures: unknown[] = [];
  let counted = 0;
  for (let round = 0; round < 90; round += 1) {
    const today = Math.floor(clock.now() / dayMs);
    const day = Math.max(firstDay, today - Math.floor(random() * 4));
    const adEvents = 1 + Math.floor(random() * 5_000);
    await count(tenantId, day, adEvents);
    counted += adEvents;
    await reportUsage(parts(killable(random), failures));
    clock.advance(Math.floor(random() * 30) * hourMs + (random() < 0.1 ? 40 * hourMs : 0));
    stripe.account.endPeriods();
  }
  expect(failures.length).toBeGreaterThan(15);
  clock.advance(3 * dayMs);
  await reportUsage(parts(payments));
  const all = stripe.account.counted(customerId, 0, Number.MAX_SAFE_INTEGER);
  expect(all).toBe(counted);
  const { rows } = await sql<{ day: number; counted: number; reported: number }>`
    select u.day, u.ad_events as counted, (select sum(ad_events) from usage_reports r
      where r.tenant_id = u.tenant_id and r.day = u.day and sent_at is not null)::bigint as reported
    from usage u where tenant_id = ${tenantId}`.execute(database.system);
  for (const row of rows) expect(row.reported).toBe(row.counted);
});

it('SUB-011 SEC-S120 the ad events of each invoice are those that the platform has reported for its term', async () => {
  const { tenantId, customerId } = await subscribe();
  const first = Math.floor(clock.now() / dayMs);
  for (let day = first; day < first + 70; day += 1) {
    clock.set(reportTimeMs(day));
    await count(tenantId, day, 4_000 + day);
    if (day % 9 === 0) await count(tenantId, day - 3, 77);
    await reportUsage(parts(payments));
    stripe.account.endPeriods();
  }
  const invoices = [...stripe.account.invoices.values()].filter(
    (invoice) => invoice.customer === customerId,
  );
  const { rows } = await sql<{ term: number; sum: number }>`
    select term_first_day as term, sum(ad_events)::bigint as sum from usage_reports
    where tenant_id = ${tenantId} group by 1 order by 1`.execute(database.system);
  expect(invoices.length).toBe(2);
  expect(invoices.map(({ quantity, start }) => [start / 86_400 - 1, quantity])).toEqual(
    rows.slice(0, 2).map(({ term, sum }) => [term, sum]),
  );
  expect(invoices.map(({ total }) => total)).toEqual(
    rows.slice(0, 2).map(({ sum }) => chargeCents(tierPlans.basic, sum)),
  );
});

it('SEC-S120 a company whose reports fail does not stop those of another', async () => {
  const [broken, well] = [await subscribe(), await subscribe()];
  for (const { tenantId, firstDay } of [broken, well]) await count(tenantId, firstDay, 10);
  clock.advance(2 * dayMs);
  const failures: unknown[] = [];
  const report: Payments['report'] = (usage) =>
    usage.customerId === broken.customerId
      ? Promise.reject(new Error('refused'))
      : payments.report(usage);
  await reportUsage(parts({ ...payments, report }, failures));
  expect(failures).toHaveLength(1);
  const sum = ({ customerId }: { customerId: string }) =>
    stripe.account.counted(customerId, 0, Number.MAX_SAFE_INTEGER);
  expect([sum(broken), sum(well)]).toEqual([0, 10]);
});

it('SEC-S120 two workers plan at a time, and report once', async () => {
  const { tenantId, customerId, firstDay } = await subscribe();
  await count(tenantId, firstDay, 11);
  clock.advance(2 * dayMs);
  await Promise.all([reportUsage(parts(payments)), reportUsage(parts(payments))]);
  expect(stripe.account.counted(customerId, 0, Number.MAX_SAFE_INTEGER)).toBe(11);
});
