import type { BreakFacts } from '@interlude/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../../testing/answers.suite.ts';
import { show } from '../../../testing/show.suite.tsx';
import { breakFilterOf, filterOf, leadsToBreaks, withFilter } from './break-filter.ts';
import { filterText, lostOf } from './break-rows.ts';
import { BreaksBehind } from './breaks-behind.tsx';

const path = 'GET /api/v2/break-facts';
const startMs = Date.parse('2026-11-16T00:00:00.000Z');
const endMs = startMs + 7 * 86_400_000;

const facts = (change: Partial<BreakFacts> = {}): BreakFacts => ({
  ...{ channelId: 'c1', breakId: 'b1', startedAt: '2026-11-17T08:00:00.000Z' },
  ...{ announcedMs: 60_000, observedMs: 60_000, sessions: 10, slateMs: 0 },
  ...{ offeredMs: 600_000, askedMs: 600_000, answeredMs: 420_000, usableMs: 420_000 },
  ...{ placedMs: 420_000, seenMs: 400_000, adsPlaced: 20, adsSeen: 19 },
  losses: [
    { reason: 'NO_ADS', owner: 'adServer', lostMs: 180_000, count: 10 },
    { reason: 'NOT_REQUESTED', owner: 'viewer', lostMs: 20_000, count: 1 },
  ],
  ...change,
});

let network = answerCalls({});
afterEach(() => {
  cleanup();
  network.restore();
});

interface Shown {
  readonly body?: readonly BreakFacts[];
  readonly filter?: Parameters<typeof BreaksBehind>[0]['filter'];
  readonly channelIds?: readonly string[];
  readonly role?: 'Admin' | 'Viewer';
}

async function open({ body = [facts()], filter = {}, channelIds = [], role = 'Admin' }: Shown) {
  network.restore();
  network = answerCalls({ [path]: { body }, 'GET /api/v2/channels': { body: [] } });
  let closed = 0;
  const session = {
    user: { id: 'u', name: 'J', email: 'j@x.org', company: 't1', companies: [], role, roles: {} },
  };
  await show(
    <BreaksBehind
      title="Lost ad time"
      {...{ filter, channelIds, startMs, endMs }}
      onClose={() => {
        closed += 1;
      }}
    />,
    session,
  );
  return { closed: () => closed };
}
const asked = () => Object.fromEntries(network.calls(path)[0]?.url.searchParams ?? []);

describe('the breaks behind a figure', () => {
  it('asks for the breaks of the row in the period as counted, and each leads to its story', async () => {
    await open({ filter: { reason: 'NO_ADS', owner: 'adServer' }, channelIds: ['c1', 'c2'] });
    const row = within((await screen.findByText('NO_ADS')).closest('tr') ?? document.body);
    expect(asked()).toEqual({
      ...{ start: String(startMs), end: String(endMs), channelIds: 'c1,c2', limit: '100' },
      ...{ reason: 'NO_ADS', owner: 'adServer' },
    });
    expect(row.getAllByRole('cell', { hidden: true }).map((cell) => cell.textContent)).toEqual([
      ...['3 min', 'c1', 'NO_ADS', '10', '10 min', '6,7 min'],
    ]);
    expect(row.getByRole('link', { hidden: true }).getAttribute('href')).toBe(
      '/app/ad-insertion/channels/c1/breaks?break=b1',
    );
  });

  it('asks for the channel of the row alone, whatever is selected', async () => {
    await open({ filter: { channel: 'c2' }, channelIds: Array.from({ length: 400 }, String) });
    await screen.findByText('NO_ADS');
    expect(asked()['channelIds']).toBe('c2');
  });

  it('ROLE-004 leads a Viewer nowhere, nor anyone to breaks that are a sum of a day', async () => {
    await open({ role: 'Viewer' });
    await screen.findByText('NO_ADS');
    expect(document.querySelector('table a')).toBeNull();
    cleanup();
    await open({ body: [facts({ breakId: 'day-2026-10-01' })] });
    expect(await screen.findByText('2026-10-01 (all breaks, UTC)')).toBeTruthy();
    expect(document.querySelector('table a')).toBeNull();
  });

  it('says that there are none, that there are too many channels, and what failed', async () => {
    await open({ body: [] });
    expect(await screen.findByText('No break of this period is behind this figure.')).toBeTruthy();
    cleanup();
    await open({ channelIds: Array.from({ length: 400 }, String) });
    expect(await screen.findByText('Select fewer channels to see their breaks.')).toBeTruthy();
    expect(network.calls(path)).toEqual([]);
    cleanup();
    network.restore();
    let fails = true;
    network = answerCalls({
      [path]: () =>
        fails ? { status: 503, body: { errorCode: 'REPORT_TOO_SLOW' } } : { body: [] },
      'GET /api/v2/channels': { body: [] },
    });
    await show(
      <BreaksBehind
        title="x"
        filter={{}}
        {...{ startMs, endMs, channelIds: [] }}
        onClose={() => undefined}
      />,
    );
    const retry = await screen.findByText('Retry');
    fails = false;
    fireEvent.click(retry);
    await waitFor(() => expect(screen.queryByRole('alert', { hidden: true })).toBeNull());
  });
});

describe('which breaks a figure is made of', () => {
  const row = { name: 'NO_ADS', key: 'NO_ADS', cells: ['adServer', 1] };

  it('a reason, a channel, a stage; a VAST error is no break', () => {
    expect(breakFilterOf('lost-ad-time', row)).toEqual({ reason: 'NO_ADS', owner: 'adServer' });
    expect(breakFilterOf('lost-revenue', row)).toEqual({ reason: 'NO_ADS', owner: 'adServer' });
    expect(breakFilterOf('fill-and-errors', { name: 'News', key: 'c1', cells: [3] })).toEqual({
      channel: 'c1',
    });
    expect(breakFilterOf('errors-by-reason', { ...row, cells: ['Reason', 1] })).toEqual({
      reason: 'NO_ADS',
    });
    expect(breakFilterOf('errors-by-reason', { ...row, cells: ['VAST error', 1] })).toBeUndefined();
    expect(
      breakFilterOf('break-funnel', { key: 'Answered', name: 'Beantwortet', cells: [1] }),
    ).toEqual({
      stage: 'answered',
    });
    expect(breakFilterOf('break-funnel', { key: 'Offered', name: 'Offered', cells: [1] })).toEqual(
      {},
    );
    expect([leadsToBreaks('break-funnel'), leadsToBreaks('countries')]).toEqual([true, false]);
  });

  it('the address says which, of one card, and forgets it when they are closed', () => {
    const search = { period: 'Last week', channels: 'all' };
    const filter = { reason: 'NO_ADS', owner: 'adServer' };
    const with1 = withFilter(search, 's1/lost-ad-time', filter);
    expect(filterOf(with1, 's1/lost-ad-time')).toEqual(filter);
    expect(filterOf(with1, 's1/lost-revenue')).toBeUndefined();
    expect(filterOf(withFilter(search, 'a/b', {}), 'a/b')).toEqual({});
    expect(filterOf({ breaks: 'card=a%2Fb&stage=made-up' }, 'a/b')).toEqual({});
    expect(withFilter(with1, 's1/lost-ad-time', undefined)).toEqual(search);
  });

  it('counts what the figure counts as lost', () => {
    expect(lostOf(facts(), {})).toBe(200_000);
    expect(lostOf(facts(), { reason: 'NO_ADS' })).toBe(180_000);
    expect(lostOf(facts(), { owner: 'viewer' })).toBe(20_000);
    expect(lostOf(facts(), { stage: 'answered' })).toBe(180_000);
    expect(lostOf(facts(), { stage: 'seen' })).toBe(20_000);
    expect(filterText({ reason: 'NO_ADS', owner: 'adServer' }, undefined)).toBe(
      'Breaks that lost time for NO_ADS (ad server)',
    );
    expect(filterText({ stage: 'seen' }, undefined)).toBe(
      'Breaks that lost time before the stage seen',
    );
    expect(filterText({ channel: 'c1' }, 'News')).toBe('Breaks of News');
  });
});
