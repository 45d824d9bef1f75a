import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DialogHost } from '../../components/confirm/dialog-host.tsx';
import { toasts } from '../../components/toast/toast.ts';
import { answerCalls } from '../../testing/answers.suite.ts';
import { playlist, schema } from '../../testing/playlists.suite.tsx';
import { show } from '../../testing/show.suite.tsx';
import { playlistColumns } from './playlist-columns.tsx';
import { PlaylistListPage } from './playlist-list-page.tsx';
import { PlaylistPage } from './playlist-page.tsx';

let network = answerCalls({});
beforeEach(() => {
  network = answerCalls({});
});
afterEach(() => {
  cleanup();
  network.restore();
});

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('the list of playlists', () => {
  it('PLY-001 has the columns ID, Name, Created at, and ten rows a page', async () => {
    expect(playlistColumns.map(({ header }) => header)).toEqual(['ID', 'Name', 'Created at']);
    network.restore();
    network = answerCalls({ 'GET /api/v2/playlists': { body: [playlist], total: 1 } });
    await show(<PlaylistListPage />);
    expect(await screen.findByRole('link', { name: 'Evening' })).toBeDefined();
    const [call] = network.calls('GET /api/v2/playlists');
    expect(call?.url.searchParams.get('limit')).toBe('10');
  });

  it('LIST-007 asks before it deletes one', async () => {
    network.restore();
    network = answerCalls({
      'GET /api/v2/playlists': { body: [playlist], total: 1 },
      'DELETE /api/v2/playlists/p1': { status: 204 },
    });
    await show(
      <>
        <PlaylistListPage />
        <DialogHost />
      </>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Evening' }));
    const dialog = await screen.findByRole('alertdialog', { hidden: true });
    expect(network.calls('DELETE /api/v2/playlists/p1')).toEqual([]);
    await userEvent.click(within(dialog).getByText('Ok'));
    await waitFor(() => expect(toasts.get().at(-1)?.message).toBe('Your item has been deleted.'));
  });
});

describe('the page of a playlist', () => {
  const open = () =>
    show(<PlaylistPage />, { tenant: 't1' }, '/app/playlists/p1', '/app/playlists/$playlistId');

  it('PLY-002 shows its outputs, to be copied', async () => {
    network.restore();
    network = answerCalls({
      'GET /api/v2/playlists/p1': { body: playlist },
      'GET /api/v2/playlists/schema': { body: schema },
    });
    await open();
    expect(await screen.findByText(playlist.outputUris.hls)).toBeDefined();
    for (const name of ['HLS', 'DASH', 'MRSS', 'JSON'])
      expect(button(`Copy ${name} address`)).toBeDefined();
  });

  it('PLY-009 lists the omitted items with the reason', async () => {
    network.restore();
    network = answerCalls({
      'GET /api/v2/playlists/p1': { body: playlist },
      'GET /api/v2/playlists/schema': { body: schema },
      'GET /api/v2/playlists/p1/programme': {
        body: {
          hls: {
            isRead: true,
            leftOut: [
              { item: 1, reason: 'the origin answered 503' },
              { item: -1, reason: 'it has no end' },
            ],
          },
          dash: { isRead: false, leftOut: [] },
        },
      },
    });
    await open();
    const reported = await screen.findByRole('status', { name: 'Left out' });
    expect(reported.textContent).toContain('HLS plays without:');
    expect(within(reported).getAllByRole('listitem')[0]?.textContent).toBe(
      'Item 2 https://cdn.example/assets/two.m3u8: the origin answered 503',
    );
    expect(reported.textContent).toContain('Filler : it has no end');
    expect(reported.textContent).not.toContain('DASH');
  });

  it('PLY-004 an unknown one is not found', async () => {
    network.restore();
    network = answerCalls({
      'GET /api/v2/playlists/p1': {
        status: 404,
        body: { code: 404, message: 'Playlist not found' },
      },
    });
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Playlist not found');
    expect(screen.getByRole('link', { name: 'All playlists' })).toBeDefined();
  });

  it('CHE-003 another failure says why, and can be tried again', async () => {
    network.restore();
    network = answerCalls({
      'GET /api/v2/playlists/p1': { status: 503, body: { code: 503, message: 'not now' } },
    });
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Error while Loading. not now',
    );
    expect(button('Retry')).toBeDefined();
  });
});
