import type { EgressGrant } from '@interlude/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { DialogHost } from '../../components/confirm/dialog-host.tsx';
import { toasts } from '../../components/toast/toast.ts';
import { answerCalls, type Requested } from '../../testing/answers.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { EgressGrantPage } from './egress-grant-page.tsx';

const route = 'GET /api/v2/egress-grants';
const update = 'PUT /api/v2/egress-grants';
const offered = ['10.0.0.0/8', 'media.intern:8080'];
const studio: EgressGrant = { tenantId: 'c1', name: 'Studio', entries: ['10.1.2.3:80', '*'] };

let network: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  cleanup();
  network?.restore();
  network = undefined;
});

/** An installation that keeps what it is sent. */
async function page(start: readonly EgressGrant[], path = '/app', also = offered) {
  let grants = [...start];
  const put = ({ body }: Requested) => {
    const { tenant, entries } = Object(body);
    const known = start.find(({ tenantId }) => tenantId === tenant);
    const changed = known ? { ...known, entries } : { tenantId: 'c9', name: tenant, entries };
    grants = [...grants.filter(({ tenantId }) => tenantId !== changed.tenantId), changed];
    return { body: changed };
  };
  network = answerCalls({ [route]: () => ({ body: { offered: also, grants } }), [update]: put });
  return await show(
    <>
      <EgressGrantPage />
      <DialogHost />
    </>,
    {},
    path,
  );
}
const sent = () => network?.calls(update).map(({ body }) => body);
const region = (name: string) => screen.findByRole('region', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }));
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

describe('the page Private Addresses', () => {
  it('SEC-S60 lists what is offered, and the addresses of each company', async () => {
    await page([studio]);
    const entries = async (name: string) =>
      within(await region(name))
        .getAllByRole('listitem')
        .map((item) => item.querySelector('code')?.textContent);
    expect(await entries('Offered by EGRESS_ALLOW')).toEqual(offered);
    expect(await entries('Studio')).toEqual(['10.1.2.3:80', '*']);
  });

  it('SEC-S60 grants a company that is entered an address more, and keeps those it has', async () => {
    const { router } = await page([studio]);
    await region('Studio');
    await userEvent.click(screen.getByRole('button', { name: 'Add an address to Studio' }));
    expect(router.state.location.hash).toBe('grant=c1');
    expect(screen.getByLabelText<HTMLInputElement>('Company').readOnly).toBe(true);
    await type('Address', 'media.intern:8080');
    await press('Grant');
    await waitFor(() =>
      expect(sent()).toEqual([
        { tenant: 'c1', entries: ['10.1.2.3:80', '*', 'media.intern:8080'] },
      ]),
    );
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    expect(toasts.get().at(-1)?.message).toBe('Studio may reach media.intern:8080.');
    expect(await screen.findByLabelText('Take Back media.intern:8080 from Studio')).toBeDefined();
  });

  it('SEC-S60 its form opens by address, and a company that has grants keeps them when it is entered by name', async () => {
    await page([studio], '/app#grant');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Company')));
    await type('Company', ' studio ');
    await type('Address', '10.9.9.9');
    await press('Grant');
    await waitFor(() =>
      expect(sent()).toEqual([{ tenant: 'c1', entries: ['10.1.2.3:80', '*', '10.9.9.9'] }]),
    );
  });

  it('SEC-S60 takes an address back after a question', async () => {
    await page([studio]);
    await region('Studio');
    await press('Take Back * from Studio');
    const dialog = await screen.findByRole('alertdialog', { hidden: true });
    expect(dialog.textContent).toContain('Take * back from Studio?');
    await press('Cancel');
    expect(sent()).toEqual([]);
    await press('Take Back * from Studio');
    await press('Take Back');
    await waitFor(() => expect(sent()).toEqual([{ tenant: 'c1', entries: ['10.1.2.3:80'] }]));
    await waitFor(() => expect(screen.queryByLabelText('Take Back * from Studio')).toBeNull());
  });

  it('SEC-S60 says at the field what is missing or refused', async () => {
    const company = 'EGRESS_ALLOW does not list 192.168.0.1. The operator adds it there first.';
    await page([], '/app#grant');
    await screen.findByLabelText('Company');
    await press('Grant');
    expect(
      screen.getAllByRole('alert', { hidden: true }).map(({ textContent }) => textContent),
    ).toEqual([
      'Please enter the name or the ID of a company.',
      'Please enter a host, host:port or CIDR range.',
    ]);
    await type('Company', 'Nobody');
    await type('Address', '192.168.0.1');
    network?.restore();
    const refuse = (body: object, status: number) =>
      answerCalls({
        [route]: { body: { offered, grants: [] } },
        [update]: { status, body },
      });
    network = refuse({ errorCode: 'TENANT_NOT_FOUND' }, 404);
    await press('Grant');
    await waitFor(() =>
      expect(screen.getByLabelText('Company').getAttribute('aria-invalid')).toBe('true'),
    );
    network.restore();
    network = refuse(
      { errorCode: 'INVALID_FIELDS', details: { errors: { 'entries.0': company } } },
      422,
    );
    await press('Grant');
    await waitFor(() =>
      expect(screen.getByRole('alert', { hidden: true }).textContent).toBe(company),
    );
  });

  it('SEC-S60 says when nothing is offered, nothing granted, or nothing could be read', async () => {
    await page([], '/app#grant', []);
    expect(await screen.findByText(/EGRESS_ALLOW lists nothing/)).toBeDefined();
    expect(screen.queryByLabelText('Company')).toBeNull();
    cleanup();
    network?.restore();
    await page([]);
    expect(await screen.findByText('No company may reach them yet.')).toBeDefined();
    cleanup();
    network?.restore();
    network = answerCalls({});
    await show(<EgressGrantPage />);
    expect(await screen.findByText('The test has no answer.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});
