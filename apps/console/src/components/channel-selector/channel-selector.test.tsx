import { channelSettings } from '@interlude/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import {
  channelPopupWidth,
  matchesSearch,
  selectChannels,
  selectionLabel,
  unselectChannels,
} from './channel-selection.ts';
import { ChannelSelector, type ChannelSelectorProps } from './channel-selector.tsx';

describe('the selection of channels', () => {
  it('CHS-001 the button says how many are selected', () => {
    expect([0, 1, 2, 200].map(selectionLabel)).toEqual([
      ...['Select channels here...', '1 channel selected'],
      ...['2 channels selected', '200 channels selected'],
    ]);
  });

  it('CHS-003 the popup is 364 to 634 px wide', () => {
    expect([300, 380, 500, 650, 1_600].map(channelPopupWidth)).toEqual([364, 364, 484, 634, 634]);
  });

  it('CHS-004 CHS-005 every word stands in the name, or the id is the text', () => {
    const channel = { id: 'c-7', name: 'Nordlicht Sport HD' };
    const found = ['sport', 'HD nord', ' sport  hd ', '', 'c-7'];
    const missed = ['sport uhd', 'c-', 'C-7', 'nordlicht news'];
    expect(found.map((each) => matchesSearch(channel, each))).toEqual(found.map(() => true));
    expect(missed.map((each) => matchesSearch(channel, each))).toEqual(missed.map(() => false));
  });

  it('CHS-006 adds and removes ids, and ignores what is no list of them', () => {
    expect(selectChannels(['a'], ['b', 'a', 'c'])).toEqual(['a', 'b', 'c']);
    expect(unselectChannels(['a', 'b', 'c'], ['a', 'c'])).toEqual(['b']);
    for (const payload of [[], ['b', 1], 'b', undefined, null, { 0: 'b' }]) {
      expect(selectChannels(['a'], payload)).toEqual(['a']);
      expect(unselectChannels(['a'], payload)).toEqual(['a']);
    }
  });
});

const channel = (id: string, name: string) => ({
  ...channelSettings.parse({ name, sourceManifestUrl: 'https://o.example/m.m3u8' }),
  ...{ id, state: 'enabled', tenant: 't1', outputUri: 'https://s.example/hls/c1/master.m3u8' },
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
});
let network = answerCalls({});
afterEach(() => {
  cleanup();
  network.restore();
});

async function open(props: Partial<ChannelSelectorProps> = {}, status?: number) {
  network = answerCalls({
    'GET /api/v2/channels': {
      ...(status === undefined
        ? { body: [channel('c1', 'Sport HD'), channel('c2', 'News')] }
        : { status, body: { message: 'The database is away.' } }),
    },
  });
  const applied: (readonly string[])[] = [];
  const cancels: string[] = [];
  await show(
    <ChannelSelector
      selected={['c1']}
      onApply={async (selected) => void applied.push(selected)}
      onCancel={() => cancels.push('cancel')}
      {...props}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: '1 channel selected' }));
  const popup = within(await screen.findByLabelText('Select channels'));
  return { popup, applied, cancels };
}
const isOpen = () => document.querySelector('dialog') !== null;

describe('the channel selector', () => {
  it('CHS-002 CHS-007 CHS-011 lists all channels, searches, clears', async () => {
    const { popup, applied } = await open();
    const news = await popup.findByLabelText<HTMLInputElement>(/^News/);
    const sport = popup.getByLabelText<HTMLInputElement>(/^Sport HD/);
    expect([sport.checked, news.checked]).toEqual([true, false]);
    expect(network.requested.map(({ url }) => url.searchParams.get('limit'))).toEqual(['-1']);
    fireEvent.change(popup.getByPlaceholderText('Search Name or ID'), { target: { value: 'ne' } });
    expect(popup.queryByLabelText(/^Sport HD/)).toBeNull();
    fireEvent.click(popup.getByLabelText(/^News/));
    expect(popup.getByText('2 channels selected')).toBeTruthy();
    fireEvent.click(popup.getByText('Cancel selection'));
    fireEvent.click(popup.getByText('Apply'));
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(applied).toEqual([[]]);
  });

  it('CHS-008 CHS-010 a failure keeps the popup open and stands in its error line', async () => {
    const error = 'Error while saving: the disk is full';
    const { popup } = await open({ error, onApply: () => Promise.reject(new Error(error)) });
    fireEvent.click(popup.getByText('Apply'));
    await waitFor(() => expect(popup.getByText('Apply').closest('button')?.disabled).toBe(false));
    expect(isOpen()).toBe(true);
    expect(popup.getByRole('alert').textContent).toBe(error);
  });

  it('CHS-008 CHS-009 Apply saves the ids, Cancel saves nothing and reloads', async () => {
    const { popup, applied, cancels } = await open();
    fireEvent.click(await popup.findByLabelText(/^News/));
    fireEvent.click(popup.getByText('Apply'));
    await waitFor(() => expect(applied).toEqual([['c1', 'c2']]));
    await waitFor(() => expect(isOpen()).toBe(false));
    fireEvent.click(screen.getByRole('button', { name: '1 channel selected' }));
    fireEvent.click(await screen.findByText('Cancel'));
    expect(cancels).toEqual(['cancel']);
    expect(isOpen()).toBe(false);
  });

  it('CHS-010 the error line says that the channels cannot be read', async () => {
    const { popup } = await open({}, 503);
    expect((await popup.findByRole('alert')).textContent).toMatch(/The database is away/);
  });
});
