import { createHash } from 'node:crypto';
import type { ApiKey, Tenant } from '@interlude/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { DialogHost } from '../../components/confirm/dialog-host.tsx';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { AccountPage } from './account-page.tsx';
import { apiKeyHashOf, newApiKey } from './make-key.ts';

const company: Tenant = {
  ...{ id: 't1', name: 'Acme', apiKeyHash: '', tier: 'trial', expiresAt: null },
  ...{ paymentContactEmail: '', stripePaymentMethod: '', stripeCustomerId: '' },
  ...{ stripeSubscriptionId: '', createdAt: '2026-01-01T00:00:00.000Z' },
  secondFactorRequired: false,
  language: 'en',
};
const key: ApiKey = {
  ...{ id: 'k1', name: 'CI', role: 'Editor', scopes: ['read', 'write'], requestsPerMinute: 60 },
  ...{ expiresAt: '2020-01-01T00:00:00.000Z', createdBy: 'jane@example.org' },
  ...{ createdAt: '2019-01-01T00:00:00.000Z', lastUsedAt: null },
};
const update = 'PUT /api/v2/tenants/t1';
const create = 'POST /api/v2/api-keys';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let network: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  cleanup();
  network?.restore();
  network = undefined;
});

async function page(apiKeyHash = '', path = '/app') {
  network = answerCalls({
    'GET /api/v2/tenants/t1': { body: { ...company, apiKeyHash } },
    'GET /api/v2/api-keys': { body: [key, { ...key, id: 'company', name: 'Company key' }] },
    [update]: ({ body }) => ({ body: { ...company, ...Object(body) } }),
    [create]: { body: key },
    'DELETE /api/v2/api-keys/k1': {},
  });
  const element = (
    <>
      <AccountPage />
      <DialogHost />
    </>
  );
  return await show(element, {}, path);
}
const field = () => screen.findByLabelText<HTMLInputElement>('API key');
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('API Settings', () => {
  it('APIK-001 APIK-004 OP-40 shows a mask when a key is stored, and nothing when none is', async () => {
    await page('a'.repeat(64));
    expect((await field()).value).toMatch(/^[•-]+$/);
    expect([button('Generate key'), button('Save')]).toHaveLength(2);
    cleanup();
    network?.restore();
    await page();
    expect((await field()).value).toBe('');
  });

  it('APIK-002 APIK-003 APIK-005 APIK-006 generates a UUID, and saves id, name and its hash alone', async () => {
    await page();
    await field();
    expect(button('Save').disabled).toBe(true);
    await userEvent.click(button('Generate key'));
    const { value } = await field();
    expect(value).toMatch(uuid);
    expect(network?.calls(update)).toEqual([]);
    await userEvent.click(button('Save'));
    await waitFor(() => expect(network?.calls(update)).toHaveLength(1));
    const [sent] = network?.calls(update) ?? [];
    expect(sent?.body).toEqual({ id: 't1', name: 'Acme', apiKeyHash: sha256(value) });
    await waitFor(async () => expect((await field()).value).toMatch(/^[•-]+$/));
    expect(button('Save').disabled).toBe(true);
  });
});

describe('Language', () => {
  it('saves the language of mails to members who have chosen none', async () => {
    await page();
    const selector = 'input';
    await userEvent.click(await screen.findByLabelText('Language', { selector }));
    await userEvent.click(await screen.findByRole('option', { name: 'Deutsch', hidden: true }));
    await waitFor(() => expect(network?.calls(update)).toHaveLength(1));
    const [sent] = network?.calls(update) ?? [];
    expect(sent?.body).toEqual({ id: 't1', name: 'Acme', language: 'de' });
  });
});

describe('API Keys', () => {
  it('SEC-S115 lists the keys of machines, and says which one is over', async () => {
    await page();
    const table = await screen.findByRole('table', { name: 'API keys' });
    expect(within(table).queryByText('Company key')).toBeNull();
    expect(table.textContent).toContain('CIEditorread, write60/minNeverEnded ');
  });

  it('SEC-S115 adds a key by its hash, with role, scopes and limit; no role above the own one', async () => {
    const { router } = await page('', '/app#key');
    const dialog = await screen.findByRole('dialog', { name: 'Add API Key' });
    const inside = within(dialog);
    const roles = within(inside.getByLabelText('Role')).getAllByRole('option', { hidden: true });
    expect(roles.map(({ textContent }) => textContent)).toEqual(['Viewer', 'Editor', 'Admin']);
    const { value } = inside.getByLabelText<HTMLInputElement>('API key');
    await userEvent.type(inside.getByLabelText('Name'), 'CI');
    await userEvent.selectOptions(inside.getByLabelText('Role'), 'Editor');
    await userEvent.click(inside.getByLabelText('Change'));
    await userEvent.selectOptions(inside.getByLabelText('Ends'), '0');
    await userEvent.click(inside.getByRole('button', { name: 'Add', hidden: true }));
    await waitFor(() =>
      expect(network?.calls(create).map(({ body }) => body)).toEqual([
        {
          ...{ name: 'CI', keyHash: sha256(value), role: 'Editor', scopes: ['read', 'write'] },
          ...{ requestsPerMinute: 600, expiresAt: null },
        },
      ]),
    );
    await waitFor(() => expect(router.state.location.hash).toBe(''));
  });

  it('SEC-S115 revokes a key after a question', async () => {
    await page();
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke CI' }));
    const question = await screen.findByRole('alertdialog', { hidden: true });
    await userEvent.click(within(question).getByRole('button', { name: 'Revoke', hidden: true }));
    await waitFor(() => expect(network?.calls('DELETE /api/v2/api-keys/k1')).toHaveLength(1));
  });
});

describe('a new key', () => {
  it('APIK-002 RFC 9562 has version and variant in whatever bytes, and the hash that others compute', () => {
    expect([0, 255].map((byte) => newApiKey(new Uint8Array(16).fill(byte)))).toEqual([
      '00000000-0000-4000-8000-000000000000',
      'ffffffff-ffff-4fff-bfff-ffffffffffff',
    ]);
    expect(newApiKey()).not.toBe(newApiKey());
    expect(apiKeyHashOf('a')).toBe(sha256('a'));
  });
});
