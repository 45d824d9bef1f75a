import type { Billing, BillingDetails, Tenant, UsageTerm } from '@interlude/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { SubscriptionSettings } from './subscription-settings.tsx';
import { UsagePage } from './usage-page.tsx';

const details: BillingDetails = {
  ...{ contactName: 'Jane', companyName: 'Acme', address: 'Main St 1', city: 'Berlin' },
  ...{ postalCode: '10115', country: 'DE', phone: '+49 30 1234567' },
  ...{ taxType: 'eu_vat', taxId: 'DE123456789' },
};
const use = { used: 0, limit: 500, share: 0, forecast: 0, reachedOn: null };
const trial: Billing = {
  ...{ tier: 'trial', expiresAt: '2026-12-24T00:00:00.000Z', daysLeft: 12, state: 'none' },
  ...{ wantedTier: null, paymentContactEmail: '', details: null, provider: 'none' },
  ...{ hasPortal: false, term: { firstDay: 20_000, endDay: 20_030 }, amountCents: 0 },
  adEvents: { ...use, used: 1_500, limit: 0, forecast: 3_000 },
  sessions: { ...use, used: 410, share: 0.82, forecast: 410 },
};
const basic: Billing = {
  ...{ ...trial, tier: 'basic', expiresAt: null, daysLeft: null, state: 'active' },
  ...{ paymentContactEmail: 'pay@example.org', details, amountCents: 9_900 },
  ...{ provider: 'stripe', hasPortal: true },
};
const company: Tenant = {
  ...{ id: 't1', name: 'Acme', apiKeyHash: 'a'.repeat(64), tier: 'trial', expiresAt: null },
  ...{ paymentContactEmail: '', stripePaymentMethod: '', stripeCustomerId: '' },
  ...{ stripeSubscriptionId: '', createdAt: '2026-01-01T00:00:00.000Z' },
  secondFactorRequired: false,
  language: 'en',
};
const read = 'GET /api/v2/billing';
const update = 'PUT /api/v2/tenants/t1';

let network: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  cleanup();
  network?.restore();
  network = undefined;
});

async function settings(billing: Billing, path = '/app', answer: object = { body: company }) {
  network = answerCalls({
    [read]: { body: billing },
    'GET /api/v2/tenants/t1': { body: company },
    [update]: answer,
    'POST /api/v2/billing/portal': { status: 502, body: { errorCode: 'PAYMENTS_FAILED' } },
  });
  return await show(<SubscriptionSettings />, {}, path);
}
const cards = async () => {
  const list = await screen.findByRole('list', { name: 'Plans' });
  return [...list.children].filter((each) => each instanceof HTMLElement);
};

describe('Subscription Settings', () => {
  it('SUB-002 SUB-010 SUB-011 SUB-012 SUB-013 show four tier cards with their figures', async () => {
    await settings(trial);
    const texts = (await cards()).map((card) =>
      [...card.querySelectorAll('h3, .tier-price strong, ul li')].map((each) => each.textContent),
    );
    expect(texts).toEqual([
      ['Trial', '0 EUR', '30-day free', 'Scale up to 500'],
      [
        ...['Basic', '0.89 EUR', 'Monthly', '100,000 committed events', 'Scale up to 1,000'],
        ...['Shared cluster', 'Minimum fee 99 EUR per month'],
      ],
      [
        ...['Professional', '0.69 EUR', 'Yearly', '5,000,000 committed events'],
        ...['Scale up to 100,000', 'Managed dedicated cluster'],
      ],
      [
        ...['Enterprise', '0.49 EUR', '2-yearly', '10,000,000 committed events'],
        ...['Customer-set scale', 'Bring-your-own cloud subscription'],
      ],
    ]);
  });

  it('SUB-003 highlights the card of the current tier, and offers larger ones', async () => {
    await settings(basic);
    const found = await cards();
    expect(found.map((card) => card.getAttribute('aria-current'))).toEqual([
      ...[null, 'true', null, null],
    ]);
    const offered = screen.getAllByRole('button', { name: /^Subscribe to/ });
    expect(offered.map((button) => button.getAttribute('aria-label'))).toEqual([
      ...['Subscribe to Professional', 'Subscribe to Enterprise'],
    ]);
  });

  it('SUB-004 counts the days of the trial, in the singular too', async () => {
    await settings(trial);
    expect((await cards())[0]?.textContent).toContain('12 days left');
    cleanup();
    network?.restore();
    await settings({ ...trial, daysLeft: 1 });
    expect((await cards())[0]?.textContent).toContain('1 day left');
  });

  it.each([0, -3])(
    'SUB-005 OP-37 says that the trial has expired at %i days left',
    async (daysLeft) => {
      await settings({ ...trial, daysLeft });
      expect((await screen.findByRole('alert')).textContent).toBe(
        'Your 30-day free trial has been expired! Please upgrade your plan...',
      );
    },
  );

  it('SUB-010 shows limits against use, with a forecast and a mark at four fifths', async () => {
    await settings({
      ...basic,
      adEvents: { used: 40_000, limit: 100_000, share: 0.4, forecast: 120_000, reachedOn: 20_020 },
    });
    const meter = await screen.findByRole('meter', { name: 'Committed ad events' });
    expect(meter.getAttribute('aria-valuetext')).toMatch(/^40.000 of 100.000$/);
    const sessions = screen.getByRole('meter', { name: 'Most sessions at a time' });
    expect(sessions.closest('.limit-use')?.getAttribute('data-state')).toBe('near');
    expect(document.body.textContent).toMatch(
      /120.000 expected at the end of the term. Reached on/,
    );
  });
});

/** Finds the dialog by its heading: queries by role would read each of the 250 countries. */
async function opened(title: string) {
  const dialog = await waitFor(() => {
    const found = document.querySelector('dialog');
    expect(found?.querySelector('h2')?.textContent).toBe(title);
    return found ?? expect.fail();
  });
  const inside = within(dialog);
  const field = (name: string) => inside.getByLabelText<HTMLInputElement>(name);
  const submit = dialog.querySelector<HTMLButtonElement>('button[type=submit]') ?? expect.fail();
  const fill = (name: string, value: string) =>
    fireEvent.change(field(name), { target: { value } });
  return { inside, field, fill, submit };
}

describe('the Subscribe dialog', () => {
  it('SUB-006 SUB-007 OP-39 asks for the billing inputs, and sends them with the tier, once', async () => {
    const { router } = await settings(trial);
    await userEvent.click(await screen.findByRole('button', { name: 'Subscribe to Basic' }));
    const { field, fill, submit } = await opened('Subscribe');
    const typed = {
      ...{ 'Contact email': 'pay@example.org', 'Contact name': 'Jane', 'Company name': 'Acme' },
      ...{ Address: 'Main St 1', 'Postal code': '10115', City: 'Berlin', Country: 'DE' },
    };
    for (const [name, value] of Object.entries(typed)) fill(name, value);
    expect(field('Phone').value).toBe('+49 ');
    fill('Phone', '+49 30 1234567');
    fill('Tax type', 'eu_vat');
    fill('Tax ID', 'DE123456789');
    await userEvent.dblClick(submit);
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    expect(network?.calls(update).map(({ body }) => body)).toEqual([
      {
        ...{ id: 't1', name: 'Acme', tier: 'basic', paymentContactEmail: 'pay@example.org' },
        billingDetails: details,
      },
    ]);
  });

  it('SUB-008 SUB-009 offers every country with its dialling code, and 27 tax types', async () => {
    await settings(trial, '/app#subscribe-professional');
    const { inside, field, fill } = await opened('Subscribe');
    expect(field('Country').querySelectorAll('option').length).toBeGreaterThan(240);
    expect(field('Tax type').querySelectorAll('option')).toHaveLength(28);
    fill('Country', 'AT');
    expect(inside.getByText('Dialling code +43')).toBeDefined();
    fill('Country', 'FR');
    expect(field('Phone').value).toBe('+33 ');
  });

  it('OP-32 a refusal stands at its input, and in a sentence', async () => {
    const errors = { 'billingDetails.country': 'Choose a country.' };
    const error = { errorCode: 'INVALID_FIELDS', details: { errors } };
    await settings(trial, '/app#subscribe-basic', { status: 422, body: error });
    const { inside, submit } = await opened('Subscribe');
    await userEvent.click(submit);
    expect(await inside.findByText('Choose a country.')).toBeDefined();
    expect(inside.getByText(/^Error while saving: /)).toBeDefined();
  });
});

describe('the Subscription Details dialog', () => {
  it('SUB-006 shows what runs, saves the inputs without a tier, and opens the portal', async () => {
    await settings(basic, '/app#subscription');
    const { inside, field, submit } = await opened('Subscription Details');
    expect(inside.getByText('Active')).toBeDefined();
    expect(field('Contact email').value).toBe('pay@example.org');
    expect(field('Tax type').value).toBe('eu_vat');
    await userEvent.click(inside.getByText('Payment and invoices'));
    await waitFor(() => expect(network?.calls('POST /api/v2/billing/portal')).toHaveLength(1));
    await userEvent.click(submit);
    await waitFor(() => expect(network?.calls(update)).toHaveLength(1));
    expect(network?.calls(update)[0]?.body).not.toHaveProperty('tier');
  });
});

describe('Usage', () => {
  const term: UsageTerm = {
    ...{ firstDay: 20_000, endDay: 20_030, tier: 'basic', adEvents: 300, reported: 310 },
    ...{ ofEarlierDays: 10, amountCents: 9_900 },
    days: [
      { day: 20_000, adEvents: 100, reported: 100 },
      { day: 20_001, adEvents: 200, reported: 200 },
    ],
    invoices: [
      {
        ...{ id: 'in_1', number: 'INV-1', status: 'open', currency: 'eur', amountCents: 9_900 },
        ...{ adEvents: 310, term: null, address: 'https://invoice.example/1' },
        createdAt: '2026-01-01T00:00:00.000Z',
      },
      {
        ...{ id: 'in_2', number: '', status: 'draft', currency: 'eur', amountCents: 1 },
        ...{ adEvents: 7, term: null, address: 'javascript:alert(1)' },
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    ],
  };

  it('SUB-011 SEC-S120 shows ad events by day against the invoice, and says where they differ', async () => {
    network = answerCalls({ 'GET /api/v2/billing/usage': { body: [term] } });
    await show(<UsagePage />, {}, '/app');
    const days = await screen.findByRole('table', { name: 'Ad events by day' });
    expect(within(days).getAllByRole('row')).toHaveLength(3);
    const invoices = screen.getByRole('table', { name: 'Invoices' });
    expect(invoices.textContent).toContain('310 · equal');
    expect(invoices.textContent).toContain('310 · differs');
    expect(within(invoices).getAllByRole('link')).toHaveLength(1);
  });
});
