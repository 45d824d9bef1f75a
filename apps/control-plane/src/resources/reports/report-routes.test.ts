import { type Client, contract } from '@interlude/contract/api';
import { createMediaEgressStore, createRollupStore } from '@interlude/persistence';
import { foldEvents, type StitcherEvent, shippedReports } from '@interlude/reporting';
import { addChannel } from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { reports, systems, users } = contract;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const nowMs = Date.now();
const today = Math.floor(nowMs / dayMs) * dayMs;
const yesterday = { start: today - dayMs, end: today };

let plane: TestPlane;
let user: TestUser;
let client: Client;
let system: string;
let channel: string;
let seq = 0;

async function count(tenant: string, parts: readonly Partial<StitcherEvent>[]): Promise<void> {
  seq += 1;
  const events = parts.map((part) => ({
    ...{ type: 'impression' as const, atMs: today - hourMs, session: 's', viewer: 'v' },
    ...{ tenant, channel },
    ...part,
  }));
  const batch = foldEvents(events, { writer: 'test', seq, segmentAtMs: nowMs });
  await createRollupStore(plane.database).apply(batch);
}

beforeAll(async () => {
  plane = await startTestPlane({ env: { GEO_ATTRIBUTION: 'IP Geolocation by DB-IP' } });
  user = await plane.user(await plane.tenant('Acme'), 'Admin');
  client = plane.client(user);
  const found = await client(systems.listSummary, {});
  system = found.find(({ type }) => type === 'ssai-cluster')?.id ?? '';
  channel = (await addChannel(plane.database, user.tenantId)).id;
});
afterAll(() => plane.stop());

const read = (chart: string, query: object = {}) =>
  client(reports.read, { params: { id: system, chart }, query: { ...yesterday, ...query } });

describe('GET /api/v2/systems/:id/reports', () => {
  it('API-044 DATA-033 lists the reports of a system with their fields', async () => {
    const listed = await client(reports.list, { params: { id: system } });
    expect(listed[0]).toEqual({
      reportName: 'main-kpi',
      title: 'Main KPI',
      chartType: 'SSAIMainKPI',
      numOfInstances: 2,
      instances: [{ reportData: null, reportParams: { instance: 0, keys: [] } }],
      defaultViewOption: null,
      viewOptions: [],
      showCampaignSelector: false,
      channelDependent: true,
      disableTimingSelect: false,
      group: 'delivery',
    });
    expect(listed.some(({ channelDependent }) => !channelDependent)).toBe(true);
  });

  it('API-044 DATA-023 a system that counts nothing has none; one that is not there is 404', async () => {
    const all = await client(systems.listSummary, {});
    const cdn = all.find(({ type }) => type === 'cdn')?.id ?? '';
    expect(await client(reports.list, { params: { id: cdn } })).toEqual([]);
    const unknown = await failure(client(reports.list, { params: { id: 'unknown' } }));
    expect([unknown.status, unknown.code]).toEqual([404, 'SYSTEM_NOT_FOUND']);
    expect((await failure(read('unknown'))).code).toBe('REPORT_NOT_FOUND');
  });
});

describe('GET /api/v2/systems/:id/reports/:chart', () => {
  it('API-045 REP-029 REP-023 answers the main KPI of a period, compared with the one before', async () => {
    await count(user.tenantId, [
      { type: 'sessionStart' },
      { type: 'avail', durationMs: 60_000 },
      { durationMs: 30_000, creative: 'a' },
      { durationMs: 15_000, creative: 'b', campaign: 'spring' },
      { type: 'complete', creative: 'a' },
      { atMs: today - dayMs - hourMs, durationMs: 30_000 },
    ]);
    const main = await read('main-kpi');
    expect(main).toMatchObject({
      chartType: 'SSAIMainKPI',
      labels: ['Ad views', 'Sessions', 'Fill', 'Completion'],
      metrics: [2, 1, 0.75, 0.5],
      units: ['count', 'count', 'ratio', 'ratio'],
      excelData: { sheets: [{ name: 'Period 1' }] },
      ...yesterday,
      interval: dayMs,
      timeZone: 'UTC',
      complete: true,
      runningFrom: null,
      reportParams: { instance: 1, keys: [] },
    });
    expect(main.hovers).toHaveLength(4);
    expect(main).not.toHaveProperty('code');
    const compared = await read('main-kpi', {
      start: yesterday.start - dayMs,
      end: yesterday.start,
      reportParams: JSON.stringify(main.reportParams),
    });
    expect(compared).toMatchObject({
      metrics: [1, 0, null, 0],
      reportParams: null,
      excelData: { sheets: [{ name: 'Period 2' }] },
    });
  });

  it('API-045 DATA-034 REP-031 answers ad views over time, with the running bucket marked', async () => {
    const answer = await read('ad-views-over-time', {
      start: today - dayMs,
      end: today + dayMs,
      interval: hourMs,
    });
    expect(answer.labels).toHaveLength(48);
    expect(answer.series.map(({ name }) => name)).toEqual(['Ad views', 'Completed']);
    expect(answer.series[0]?.data[23]).toBe(2);
    const running = Math.floor((nowMs - 60_000 - today) / hourMs) + 24;
    expect([answer.complete, answer.runningFrom]).toEqual([false, running]);
    expect(answer.series[0]?.data.slice(Math.floor((nowMs - today) / hourMs) + 25)).toEqual(
      answer.series[0]?.data.slice(Math.floor((nowMs - today) / hourMs) + 25).map(() => null),
    );
    expect(answer.campaigns).toEqual(['spring']);
    expect(answer.asOf).not.toBeNull();
  });

  it('REP-009 each report with a choice of campaigns names them, and no other one does', async () => {
    for (const { definition } of shippedReports) {
      const { campaigns } = await read(definition.reportName, {
        ...{ start: today - dayMs, end: today + dayMs, interval: hourMs },
      });
      const named = definition.showCampaignSelector ? ['spring'] : [];
      expect(campaigns, definition.reportName).toEqual(named);
    }
  });

  it('API-045 CHS-008 counts the selected channels and the campaign alone', async () => {
    const other = await read('main-kpi', { channelIds: 'another-channel' });
    expect(other.metrics.slice(0, 2)).toEqual([0, 0]);
    const own = await read('main-kpi', { channelIds: `another-channel,${channel}` });
    expect(own.metrics[0]).toBe(2);
    expect((await read('ad-views-over-time', { campaignName: 'spring' })).metrics[0]).toBe(1);
    const body = { ...yesterday, channelIds: [channel] };
    const posted = await client(reports.post, { params: { id: system, chart: 'main-kpi' }, body });
    expect(posted.metrics).toEqual(own.metrics);
  });

  it('REP-024 the map has its countries with names and numbers, and what their licence asks for', async () => {
    const two = today - 2 * dayMs - hourMs;
    await count(user.tenantId, [
      { atMs: two, country: 'DE', viewer: 'a' },
      { atMs: two, country: 'DE', viewer: 'b' },
      { atMs: two, country: 'AT', viewer: 'c' },
      { atMs: two, type: 'sessionStart', country: 'AT', viewer: 'c' },
    ]);
    const map = await read('countries', { start: today - 3 * dayMs, end: today - 2 * dayMs });
    expect(map).toMatchObject({
      labels: ['DE', 'AT'],
      countries: [
        { code: 'DE', name: 'Germany', isocode: '276' },
        { code: 'AT', name: 'Austria', isocode: '040' },
      ],
      series: [
        { name: 'Ad views', data: [2, 1] },
        { name: 'Sessions', data: [0, 1] },
        { name: 'Viewers', data: [2, 1] },
      ],
      attribution: 'IP Geolocation by DB-IP',
    });
    expect(map.excelData.sheets[0]?.data[1]).toEqual(['Germany', 2, 0, 2]);
    const period = { start: today - 3 * dayMs, end: today - 2 * dayMs };
    const ofCampaign = await read('countries', { ...period, campaignName: 'spring' });
    expect(ofCampaign.metrics).toEqual([0, 0, null]);
  });

  it('the breaks behind a figure are of a period as long as a report may have', async () => {
    const query = { start: today - 801 * dayMs, end: today };
    const refused = await failure(client(reports.breaks, { query }));
    expect([refused.status, refused.message]).toEqual([
      400,
      'Choose a period that ends after it starts and spans at most 800 days.',
    ]);
    expect(await client(reports.breaks, { query: { ...query, start: today - dayMs } })).toEqual([]);
  });

  it('delivered bytes are those of ads, over all channels', async () => {
    const served = { tenantId: user.tenantId, atMs: today - 2 * hourMs };
    await createMediaEgressStore(plane.database).add([
      { ...served, kind: 'ads', bytes: 5_000 },
      { ...served, kind: 'sources', bytes: 70_000 },
      { ...served, kind: 'ads', atMs: today, bytes: 1 },
    ]);
    const answer = await read('delivered-bytes');
    expect([answer.series[0]?.data, answer.metrics, answer.units]).toEqual([
      [5_000],
      [5_000],
      ['bytes'],
    ]);
  });

  it('REP-014 an instance that fails answers its code and message, and no figures', async () => {
    const answer = await read('main-kpi', { start: today, end: today - dayMs });
    expect(answer).toMatchObject({
      code: 'REPORT_PERIOD_INVALID',
      message: 'Choose a period that ends after it starts and spans at most 800 days.',
      metrics: [],
    });
    const large = await read('main-kpi', { start: today - 90 * dayMs, interval: hourMs });
    expect(large.code).toBe('REPORT_TOO_LARGE');
  });

  it('SEC-S4 DATA-039 figures of a tenant are not those of another', async () => {
    const stranger = await plane.user(await plane.tenant('Beta'), 'Admin');
    const foreign = plane.client(stranger)(reports.read, {
      params: { id: system, chart: 'main-kpi' },
      query: yesterday,
    });
    expect((await failure(foreign)).status).toBe(404);
    const theirs = await plane.client(stranger)(systems.listSummary, {});
    const own = theirs.find(({ type }) => type === 'ssai-cluster')?.id ?? '';
    const answer = await plane.client(stranger)(reports.read, {
      params: { id: own, chart: 'main-kpi' },
      query: { ...yesterday, channelIds: channel },
    });
    expect(answer.metrics.slice(0, 2)).toEqual([0, 0]);
  });
});

describe('what a user keeps', () => {
  it('DATA-032 OP-59 DASH-001 API-028 reads both spellings of a dashboard item, and writes one', async () => {
    const params = { id: user.userId };
    const items = [
      { system, chart: 'main-kpi', timing: '30d' as const },
      {
        systemId: system,
        reportName: 'countries',
        interval: 604_800_000,
        viewOption: 'table' as const,
      },
    ];
    await client(users.patchAppMetadata, { params, body: { dashboardItems: items } });
    const { dashboardItems } = await client(users.readAppMetadata, { params });
    expect(dashboardItems).toEqual([
      {
        system,
        chart: 'main-kpi',
        timing: '30d',
        interval: dayMs,
        viewOption: null,
        campaignName: '',
      },
      {
        system,
        chart: 'countries',
        timing: 'last',
        interval: 604_800_000,
        viewOption: 'table',
        campaignName: '',
      },
    ]);
    const nameless = { dashboardItems: [{ system, timing: 'last' as const }] };
    const refused = await failure(client(users.patchAppMetadata, { params, body: nameless }));
    expect(refused.message).toContain('chart (or reportName) is needed');
  });

  it('the report settings of a company are those of its Admins, with a zone that exists', async () => {
    expect(await client(reports.settings, {})).toEqual({
      timeZone: 'UTC',
      viewerIdPolicy: 'daily',
      campaignFrom: 'extension',
      cpm: 0,
      cpmAdSeconds: 30,
      currency: 'EUR',
    });
    const body = {
      timeZone: 'Asia/Kolkata',
      viewerIdPolicy: 'none' as const,
      campaignFrom: 'adId' as const,
      cpm: 12.5,
      cpmAdSeconds: 20,
      currency: 'INR',
    };
    await client(reports.saveSettings, { body });
    expect(await client(reports.settings, {})).toEqual(body);
    for (const timeZone of ['Mars/Olympus', '+05:30', '']) {
      const wrong = client(reports.saveSettings, { body: { ...body, timeZone } });
      expect((await failure(wrong)).message).toContain('IANA');
    }
    expect((await read('main-kpi')).timeZone).toBe('Asia/Kolkata');
  });
});
