import type { AppMetadata, ReportData, ReportDefinition } from '@interlude/contract';
import { mainRange } from '@interlude/reporting';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TitleBar } from '../../app/shell/title-bar.tsx';
import { cardState } from '../../components/reports/card/card-state.ts';
import { ReportChart } from '../../components/reports/charts/report-chart.tsx';
import { toasts } from '../../components/toast/toast.ts';
import { answerCalls, type Requested } from '../../testing/answers.suite.ts';
import { drawnTexts } from '../../testing/canvas.suite.ts';
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
import { ReportsPage } from './reports-page.tsx';

let network = answerCalls({});
let canvas = drawnTexts();
let watch = withoutWatcher();
beforeEach(() => {
  canvas = drawnTexts();
  watch = withoutWatcher();
});
afterEach(async () => {
  cleanup();
  await sent();
  network.restore();
  canvas.restore();
  watch();
});

const page = (
  <TitleBar productName="Interlude">
    <ReportsPage />
  </TitleBar>
);

type Answers = Parameters<typeof answerCalls>[0];
/** Without a comparison each figure is shown once. */
const alone = [{ type: 'Last week' }, { type: 'Previous period', compareWith: false }];
const reportPath = '/api/v2/systems/s1/reports/ad-views';

interface Shown {
  readonly definitions?: readonly ReportDefinition[];
  readonly saved?: AppMetadata;
  readonly data?: ReportData | ((asked: Requested) => ReportData);
  readonly more?: Answers;
  readonly path?: string;
}

async function open({ definitions, saved, data = lineData(), more, path }: Shown = {}) {
  network.restore();
  network = answerCalls(
    reportAnswers(
      definitions ?? [definition('ad-views')],
      saved ?? savedChoices({ timePeriods: alone }),
      {
        [`GET ${reportPath}`]: (asked) => ({
          body: typeof data === 'function' ? data(asked) : data,
        }),
        ...more,
      },
    ),
  );
  const shown = await show(page, {}, path ?? '/app/reports');
  await screen.findByText('Channel reports');
  return shown;
}
const card = async (title = 'Ad views over time') =>
  within(await screen.findByRole('article', { name: title }));
const heading = (name: string) => screen.getByText(name, { selector: 'h2' });
const asked = () => network.calls(`GET ${reportPath}`).map(({ url }) => url.searchParams);
const saves = () => network.calls(`PATCH ${metadataPath}`).map(({ body }) => body);
const table = (change: Partial<ReportData> = {}) =>
  lineData({
    ...{ chartType: 'Table', labels: ['Channel', 'Ad views'] },
    series: [{ name: 'News', data: [4_321] }],
    ...change,
  });

describe('the reports page', () => {
  it('REP-001 REP-005 lists the reports of channels of all systems, then those of assets', async () => {
    const text = { chartType: 'Text' } as const;
    await open({
      definitions: [
        definition('assets', { ...text, title: 'Top assets', channelDependent: false }),
        definition('ad-views'),
      ],
      more: {
        'GET /api/v2/systems/listSummary': {
          body: ['s1', 's2'].map((id) => ({
            id,
            name: id,
            type: 'ssai-cluster',
            category: 'ssai',
          })),
        },
        'GET /api/v2/systems/s2/reports': {
          body: [definition('other', { ...text, title: 'Of the other system' })],
        },
      },
    });
    await card('Of the other system');
    const order = [...document.querySelectorAll('h2, h3')].map((each) => each.textContent);
    expect(order).toEqual([
      ...['Channel reports', 'Ad views over time', 'Of the other system'],
      ...['Asset reports', 'Top assets'],
    ]);
  });

  it('REP-002 REP-003 REP-004 the CDN block stands once its call has returned', async () => {
    const cdn = { id: 'cdn1', name: 'Edge', type: 'cdn', category: 'ssai' };
    const listSummary = { 'GET /api/v2/systems/listSummary': { body: [cdn] } };
    const bandwidthPath = 'GET /api/v2/systems/cdn1/get-cdn-metrics/bandwidth';
    const none = { 'GET /api/v2/systems/cdn1/reports': { body: [] } };
    await open({ more: { ...listSummary, ...none } });
    await waitFor(() => expect(network.calls(bandwidthPath)).toHaveLength(1));
    expect(screen.queryByText('CDN reports')).toBeNull();
    cleanup();

    const body = { bandwidth: 12_345_678_901 };
    await open({ more: { ...listSummary, ...none, [bandwidthPath]: { body } } });
    const shown = await card('Ad Media CDN Egress');
    expect(heading('CDN reports')).toBeTruthy();
    expect(shown.getByText('Bandwidth in GB')).toBeTruthy();
    expect(shown.getByText('12,35')).toBeTruthy();
    fireEvent.click(shown.getByLabelText('Help: Ad Media CDN Egress'));
    expect(await screen.findByText('1 GB is 1,000,000,000 bytes.')).toBeTruthy();
    const [from = 0, to = 0] = ['from', 'to'].map((name) =>
      Number(network.calls(bandwidthPath)[0]?.url.searchParams.get(name)),
    );
    expect(Number.isInteger(from) && to > from).toBe(true);
  });

  it('says the whole state in the address, and the address wins over what is saved', async () => {
    const path =
      '/app/reports?period=2026-11-02_2026-11-04&compare=off&channels=c1%2Cc2&timing.s1%2Fad-views=last';
    const { router } = await open({ path, data: table() });
    await waitFor(() => expect(asked()).toHaveLength(1));
    const [query] = asked();
    expect(query?.get('channelIds')).toBe('c1,c2');
    expect(Number(query?.get('end')) - Number(query?.get('start'))).toBe(3 * 86_400_000);
    expect(screen.getAllByText('2/11/26 - 4/11/26').length).toBeGreaterThan(0);
    expect(screen.getByText('2 channels selected')).toBeTruthy();
    expect(router.state.location.search).toMatchObject({ period: '2026-11-02_2026-11-04' });
    cleanup();
    const fresh = await open({ data: table() });
    await waitFor(() =>
      expect(fresh.router.state.location.search).toEqual({
        ...{ period: 'Last week', compare: 'off', channels: 'all' },
      }),
    );
  });

  it('PER-019 PER-021 a refused save keeps the popup open with the message', async () => {
    await open({
      data: table(),
      more: { [`PATCH ${metadataPath}`]: { status: 503, body: { message: 'starting' } } },
    });
    const [button] = await screen.findAllByRole('button', { name: /^Period/ });
    if (button === undefined) throw new Error('no period button');
    fireEvent.click(button);
    fireEvent.click(await screen.findByText('Apply'));
    expect(await screen.findByText('Error while saving: starting')).toBeTruthy();
    expect(document.querySelector('dialog')).not.toBeNull();
  });

  it('says that the list of reports cannot be read', async () => {
    network.restore();
    network = answerCalls(
      reportAnswers([], savedChoices(), {
        'GET /api/v2/systems/listSummary': { status: 503, body: { message: 'starting' } },
      }),
    );
    await show(page);
    expect((await screen.findByRole('alert')).textContent).toContain('starting');
  });
});

describe('a report card', () => {
  it('REP-006 REP-007 REP-011 has title, download, pin, and help only with help texts', async () => {
    const helpTexts = ['<b onclick="x()">Seen</b> ads.<script>alert(1)</script><img src="x">'];
    await open({ data: table({ helpTexts }) });
    const shown = await card();
    expect(shown.getByLabelText('Download: Ad views over time')).toBeTruthy();
    expect(shown.getByLabelText('Pin to the dashboard: Ad views over time')).toBeTruthy();
    fireEvent.click(await shown.findByLabelText('Help: Ad views over time'));
    const help = await screen.findByLabelText('Ad views over time: help');
    expect(help.querySelector('.help-text > div')?.innerHTML).toBe('<b>Seen</b> ads.');
    cleanup();
    await open({ data: table() });
    await (await card()).findByText('4.321');
    expect(screen.queryByLabelText('Help: Ad views over time')).toBeNull();
  });

  it('REP-008 OP-45 only DAYS can be clicked, and a stored other interval is shown and sent', async () => {
    const interval = 3_600_000;
    const saved = savedChoices({
      timePeriods: alone,
      reportSettings: [dashboardItem('ad-views', { interval })],
    });
    await open({ saved, data: table() });
    const shown = await card();
    const button = (name: string) => shown.getByText(name, { selector: 'button' });
    const state = (name: string) => [
      Object(button(name)).disabled,
      button(name).getAttribute('aria-pressed'),
    ];
    expect(['HOURS', 'DAYS', 'WEEKS'].map(state)).toEqual([
      [true, 'true'],
      [false, 'false'],
      [true, 'false'],
    ]);
    await waitFor(() => expect(asked()[0]?.get('interval')).toBe('3600000'));
    fireEvent.click(button('DAYS'));
    await waitFor(() => expect(asked().at(-1)?.get('interval')).toBe('86400000'));
    expect(state('DAYS')[1]).toBe('true');
  });

  it('REP-009 REP-017 REP-018 the campaign dropdown stands only where the report has it', async () => {
    const definitions = [definition('ad-views', { showCampaignSelector: true })];
    await open({ definitions, data: table({ campaigns: [] }) });
    expect(await screen.findByText('No active campaigns yet.')).toBeTruthy();
    cleanup();

    const campaignName = 'Winter';
    const saved = savedChoices({
      timePeriods: alone,
      reportSettings: [dashboardItem('ad-views', { campaignName })],
    });
    await open({ definitions, saved, data: table({ campaigns: ['Spring'] }) });
    const message =
      'Selected campaign ("Winter") is not present in the output. Please select another one.';
    expect((await screen.findByText(message)).className).toContain('bad');
    const select = screen.getByLabelText<HTMLSelectElement>('Campaign');
    expect([select.value, select.getAttribute('aria-invalid')]).toEqual(['Winter', 'true']);
    fireEvent.change(select, { target: { value: 'Spring' } });
    await waitFor(() => expect(asked().at(-1)?.get('campaignName')).toBe('Spring'));
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    cleanup();
    await open({ data: table() });
    await (await card()).findByText('4.321');
    expect(screen.queryByLabelText('Campaign')).toBeNull();
  });

  it('REP-010 REP-019 REP-024 the view switch shows the map as a table, saves it and reads again', async () => {
    const viewOptions: ReportDefinition['viewOptions'] = ['map', 'table'];
    const definitions = [
      definition('ad-views', { chartType: 'Map', viewOptions, defaultViewOption: 'map' }),
    ];
    const data = lineData({
      ...{ chartType: 'Map', labels: ['DE'], series: [{ name: 'Ad views', data: [1_234] }] },
      countries: [{ code: 'DE', name: 'Germany', isocode: '276' }],
    });
    const { router } = await open({ definitions, data });
    const shown = await card();
    await waitFor(() => expect(asked()[0]?.get('viewOption')).toBe('map'));
    fireEvent.click(shown.getByLabelText('Table'));
    const heads = await shown.findAllByRole('columnheader');
    expect(heads.map((each) => each.textContent)).toEqual(['Country', 'Ad views']);
    expect(shown.getByText('Germany')).toBeTruthy();
    expect(asked().at(-1)?.get('viewOption')).toBe('table');
    expect(router.state.location.search).toMatchObject({ 'view.s1/ad-views': 'table' });
    cleanup();
    await sent();
    expect(saves()).toEqual([
      { reportSettings: [dashboardItem('ad-views', { viewOption: 'table' })] },
    ]);
  });

  it('REP-012 REP-013 REP-015 shows Loading, then No data, each alone', async () => {
    let answer = (_body: ReportData): void => undefined;
    const waiting = new Promise<ReportData>((resolve) => {
      answer = resolve;
    });
    await open({
      saved: savedChoices({ timePeriods: alone }),
      more: { [`GET ${reportPath}`]: async () => ({ body: await waiting }) },
    });
    const shown = await card();
    const body = () => document.querySelector('.card-body')?.textContent;
    expect(body()).toBe('Loading...');
    answer(lineData({ series: [{ name: 'Ad views', data: [null] }] }));
    await shown.findByText('No data. Try changing your filters.');
    expect(body()).toBe('No data. Try changing your filters.');
  });

  it('REP-012 a report that lacks something says what to do, with its figures and in place of them', async () => {
    const hint = '<p>Turn on <code>cmcd</code><script>alert(1)</script></p>';
    const definitions = [
      definition('quality', { chartType: 'Table', title: 'Splice quality' }),
      definition('fill', { chartType: 'Table', title: 'Fill' }),
    ];
    const empty = lineData({ chartType: 'Table', labels: [], series: [], hint });
    await open({
      definitions,
      saved: savedChoices({ timePeriods: alone }),
      more: {
        'GET /api/v2/systems/s1/reports/quality': { body: empty },
        'GET /api/v2/systems/s1/reports/fill': { body: { ...table(), hint } },
      },
    });
    const bodyOf = async (name: string) => (await card(name)).findByText('cmcd');
    const shown = await bodyOf('Splice quality');
    expect(shown.closest('.card-body')?.textContent).toBe(
      'No data. Try changing your filters.Turn on cmcd',
    );
    expect((await bodyOf('Fill')).closest('.card-body')).toBeNull();
    expect(await (await card('Fill')).findByText('4.321')).toBeTruthy();
  });

  it('REP-014 a result with a code shows its message in red, and another card goes on', async () => {
    const definitions = [definition('ad-views'), definition('fill', { title: 'Fill' })];
    const failed = { code: 'REPORT_TOO_SLOW', message: 'The report took too long.' };
    await open({
      definitions,
      data: lineData(failed),
      more: { 'GET /api/v2/systems/s1/reports/fill': { body: table() } },
    });
    const message = await (await card()).findByText('REPORT_TOO_SLOW: The report took too long.');
    expect(message.className).toBe('bad');
    expect(await (await card('Fill')).findByText('4.321')).toBeTruthy();
  });

  it('REP-014 a compared period that failed is said below the chart of the main one', async () => {
    const failed = { code: 'REPORT_FAILED', message: 'The figures could not be read.' };
    const reportParams = { instance: 1, keys: ['News'] };
    await open({
      saved: savedChoices(),
      data: ({ url }) =>
        url.searchParams.get('reportParams')?.includes('News')
          ? lineData(failed)
          : table({ reportParams }),
    });
    const shown = await card();
    expect(await shown.findByText('4.321')).toBeTruthy();
    expect(shown.getByRole('alert').textContent).toBe(
      'Compared period: REPORT_FAILED: The figures could not be read.',
    );
  });

  it('REP-022 OP-46 a card with a timing of its own has no period to choose', async () => {
    await open({ data: table() });
    const shown = await card();
    const period = () => shown.getByRole<HTMLButtonElement>('button', { name: /^Period/ });
    expect(period().disabled).toBe(false);
    fireEvent.change(shown.getByLabelText('Timing'), { target: { value: '30d' } });
    await waitFor(() => expect(period().disabled).toBe(true));
    expect(shown.getByText<HTMLButtonElement>('DAYS').disabled).toBe(true);
    await waitFor(() => expect(asked()).toHaveLength(2));
    const query = asked().at(-1);
    const days = (Number(query?.get('end')) - Number(query?.get('start'))) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });

  it('REP-023 draws lines on a canvas, with a table behind them', async () => {
    await open({ data: lineData({ complete: false, runningFrom: 6 }) });
    const shown = await card();
    const chart = await shown.findByRole('img', { name: 'Ad views over time' });
    await waitFor(() => expect(canvas.texts.join(' ')).toContain('16/11/26'));
    expect(shown.getByText('Still counting.')).toBeTruthy();
    fireEvent.keyDown(chart, { key: 'End' });
    expect(shown.getByText(/^22\/11\/26, still counting: Ad views 1.234.567/)).toBeTruthy();
    fireEvent.click(shown.getByLabelText('Figures as a table: Ad views over time'));
    expect(shown.getByRole('rowheader', { name: '22/11/26' })).toBeTruthy();
    expect(shown.queryByRole('img')).toBeNull();
  });

  it('REP-016 a chart type of a newer server is said in place of the chart', () => {
    const data: ReportData = JSON.parse(JSON.stringify({ ...lineData(), chartType: 'Radar' }));
    const range = mainRange({ type: 'Last week' }, { nowMs: data.end, zone: 'Europe/Berlin' });
    const state = cardState({ data: [{ range, data }], error: undefined });
    if (state.kind !== 'chart') throw new Error(`the card shows ${state.kind}`);
    const chart = { current: undefined };
    const { container } = render(
      <ReportChart label="Radar" viewOption={null} asTable={false} {...{ ...state, chart }} />,
    );
    expect(container.textContent).toBe('Data cannot be displayed. Unsupported chartType');
  });

  it('Enter opens the bar that was read last, and presses nothing in what opens', async () => {
    const data = lineData({
      ...{ chartType: 'HorizontalBars', labels: ['Offered', 'Seen'], units: ['milliseconds'] },
      series: [{ name: 'Time', data: [9_000, 4_000] }],
    });
    const opened: string[] = [];
    const opens = ({ name }: { name: string }) => {
      return () => opened.push(name);
    };
    const chart = { current: undefined };
    const shown = { label: 'Break funnel', main: data, compared: undefined, viewOption: null };
    await show(<ReportChart {...shown} asTable={false} {...{ chart, opens }} />);
    const frame = await screen.findByLabelText('Break funnel');
    // True: the browser goes on with the key.
    expect(fireEvent.keyDown(frame, { key: 'Enter' })).toBe(true);
    fireEvent.keyDown(frame, { key: 'End' });
    expect(fireEvent.keyDown(frame, { key: 'Enter' })).toBe(false);
    expect(opened).toEqual(['Seen']);
  });

  it('DASH-008 the pin adds the report to the dashboard and can be undone', async () => {
    await open({ data: table() });
    const shown = await card();
    fireEvent.click(shown.getByLabelText('Pin to the dashboard: Ad views over time'));
    await shown.findByLabelText('Unpin from the dashboard: Ad views over time');
    expect(saves()).toEqual([{ dashboardItems: [dashboardItem('ad-views')] }]);
    toasts.get()[0]?.action?.run();
    await shown.findByLabelText('Pin to the dashboard: Ad views over time');
    expect(saves()[1]).toEqual({ dashboardItems: [] });
  });

  it('a row of a card opens the breaks behind it, in the address', async () => {
    const lost = table({
      ...{ reportName: 'ad-views', labels: ['Reason', 'Owner'], units: ['text'] },
      series: [{ name: 'NO_ADS', key: 'NO_ADS', data: ['adServer'] }],
    });
    const path = 'GET /api/v2/break-facts';
    const { router } = await open({
      definitions: [definition('lost-ad-time', { chartType: 'Table', title: 'Lost ad time' })],
      more: {
        'GET /api/v2/systems/s1/reports/lost-ad-time': { body: lost },
        [path]: { body: [] },
        'GET /api/v2/channels': { body: [] },
      },
    });
    const shown = await card('Lost ad time');
    fireEvent.click(await shown.findByText('NO_ADS'));
    await waitFor(() => expect(network.calls(path)).toHaveLength(1));
    const [call] = network.calls(path);
    const { start, end, reason } = Object.fromEntries(call?.url.searchParams ?? []);
    expect([Number(start), Number(end), reason]).toEqual([lost.start, lost.end, 'NO_ADS']);
    expect(router.state.location.search).toMatchObject({
      breaks: 'card=s1%2Flost-ad-time&reason=NO_ADS&owner=adServer',
    });
    fireEvent.click(await screen.findByLabelText('Close'));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('breaks'));
  });
});
