import type { DashboardItem, ReportData, ReportParams } from '@interlude/contract';
import { ApiError } from '@interlude/contract/api';
import { defaultPeriods, type Range, rangesOf, shownRange } from '@interlude/reporting';
import { describe, expect, it } from 'vitest';
import { lineData, definition as report } from '../../testing/reports.suite.ts';
import {
  type CardSettings,
  intervalName,
  resolvedReport,
  resolveItems,
  settingsOf,
  togglePin,
  withSettings,
} from './card-settings.ts';
import { readReport } from './read-report.ts';
import {
  cardOfSearch,
  channelsOfSearch,
  periodsOfSearch,
  reportSearch,
  searchOfChannels,
  searchOfPeriods,
  withCard,
} from './report-search.ts';

const clock = { nowMs: Date.parse('2026-11-23T08:30:00.000Z'), zone: 'Europe/Berlin' };
const definition = report('ad-views');
const item: DashboardItem = {
  ...{ system: 's1', chart: 'ad-views', interval: 86_400_000, viewOption: null },
  ...{ campaignName: '', timing: 'last' },
};

describe('items of the dashboard', () => {
  it('DASH-002 DASH-003 name a system and a report, and are hidden when there is no such report', () => {
    const reports = [resolvedReport('s1', definition), resolvedReport('s1', report('countries'))];
    const items = [
      { ...item, chart: 'countries' },
      { ...item, chart: 'gone' },
      { ...item, system: 's2' },
      item,
    ];
    expect(resolveItems(items, reports).map(({ chart }) => chart)).toEqual([
      ...['countries', 'ad-views'],
    ]);
  });

  it('REP-021 a resolved report adds channelDependent, disableTimingSelect, showCampaignSelector', () => {
    const flags = {
      channelDependent: false,
      disableTimingSelect: true,
      showCampaignSelector: true,
    };
    expect(resolvedReport('s1', { ...definition, ...flags })).toMatchObject(flags);
  });

  it('DASH-008 the pin adds an absent report and removes a present one', () => {
    const other = { ...item, chart: 'countries' };
    expect(togglePin([other], item)).toEqual([other, item]);
    expect(togglePin([other, item], { ...item, timing: '24h' })).toEqual([other]);
  });

  it('DASH-009 the pin needs chart, system and timing', () => {
    const { system, chart, timing } = item;
    const without = [
      { system, chart },
      { system, timing },
      { chart, timing },
      { system: '', chart, timing },
    ];
    for (const part of without) {
      expect(() => togglePin([], part)).toThrow('chart, system, timing needed');
    }
    expect(togglePin([], { system, chart, timing })).toEqual([item]);
  });

  it('DASH-007 OP-43 the timing is 24 hours, 30 days or the selected period', () => {
    const shown = (timing: '24h' | '30d' | 'last') =>
      rangesOf(definition, timing, defaultPeriods, clock).map(shownRange);
    expect(shown('last')).toEqual(['16/11/26 - 22/11/26', '9/11/26 - 15/11/26']);
    expect(shown('30d')).toEqual(['24/10/26 - 22/11/26', '24/9/26 - 23/10/26']);
    expect(shown('24h')).toEqual(['22/11/26 - 23/11/26', '21/11/26 - 22/11/26']);
    const [day] = rangesOf(definition, '24h', defaultPeriods, clock);
    expect(day).toMatchObject({ endMs: clock.nowMs, startMs: clock.nowMs - 86_400_000 });
    expect(rangesOf({ numOfInstances: 1 }, 'last', defaultPeriods, clock)).toHaveLength(1);
    const alone = { ...defaultPeriods, compare: { ...defaultPeriods.compare, compareWith: false } };
    expect(rangesOf(definition, 'last', alone, clock)).toHaveLength(1);
  });

  it('REP-019 settings of a card replace those saved before', () => {
    const settings = { ...item, interval: 604_800_000 };
    expect(withSettings([item], item, settings)).toEqual([settings]);
    expect(withSettings([], item, settings)).toEqual([settings]);
  });

  it('a stored view that the report does not offer is its default, and a timing that it forbids the period', () => {
    const stored: DashboardItem[] = [{ ...item, viewOption: 'map', timing: '24h' }];
    expect(settingsOf(resolvedReport('s1', definition), stored)).toMatchObject({
      ...{ viewOption: null, timing: '24h' },
    });
    const fixed = { ...definition, disableTimingSelect: true };
    expect(settingsOf(resolvedReport('s1', fixed), stored).timing).toBe('last');
  });

  it('CONST-002 a report without a stored interval is drawn by days', () => {
    expect(settingsOf(resolvedReport('s1', definition), []).interval).toBe(86_400_000);
  });

  it('CONST-002 OP-45 an interval has its name', () => {
    expect([3_600_000, 86_400_000, 604_800_000].map(intervalName)).toEqual([
      ...['HOURS', 'DAYS', 'WEEKS'],
    ]);
  });
});

describe('the instances of a report', () => {
  const ranges = rangesOf(definition, 'last', defaultPeriods, clock);
  const reading = async (answers: ((params: ReportParams) => ReportData)[]) => {
    const asked: { range: Range; params: ReportParams }[] = [];
    let running = 0;
    const instances = await readReport(definition, ranges, async (range, params) => {
      running += 1;
      expect(running).toBe(1);
      asked.push({ range, params });
      await Promise.resolve();
      running -= 1;
      const answer = answers[asked.length - 1];
      if (answer === undefined) throw new Error('asked too often');
      return answer(params);
    });
    return { asked, instances };
  };
  const data = lineData();

  it('REP-020 are read one after another, with the parameters of the answer before', async () => {
    const reportParams = { instance: 1, keys: ['c2', 'c1'] };
    const { asked, instances } = await reading([() => ({ ...data, reportParams }), () => data]);
    expect(asked).toEqual([
      { range: ranges[0], params: { instance: 0, keys: [] } },
      { range: ranges[1], params: reportParams },
    ]);
    expect(instances.map(({ failure }) => failure)).toEqual([undefined, undefined]);
  });

  it('REP-014 one that failed has its code and message, and the next one is read all the same', async () => {
    const failed = { ...data, code: 'REPORT_TOO_SLOW', message: 'The report took too long.' };
    const { asked, instances } = await reading([() => failed, () => data]);
    expect(asked[1]?.params).toEqual({ instance: 1, keys: [] });
    expect(instances.map(({ failure }) => failure)).toEqual([
      { code: 'REPORT_TOO_SLOW', message: 'The report took too long.' },
      undefined,
    ]);
  });

  it('a call that fails ends the report only when it is the first', async () => {
    const lost = () => {
      throw new ApiError(503, 'Unavailable', '{"code":503,"message":"starting"}');
    };
    await expect(reading([lost])).rejects.toThrow('starting');
    const { instances } = await reading([() => data, lost]);
    expect(instances[1]?.failure?.message).toBe('starting');
  });
});

describe('the address of a page of reports', () => {
  const { zone } = clock;
  const there = (search: Record<string, unknown>) => periodsOfSearch(reportSearch(search), zone);

  it('says the periods and is read back', () => {
    const own = {
      main: { type: 'User defined', dateA: '2026-11-02', dateB: '2026-11-04' },
      compare: { type: 'Previous year', compareWith: true },
    } as const;
    expect(searchOfPeriods(own)).toEqual({
      ...{ period: '2026-11-02_2026-11-04', compare: 'Previous year' },
    });
    expect(there(searchOfPeriods(own))).toEqual(own);
    expect(there(searchOfPeriods(defaultPeriods))).toEqual(defaultPeriods);
    const alone = { ...own, compare: { type: 'Previous year', compareWith: false } } as const;
    expect(there(searchOfPeriods(alone))?.compare.compareWith).toBe(false);
    expect(there({})).toBeUndefined();
    expect(there({ period: 'x', compare: '<script>' })).toEqual({
      main: { type: 'Last day' },
      compare: { type: 'Previous period', compareWith: true },
    });
  });

  it('says the channels, and leaves a list that is too long to what is saved', () => {
    expect(channelsOfSearch(searchOfChannels(['a', 'b']))).toEqual(['a', 'b']);
    expect(channelsOfSearch(searchOfChannels([]))).toEqual([]);
    expect(channelsOfSearch({})).toBeUndefined();
    expect(searchOfChannels(Array.from({ length: 200 }, (_none, id) => `channel-${id}`))).toEqual({
      channels: 'saved',
    });
    expect(channelsOfSearch({ channels: 'saved' })).toBeUndefined();
  });

  it('says what was changed at a card, and forgets what it does not know', () => {
    const key = 's1/countries';
    const settings: CardSettings = {
      interval: 3_600_000,
      viewOption: 'table',
      campaignName: 'Spring',
      timing: '24h',
    };
    const search = withCard({ period: 'Today' }, key, settings);
    expect(cardOfSearch(reportSearch(search), key)).toEqual(settings);
    expect(cardOfSearch(reportSearch(search), 's1/other')).toEqual({});
    const wrong = { [`view.${key}`]: 'globe', [`interval.${key}`]: '7', page: '3' };
    expect(reportSearch(wrong)).not.toHaveProperty('page');
    expect(cardOfSearch(reportSearch(wrong), key)).toEqual({});
  });
});
