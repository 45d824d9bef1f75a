import type { Channel, MonitoringTimeline } from '@interlude/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.suite.ts';
import { dashTimeline, monitoringAnswers } from '../../testing/monitoring.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { MonitoringDialog } from './monitoring-dialog.tsx';
import { monitoringSearch } from './monitoring-search.ts';
import { type MonitoringPlace, MonitoringView } from './monitoring-view.tsx';

let network = answerCalls({});
afterEach(() => {
  cleanup();
  network.restore();
});

const channel: Pick<Channel, 'id' | 'name' | 'type'> = { id: 'c1', name: 'News', type: 'hls-live' };
const places: MonitoringPlace[] = [];

function Placed({
  type = channel.type,
  first = {},
}: {
  type?: Channel['type'];
  first?: MonitoringPlace;
}) {
  const [place, setPlace] = useState(first);
  const keep = (next: MonitoringPlace) => {
    places.push(next);
    setPlace(next);
  };
  return <MonitoringView channel={{ ...channel, type }} place={place} onPlace={keep} />;
}

function answer(more: Parameters<typeof answerCalls>[0] = {}, timeline?: MonitoringTimeline) {
  network = answerCalls({ ...monitoringAnswers(timeline), ...more });
}
/** A change inside a keyword parts it in several elements. */
const keywordIn = (side: HTMLElement) =>
  [...side.querySelectorAll('.manifest-keyword')].map(({ textContent }) => textContent).join('');
const timeline = () => screen.findByRole('slider', { name: 'Timeline' });
const selection = () => screen.findByRole('region', { name: 'Selection' });

describe('the timeline', () => {
  it('MON-004 MON-005 MON-006 a key selects a segment, and both manifests are shown with its uri marked', async () => {
    answer();
    await show(<Placed first={{ at: 1_767_355_240_000, item: 'source.s9' }} />);
    fireEvent.keyDown(await timeline(), { key: 'ArrowRight' });
    const panel = within(await selection());
    expect(panel.getByRole('heading', { name: 'seg_10.m4s' })).toBeDefined();
    expect(places.at(-1)).toEqual({ at: 1_767_355_240_000, item: 'source.s10' });
    const source = await panel.findByRole('textbox', { name: 'Source manifest' });
    const output = panel.getByRole('textbox', { name: 'Output manifest' });
    expect(keywordIn(source)).toBe('seg_10.m4s');
    expect(output.textContent).toContain('ads/soap.m4s');
    expect((await timeline()).getAttribute('aria-valuetext')).toContain('Source: seg_10.m4s');
  });

  it('MON-004 a message shows what it says and its findings', async () => {
    answer();
    await show(<Placed first={{ item: 'message.m2' }} />);
    const panel = within(await selection());
    expect(panel.getByText('Output: Breaks end in slate.')).toBeDefined();
    const finding = await panel.findByRole('button', { name: /A break is filled/ });
    await userEvent.click(finding);
    expect(places.at(-1)?.item).toBe('finding.f1');
    const opened = within(await selection());
    expect(opened.getByText('T9, SCTE 35 10.3.3')).toBeDefined();
    expect(opened.getByRole('button', { name: 'Download evidence' })).toBeDefined();
  });

  it('a splice shows both sides with their figures, what breaks a rule marked, or why it was not decoded', async () => {
    answer({ 'GET /api/v2/monitoring/thumbnail/c1/sp1/before': { body: 'jpeg' } });
    await show(<Placed first={{ item: 'splice.sp1' }} />);
    const panel = within(await selection());
    expect(panel.getByRole('heading', { name: 'Splice, content to ad soap' })).toBeDefined();
    expect(panel.getByText('Black 1.9 s').className).toBe('bad');
    expect(panel.getByText('Loudness -11.2 LUFS').className).toBe('bad');
    expect(panel.getByText('Loudness -23.0 LUFS').className).toBe('');
    expect(await panel.findByRole('img', { name: 'Before the splice: content' })).toBeDefined();
    fireEvent.keyDown(await timeline(), { key: 'ArrowRight' });
    const next = within(await selection());
    expect(next.getByText(/Not decoded. The sampling budget of the channel/)).toBeDefined();
  });

  it('MON-007 MON-008 hls-live has a playlist selector, and a legend explains the colours', async () => {
    answer();
    await show(<Placed />);
    await userEvent.click(await screen.findByRole('combobox', { name: 'Playlist' }));
    await userEvent.click(
      await screen.findByRole('option', { name: 'audio en English', hidden: true }),
    );
    await waitFor(() => {
      const asked = network.calls('GET /api/v2/monitoring/timeline').at(-1);
      expect(asked?.url.searchParams.get('playlist')).toBe('1');
    });
    const legend = within(screen.getByRole('list', { name: 'Legend' }));
    const texts = legend.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts).toEqual([
      ...['Content', 'Ad soap', 'Ad tea', 'Slate', 'Break begins, ends', 'Discontinuity', 'Gap'],
      ...['Error', 'Warning', 'Closed finding', 'Splice without a picture', 'Now'],
    ]);
  });

  it('MON-007 OP-29 dash-live has none, and marks the id of a Period', async () => {
    answer({}, dashTimeline());
    await show(<Placed type="dash-live" first={{ item: 'output.p1' }} />);
    const panel = within(await selection());
    const output = await panel.findByRole('textbox', { name: 'Output manifest' });
    expect(keywordIn(output)).toBe('p1');
    expect(screen.queryByRole('combobox', { name: 'Playlist' })).toBeNull();
    expect(screen.getByRole('list', { name: 'Legend' }).textContent).toContain('Period');
  });

  it('says the same as a table, whose rows select', async () => {
    answer();
    await show(<Placed />);
    await timeline();
    await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
    const table = within(screen.getByRole('table', { name: /The timeline as a table/ }));
    const row = table.getByRole('row', { name: /Output ad soap/ });
    expect(row.textContent).toMatch(/Outputad soap4.000 s1 segment$/);
    expect(table.getByRole('row', { name: /break begins.*EXT-X-CUE-OUT:12/ })).toBeDefined();
    expect(table.getByRole('row', { name: /open error T9/ })).toBeDefined();
    await userEvent.click(within(row).getByRole('button'));
    expect(within(await selection()).getByRole('heading', { name: 'soap.m4s' })).toBeDefined();
  });

  it('says when the item of an address is older than what is kept', async () => {
    answer();
    await show(<Placed first={{ at: 5, item: 'source.gone' }} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Show the newest' }));
    expect(places.at(-1)).toEqual({});
  });

  it('lists findings with owner, rule, clause, count and what to do', async () => {
    answer();
    await show(<Placed />);
    const table = within(await screen.findByRole('table', { name: 'Findings of 24 hours' }));
    const row = table.getByRole('row', { name: /A break is filled/ });
    for (const fact of ['Ad server', 'T9 SCTE 35 10.3.3', 'Ask the ad server for more ads.', '3']) {
      expect(row.textContent).toContain(fact);
    }
  });
});

describe('without data', () => {
  const message = 'Cannot load monitoring data';

  it('MON-009 an empty timeline says so with the reason', async () => {
    const empty = {
      keys: ['source', 'output'] as const,
      values: [[], []],
      maxTime: 0,
      playlists: [],
    };
    answer({}, { ...empty, keys: [...empty.keys] });
    await show(<Placed />);
    const said = await screen.findByText(message);
    await waitFor(() =>
      expect(said.closest('[role="alert"]')?.textContent).toContain('Breaks end in slate.'),
    );
  });

  it('MON-009 a failed request says so, and Retry asks again', async () => {
    answer({
      'GET /api/v2/monitoring/timeline': { status: 500, body: { message: 'database down' } },
    });
    await show(<Placed first={{ at: 5 }} />);
    expect((await screen.findByText(message)).closest('[role="alert"]')?.textContent).toContain(
      'database down',
    );
    const before = network.calls('GET /api/v2/monitoring/timeline').length;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() =>
      expect(network.calls('GET /api/v2/monitoring/timeline').length).toBeGreaterThan(before),
    );
  });
});

describe('the dialog', () => {
  it('CHL-012 has the buttons Refresh and Close', async () => {
    answer();
    let isClosed = false;
    await show(
      <MonitoringDialog
        channel={channel}
        onClose={() => {
          isClosed = true;
        }}
      />,
    );
    await timeline();
    const before = network.calls('GET /api/v2/monitoring/timeline').length;
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() =>
      expect(network.calls('GET /api/v2/monitoring/timeline').length).toBeGreaterThan(before),
    );
    const [, close] = screen.getAllByRole('button', { name: 'Close' });
    if (close) await userEvent.click(close);
    expect(isClosed).toBe(true);
  });
});

describe('the address of the page', () => {
  it('names moment, item and playlist, and drops what is not valid', () => {
    expect(monitoringSearch({ at: '1767355240000', item: 'output.12-ab', playlist: '2' })).toEqual({
      ...{ at: 1_767_355_240_000, item: 'output.12-ab', playlist: 2 },
    });
    expect(monitoringSearch({ item: 'splice.mwu1q1a8-4dqiq' })).toEqual({
      item: 'splice.mwu1q1a8-4dqiq',
    });
    expect(monitoringSearch({ at: 'x', item: '<b>', playlist: '-1' })).toEqual({});
    expect(monitoringSearch({ at: '1e999', item: 7, playlist: '1.5' })).toEqual({});
  });
});
