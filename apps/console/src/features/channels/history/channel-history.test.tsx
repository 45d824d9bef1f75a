import { type ChannelVersion, channelInput } from '@interlude/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { DialogHost } from '../../../components/confirm/dialog-host.tsx';
import { toasts } from '../../../components/toast/toast.ts';
import { paths } from '../../../paths.ts';
import { answerCalls } from '../../../testing/answers.suite.ts';
import { show } from '../../../testing/show.suite.tsx';
import { ChannelHistoryPage } from './channel-history-page.tsx';

const at = '2026-03-01T12:00:00.000Z';
const channel = {
  ...channelInput.parse({ name: 'News', sourceManifestUrl: 'https://o.example/a.m3u8' }),
  ...{
    id: 'c1',
    tenant: 't1',
    outputUri: 'https://play.example/c1.m3u8',
    createdAt: at,
    updatedAt: at,
  },
};
const by = { at, userEmail: 'jane@example.org', apiKey: '' };
const versions: ChannelVersion[] = [
  { ...by, id: '7', action: 'updated', fields: [{ path: 'name', before: 'Old', after: 'News' }] },
  { ...by, id: 'before-7', action: 'earlier', userEmail: '', fields: [] },
];
const restore = 'PUT /api/v2/channels/c1/history/before-7';

let network: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  cleanup();
  network?.restore();
  network = undefined;
});

async function page(hash = '', restored: object = { body: channel }) {
  network = answerCalls({
    'GET /api/v2/channels/c1': { body: channel },
    'GET /api/v2/channels/c1/history': { body: versions },
    'GET /api/v2/channels/c1/history/before-7': {
      body: {
        ...{ id: 'before-7', settings: { name: 'Old' }, present: { name: 'News' } },
        fields: [{ path: 'name', before: 'News', after: 'Old' }],
      },
    },
    [restore]: restored,
  });
  const path = `/app/ad-insertion/channels/c1/history${hash}`;
  const element = (
    <>
      <ChannelHistoryPage />
      <DialogHost />
    </>
  );
  return await show(element, {}, path, paths.channelHistory);
}

async function pressRestore() {
  await userEvent.click(
    await screen.findByRole('button', { name: 'Restore This Version', hidden: true }),
  );
  const question = await screen.findByRole('alertdialog', { hidden: true });
  await userEvent.click(within(question).getByRole('button', { name: 'Restore', hidden: true }));
}

describe('the history of a channel', () => {
  it('SEC-S113 lists who changed which setting from what to what', async () => {
    await page();
    const table = await screen.findByRole('table', { name: 'Changes of the channel' });
    expect(table.textContent).toContain('jane@example.org');
    expect(within(table).getByRole('listitem').textContent).toBe('name Old News');
    expect(within(table).getByText(/before the first change that is kept/)).toBeDefined();
  });

  it('SEC-S113 compares a version by address, and restores it after a question', async () => {
    const { router } = await page('#version=before-7');
    await waitFor(() =>
      expect(
        screen
          .getByRole('button', { name: 'Restore This Version', hidden: true })
          .hasAttribute('disabled'),
      ).toBe(false),
    );
    await pressRestore();
    await waitFor(() => expect(network?.calls(restore)).toHaveLength(1));
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    expect(toasts.get().at(-1)?.message).toBe('News has the settings of this version again.');
  });

  it('SEC-S23 says at which setting a version is refused', async () => {
    const errors = { 'sourceHeaders.x-key': 'Enter the value again.' };
    await page('#version=before-7', {
      ...{ status: 422, body: { errorCode: 'INVALID_FIELDS', details: { errors } } },
    });
    await pressRestore();
    await waitFor(() =>
      expect(toasts.get().at(-1)?.message).toBe(
        'The version cannot be restored. sourceHeaders.x-key: Enter the value again.',
      ),
    );
  });
});
