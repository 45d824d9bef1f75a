import type { AuditEntry, AuditEntryDetail } from '@interlude/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { auditHash, auditQueryOf, readAuditHash } from './audit-filter.ts';
import { AuditLogPage } from './audit-log-page.tsx';
import { actorOf, fieldsText, pageOf, valueText } from './audit-words.ts';

const list = 'GET /api/v2/audit-log';
const entry: AuditEntry = {
  ...{ id: 'r1', at: '2026-03-01T12:00:00.000Z', userId: 'u1', userEmail: 'jane@example.org' },
  ...{ apiKey: '', network: '203.0.113.0/24', route: 'channels.update', kind: 'channels' },
  ...{ targetId: 'c1', targetName: 'News', action: 'updated', changes: 1 },
  fields: [{ path: 'adSource.url', before: 'https://a.example/', after: 'https://b.example/' }],
};
const { kind, targetId, targetName, action, fields } = entry;
const detail: AuditEntryDetail = {
  ...entry,
  rows: [{ kind, targetId, targetName, action, fields, before: {}, after: {} }],
};

let network: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  cleanup();
  network?.restore();
  network = undefined;
});

async function page(path = '/app', entries: readonly AuditEntry[] = [entry]) {
  network = answerCalls({
    [list]: { body: entries },
    'GET /api/v2/audit-log/r1': { body: detail },
  });
  return await show(<AuditLogPage />, {}, path);
}

describe('the page Audit Log', () => {
  it('SEC-S113 says who changed which fields of what, and from where', async () => {
    await page();
    const row = await screen.findByRole('row', { name: /News/ });
    const cells = within(row).getAllByRole('cell');
    expect(cells.slice(0, 4).map(({ textContent }) => textContent)).toEqual([
      'ChangedChannelNews',
      'adSource.url',
      'jane@example.org',
      '203.0.113.0/24',
    ]);
  });

  it('SEC-S113 opens an entry by address, with the values before and after', async () => {
    const { router } = await page('/app#entry=r1');
    const dialog = await screen.findByRole('dialog', { name: 'Changed: Channel News' });
    const table = await within(dialog).findByRole('table', { hidden: true });
    expect(table.textContent).toContain('adSource.urlhttps://a.example/https://b.example/');
    expect(dialog.querySelector('a')?.getAttribute('href')).toBe('/app/ad-insertion/channels/c1');
    const [close] = within(dialog).getAllByRole('button', { name: 'Close', hidden: true });
    await userEvent.click(close as HTMLElement);
    await waitFor(() => expect(router.state.location.hash).toBe(''));
  });

  it('SEC-S113 filters by kind, action and period in the address', async () => {
    const { router } = await page('/app#days=7');
    await screen.findByText('News');
    await userEvent.selectOptions(screen.getByLabelText('What'), 'channels');
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'updated');
    expect(router.state.location.hash).toBe('type=channels&action=updated&days=7');
    await waitFor(() => {
      const asked = network?.calls(list).at(-1)?.url.searchParams;
      expect([asked?.get('type'), asked?.get('status')]).toEqual(['channels', 'updated']);
      expect(asked?.get('from')).toMatch(/:00\.000Z$/);
    });
    await userEvent.click(screen.getByLabelText('Any time'));
    expect(router.state.location.hash).toBe('type=channels&action=updated');
  });

  it('SEC-S113 says when there is nothing, and shows everything again', async () => {
    const { router } = await page('/app#type=flows', []);
    await screen.findByText('Nothing of this kind was changed then.');
    await userEvent.click(screen.getByRole('button', { name: 'Show everything' }));
    expect(router.state.location.hash).toBe('');
    expect(await screen.findByText('Nothing was changed yet.')).toBeDefined();
  });
});

describe('the words of an entry', () => {
  it('SEC-S113 names person, key, or nobody; some fields; values as they are', () => {
    expect([
      actorOf({ userEmail: 'a@b.example', apiKey: '' }),
      actorOf({ userEmail: 'a@b.example', apiKey: 'CI' }),
      actorOf({ userEmail: '', apiKey: '' }),
    ]).toEqual(['a@b.example', 'API key CI', 'Not signed in']);
    expect(fieldsText(['a', 'b', 'c', 'd', 'e'].map((path) => ({ path })))).toBe(
      'a, b, c and 2 more',
    );
    expect([valueText(undefined), valueText(false), valueText('x')]).toEqual(['–', 'false', 'x']);
    expect(pageOf({ kind: 'notifications', targetId: 'n', targetName: '' })).toBeUndefined();
  });

  it('SEC-S113 a hash that was edited by hand shows everything', () => {
    expect(readAuditHash('#type=nothing&action=x&days=2&entry=')).toEqual({});
    const hash = { type: 'channels', action: 'removed', days: 30, entry: 'r1' } as const;
    expect(readAuditHash(auditHash(hash))).toEqual(hash);
    expect(auditQueryOf({ days: 1 }, Date.parse('2026-03-02T12:00:30.500Z'))).toEqual({
      from: '2026-03-01T12:00:00.000Z',
    });
  });
});
