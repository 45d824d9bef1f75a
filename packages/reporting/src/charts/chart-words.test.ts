import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  lossGuides,
  lossOwners,
  type ReportData,
  type ReportSettings,
  reportData,
  reportIntervals,
} from '@interlude/contract';
import { describe, expect, test } from 'vitest';
import { shippedReports } from '../reports/catalogue.ts';
import type { Figures } from '../reports/figures.ts';
import type { Report } from '../reports/report.ts';
import { runReport } from '../reports/run-report.ts';
import { barModel } from './bar-model.ts';
import { inEnglish, nameOf, withValues, wordsOf } from './chart-words.ts';
import { figureTable } from './figure-table.ts';
import { germanChartWords } from './german-chart-words.ts';
import { lineModel, pointSentence } from './line-model.ts';
import { countryBars, mapModel } from './map-model.ts';
import { sentencesOf } from './report-sentences.ts';

const german = wordsOf(germanChartWords);
const hourMs = 3_600_000;
const nowMs = Date.UTC(2026, 10, 20, 12);

/** Something of everything that can be counted. */
const figures: Figures = {
  counters: async (_scope, { dimension, sums, groupBy }) =>
    (dimension === 'splice' ? ['contentToAd', 'away-stalls', 'away-exits'] : ['DE', 'x']).map(
      (value) => ({
        ...{ bucket: 0, campaign: 'c', value },
        channel: groupBy.includes('channel') ? 'Errors' : '',
        sums: Object.fromEntries(sums.map((name) => [name, 600_000])),
      }),
    ),
  uniques: async () => [{ value: 'DE', viewers: 3 }],
  viewers: async () => [{ bucket: 0, watchedMs: hourMs, peakMinuteMs: 120_000 }],
  deliveredBytes: async () => new Map([[0, 5_000]]),
  breaks: async () => [
    {
      ...{ channel: 'Errors', breaks: 2, sessions: 3, offeredMs: 9, askedMs: 8, answeredMs: 7 },
      ...{ usableMs: 6, placedMs: 5, seenMs: 4, slateMs: 1, adsPlaced: 2, adsSeen: 1 },
    },
  ],
  losses: async () =>
    Object.values(lossGuides).map(({ owner }, index) => ({
      ...{ reason: `R${index}`, owner, lostMs: 5, count: 1 },
    })),
  demand: async () => [
    {
      ...{ server: 'Errors', hop: 0, asked: 5, inTime: 4, late: 1, empty: 0, error: 0 },
      latencyHistogram: [1, 2],
    },
  ],
  channelNames: async () => new Map([['Errors', 'Errors']]),
};

async function read(report: Report): Promise<ReportData> {
  const query = {
    ...{ start: nowMs - 2 * hourMs, end: nowMs, interval: reportIntervals.hours },
    ...{ channelIds: [], campaignName: '', reportParams: { instance: 0, keys: [] } },
  };
  const settings: ReportSettings = {
    ...{ timeZone: 'UTC', viewerIdPolicy: 'daily', campaignFrom: 'none' },
    ...{ cpm: 5, cpmAdSeconds: 30, currency: 'CHF' },
  };
  const edges = [nowMs - 2 * hourMs, nowMs - hourMs, nowMs];
  const options = { figures, newestMs: nowMs, settings, nowMs };
  return reportData.parse(await runReport(report, query, edges, options));
}

const named = (name: string): Promise<ReportData> => {
  const report = shippedReports.find(({ definition }) => definition.reportName === name);
  return report ? read(report) : expect.fail(`there is no report ${name}`);
};

/** Texts of a report that are no names that people have given. */
function wordsIn(data: ReportData): string[] {
  const asked: string[] = [];
  const ask = (english: string) => {
    asked.push(english);
    return english;
  };
  const { labels, series, chartType, hovers, sentences } = data;
  if (chartType === 'Table' || chartType === 'SSAIMainKPI') asked.push(...labels.map(String));
  if (chartType !== 'Table') {
    asked.push(...series.filter(({ key }) => key === undefined).map(({ name }) => name));
  }
  if (chartType === 'SSAIMainKPI') asked.push(...hovers);
  const cells = series.flatMap((row) => row.data.filter((cell) => typeof cell === 'string'));
  const names = chartType === 'Table' ? series.map(({ name }) => name) : labels.map(String);
  for (const name of names) nameOf(data, ask)(name);
  return [...asked, ...cells, ...sentences.map(({ pattern }) => pattern)];
}

describe('German of charts', () => {
  test('DATA-032 has the title and every word of every shipped report, and no word that none has', async () => {
    const answers = await Promise.all(shippedReports.map(read));
    expect(
      answers.filter(({ labels }) => labels.length === 0).map((one) => one.reportName),
    ).toEqual([]);
    const used = new Set([
      ...shippedReports.map(({ definition }) => definition.title),
      ...answers.flatMap(wordsIn),
      ...lossOwners,
      // Its translation is the language tag (`languageOf`).
      'en',
    ]);
    used.delete('CHF');
    const folder = import.meta.dirname;
    const literals = (file: string, pattern: RegExp) => {
      const source = readFileSync(join(folder, file), 'utf8');
      for (const [, text = ''] of source.matchAll(pattern)) used.add(text);
    };
    // Texts in the code of the charts, and names of the figures by which mails judge a card.
    for (const file of readdirSync(folder).filter((name) => !name.includes('.test.')))
      literals(file, /word\(\s*'([^']+)'/g);
    literals('../reports/worst-first.ts', /(?:counted\(|ratio\(|name:)\s*'([^']+)'/g);
    used.add('Completed Ad Views').add('Country');
    expect([...used].filter((text) => !Object.hasOwn(germanChartWords, text))).toEqual([]);
    expect(Object.keys(germanChartWords).filter((text) => !used.has(text))).toEqual([]);
  });

  test('a text and its German have the same values', () => {
    const valuesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join();
    for (const [english, text] of Object.entries(germanChartWords)) {
      expect(valuesIn(text), english).toBe(valuesIn(english));
    }
  });

  test('values are not read as part of a text', () => {
    expect(withValues('{name}, compared', { name: '{date}' })).toBe('{date}, compared');
    expect(german('{name}, compared', { name: 'Errors' })).toBe('Errors, Vergleich');
  });
});

describe('a report in German', () => {
  test('names its figures, and leaves what people have named as it is', async () => {
    const funnel = barModel(await named('break-funnel'), undefined, german);
    expect(funnel.bars[0]).toMatchObject({ key: 'Offered', name: 'Angeboten' });
    const fill = figureTable(await named('fill-and-errors'), undefined, { word: german });
    expect(fill.heads.slice(0, 3)).toEqual(['Kanal', 'Avails', 'Angeboten']);
    // The name of a channel, which is not translated.
    expect(fill.rows[0]?.name).toBe('Errors');
    const lines = lineModel(await named('sessions-by-channel'), undefined, german);
    expect(lines.lines[0]?.name).toBe('Errors');
    const lost = figureTable(await named('lost-ad-time'), undefined, { word: german });
    expect(lost.rows[0]?.data?.[0]).toBe('us');
    expect(lost.rows[0]).toMatchObject({ key: 'R0', cells: ['wir', 5, 1 / 34, 1] });
  });

  test('has its countries and its sentences', async () => {
    const countries = mapModel(await named('countries'), german).countries;
    expect(countries.map(({ name }) => name)).toContain('Deutschland');
    const counted = await named('countries');
    for (const bar of countryBars(counted, counted, german).bars) {
      expect(bar).toMatchObject({ compared: bar.value });
    }
    const summary = await named('summary');
    const [first] = sentencesOf(summary, german);
    expect(first).toBe('600.000 Sessions sahen 0,2 Stunden zu.');
    expect(sentencesOf(summary, inEnglish)).toEqual(summary.labels);
    expect(summary.labels[0]).toBe('600,000 sessions watched 0.2 hours.');
  });

  test('says which point still counts', async () => {
    const data = { ...(await named('ad-views-over-time')), runningFrom: 0 };
    const model = lineModel(data, undefined, german);
    expect(pointSentence(model, 0)).toContain('20/11 10:00, wird noch gezählt: Ad-Views');
  });
});
