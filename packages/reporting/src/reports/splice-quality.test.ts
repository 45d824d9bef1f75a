import { describe, expect, test } from 'vitest';
import type { Counters } from '../fold/batch.ts';
import type { CounterQuery, CounterSum, Figures } from './figures.ts';
import type { Report } from './report.ts';
import { spliceQuality, spliceQualityByCreative } from './splice-quality.ts';

type Sums = Partial<Counters>;

async function read(report: Report, rows: Readonly<Record<string, Sums>>, keys: string[] = []) {
  const asked: CounterQuery[] = [];
  const counters: Figures['counters'] = async (_scope, query) => {
    asked.push(query);
    return Object.entries(rows).map(
      ([value, sums]): CounterSum => ({ bucket: 0, channel: '', campaign: '', value, sums }),
    );
  };
  const data = await report.read({
    figures: { counters } as Figures,
    scope: { edges: [0, 1], channelIds: [], campaign: '' },
    params: { instance: 0, keys },
    settings: {
      ...{ timeZone: 'UTC', viewerIdPolicy: 'daily', campaignFrom: 'none' },
      ...{ cpm: 0, cpmAdSeconds: 30, currency: 'EUR' },
    },
    nowMs: 1,
    runningFrom: 1,
  });
  return {
    data,
    asked,
    rows: Object.fromEntries((data.series ?? []).map((row) => [row.name, row.data])),
  };
}

describe('splice quality', () => {
  test('has rates by splices that were observed, beside spans of 30 s away from them', async () => {
    const { data, rows } = await read(spliceQuality, {
      contentToAd: { stallSplices: 2_000, stalls: 25, exitSplices: 4_000, exits: 10 },
      adToContent: { exitSplices: 1_000, exits: 3 },
      'silent-adToAd': { exitSplices: 500, exits: 1 },
      'away-stalls': { viewMs: 30_000 * 1_000, stalls: 4 },
      'away-exits': { viewMs: 30_000 * 2_000, exits: 5 },
    });
    expect(rows).toEqual({
      'Content to ad': [2_000, 25, 12.5, 2.5, 0, null],
      'Ad to ad': [0, null, null, null, 500, 2],
      // Of players that report with requests, exits at the return to content are known, stalls are not.
      'Ad to content': [0, null, null, 3, 0, null],
      'All splices': [2_000, 25, 12.5, 2.6, 500, 2],
      'Away from splices, by 30 s': [1_000, 4, 4, 2.5, 0, null],
    });
    expect(data.hint).toBeUndefined();
    expect(data.excelData?.sheets[0]?.data).toHaveLength(6);
  });

  test('without any report says how players report, with the exits that requests show', async () => {
    const nothing = await read(spliceQuality, {});
    expect(nothing.data.series).toBeUndefined();
    for (const player of ['hls.js', 'Shaka Player', 'dash.js']) {
      expect(nothing.data.hint).toContain(player);
    }
    const silent = await read(spliceQuality, { 'silent-adToAd': { exitSplices: 10, exits: 1 } });
    expect(silent.rows['Ad to ad']).toEqual([0, null, null, null, 10, 100]);
    expect(silent.data.hint).toBe(nothing.data.hint);
  });

  test('by creative names the worst first, and the compared period shows the same ones', async () => {
    const rows = {
      calm: { stallSplices: 1_000, stalls: 1, exitSplices: 1_000 },
      bad: { stallSplices: 500, stalls: 9, exitSplices: 600, exits: 3 },
      unseen: { impressions: 4 },
    };
    const main = await read(spliceQualityByCreative, rows);
    expect(main.data.series).toEqual([
      { name: 'bad', key: 'bad', data: [500, 9, 18, 5] },
      { name: 'calm', key: 'calm', data: [1_000, 1, 1, 0] },
    ]);
    expect(main.asked[1]?.top).toEqual({ by: 'stallSplices', limit: 20 });
    const compared = await read(spliceQualityByCreative, rows, [...(main.data.keys ?? [])]);
    expect(compared.asked[0]).toMatchObject({ values: ['bad', 'calm'] });
  });
});
