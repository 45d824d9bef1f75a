import type { AppMetadata } from '@interlude/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.suite.ts';
import {
  dashboardItem,
  definition,
  lineData,
  metadataPath,
  reportAnswers,
  savedChoices,
  sent,
  withoutWatcher,
} from '../../testing/reports.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { DashboardPage } from './dashboard-page.tsx';

let network = answerCalls({});
let watch = withoutWatcher();
beforeEach(() => {
  watch = withoutWatcher();
});
afterEach(async () => {
  cleanup();
  await sent();
  network.restore();
  watch();
});

const summary = {
  ...{ channels: 2, watchingNow: 12, sessionsToday: 640, adsToday: 1_284, completedToday: 1_180 },
  asOf: '2026-11-23T08:00:00.000Z',
};
const table = lineData({
  ...{ chartType: 'Table', labels: ['Name', 'Ad views'] },
  series: [{ name: 'News', data: [1_234] }],
});

async function open(saved: AppMetadata) {
  const kind = { chartType: 'Table' } as const;
  const definitions = [
    definition('ad-views', kind),
    definition('assets', { ...kind, title: 'Top assets', channelDependent: false }),
    definition('fill', { ...kind, title: 'Fill', disableTimingSelect: true }),
  ];
  const reports = definitions.map(
    ({ reportName }) => [`GET /api/v2/systems/s1/reports/${reportName}`, { body: table }] as const,
  );
  network = answerCalls(
    reportAnswers(definitions, saved, {
      'GET /api/v2/channels/summary': { body: summary },
      'GET /api/v2/channels': { body: [], total: 1 },
      ...Object.fromEntries(reports),
    }),
  );
  return show(<DashboardPage />);
}
const headings = () => [...document.querySelectorAll('h2, h3')].map((each) => each.textContent);

describe('the dashboard', () => {
  it('DASH-001 DASH-003 DASH-004 shows the reports that were added, of channels and of assets', async () => {
    const dashboardItems = ['assets', 'gone', 'fill', 'ad-views'].map((chart) =>
      dashboardItem(chart),
    );
    await open(savedChoices({ dashboardItems }));
    await screen.findByRole('article', { name: 'Top assets' });
    expect(headings()).toEqual([
      ...['On air', 'Channel reports', 'Fill', 'Ad views over time'],
      ...['Asset reports', 'Top assets'],
    ]);
  });

  it('DASH-005 says that there are none, and where to add some', async () => {
    await open(savedChoices());
    expect(await screen.findByText('No reports added to the dashboard yet')).toBeTruthy();
    expect(
      screen.getByText('Check the "Reports" section to build your personal dashboard'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open reports' }).getAttribute('href')).toBe(
      '/app/reports',
    );
    expect(headings()).toEqual(['On air']);
  });

  it('DASH-005 an item whose report is gone leaves the dashboard empty', async () => {
    await open(savedChoices({ dashboardItems: [dashboardItem('gone')] }));
    expect(await screen.findByText('No reports added to the dashboard yet')).toBeTruthy();
  });

  it('DASH-006 OP-43 each card has a date picker and a timing, unless the report forbids it', async () => {
    await open(savedChoices({ dashboardItems: ['ad-views', 'fill'].map((c) => dashboardItem(c)) }));
    const first = within(await screen.findByRole('article', { name: 'Ad views over time' }));
    const second = within(screen.getByRole('article', { name: 'Fill' }));
    expect(first.getByLabelText<HTMLSelectElement>('Timing').value).toBe('last');
    expect(second.queryByLabelText('Timing')).toBeNull();
    for (const each of [first, second]) {
      expect(each.getByRole('button', { name: /^Period: / })).toBeTruthy();
    }
    fireEvent.change(first.getByLabelText('Timing'), { target: { value: '24h' } });
    const path = 'GET /api/v2/systems/s1/reports/ad-views';
    await waitFor(() => {
      const { searchParams } = network.calls(path).at(-1)?.url ?? new URL('http://none');
      const length = Number(searchParams.get('end')) - Number(searchParams.get('start'));
      expect([length, searchParams.get('interval')]).toEqual([86_400_000, '3600000']);
    });
    cleanup();
    await sent();
    const [save] = network.calls(`PATCH ${metadataPath}`);
    expect(save?.body).toEqual({
      dashboardItems: [
        dashboardItem('ad-views', { timing: '24h', interval: 3_600_000 }),
        dashboardItem('fill'),
      ],
    });
  });

  it('DASH-008 unpinning a card removes it', async () => {
    await open(savedChoices({ dashboardItems: [dashboardItem('ad-views')] }));
    fireEvent.click(await screen.findByLabelText('Unpin from the dashboard: Ad views over time'));
    expect(await screen.findByText('No reports added to the dashboard yet')).toBeTruthy();
  });

  it('shows what is watched now above the reports', async () => {
    await open(savedChoices());
    expect(await screen.findByText('1.284')).toBeTruthy();
    expect(screen.getByText('Watching now')).toBeTruthy();
  });
});
