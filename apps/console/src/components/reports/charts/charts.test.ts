import type { ReportData } from '@interlude/contract';
import {
  barModel,
  barOption,
  type ChartColours,
  changeText,
  clampZoom,
  countriesWithoutShape,
  figureTable,
  figureText,
  gigabytes,
  isAlone,
  lineModel,
  lineOption,
  mapModel,
  mapOption,
  pointSentence,
  pointText,
  pointTip,
  seriesColours,
  seriesMarks,
  thousands,
} from '@interlude/reporting/charts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstDay, lineData } from '../../../testing/reports.suite.ts';
import { pointByKey } from './chart-keys.ts';
import { chartResizeMs, debounced } from './debounce.ts';
import { kpiTiles } from './kpi-chart.tsx';
import { sortedRows } from './table-chart.tsx';

const dayMs = 86_400_000;
const colours: ChartColours = {
  ...{ text: '#1b1d22', dimmed: '#5f6470', line: '#e9eaed', surface: '#ffffff' },
  bad: '#c22f2a',
  ...{
    accent: seriesColours.light[0],
    series: seriesColours.light,
    compare: seriesColours.light[1],
  },
  ...{ mapEmpty: '#eee', mapLeast: '#ccf', mapMost: '#224', font: 'Inter' },
};
const weekBefore = (): ReportData => {
  const data = lineData();
  const labels = data.labels.map((label) => Number(label) - 7 * dayMs);
  return { ...data, labels, series: [{ name: 'Ad views', data: [1, 2, 3, 4, 5, 6, 7] }] };
};
/** The parts of an option that a test reads. */
const read = (option: object) => option as Record<string, Record<string, unknown>>;
const seriesOf = (option: object) =>
  Object(option).series as { name: string; data: unknown[]; lineStyle: { type: string } }[];

describe('figures as text', () => {
  it('REP-030 have dots between thousands', () => {
    expect([0, 999, 1_000, 1_234_567].map(thousands)).toEqual(['0', '999', '1.000', '1.234.567']);
  });

  it('REP-004 bytes are decimal gigabytes with two decimals', () => {
    expect([0, 1e9, 1_234_567_890, 2 ** 30].map(gigabytes)).toEqual([
      ...['0,00', '1,00', '1,23', '1,07'],
    ]);
  });

  it('REP-031 points are D/M/YY, or D/M HH:mm when they are less than a day apart', () => {
    expect(pointText(firstDay, dayMs, 'Europe/Berlin')).toBe('16/11/26');
    expect(pointText(firstDay, 7 * dayMs, 'Europe/Berlin')).toBe('16/11/26');
    expect(pointText(firstDay + 3_600_000, 3_600_000, 'Europe/Berlin')).toBe('16/11 01:00');
    expect(pointText(firstDay, 3_600_000, 'Asia/Kathmandu')).toBe('16/11 04:45');
  });

  it('have their unit, and nothing measured is no 0', () => {
    const shown = [
      figureText(0.875, 'ratio'),
      ...[figureText(850, 'milliseconds'), figureText(12_500, 'milliseconds')],
      ...[figureText(3_600_000, 'milliseconds'), figureText(36e6, 'milliseconds')],
      ...[figureText(12.5, 'money'), figureText(null), figureText('Spring', 'text')],
    ];
    expect(shown).toEqual([
      ...['87,5 %', '850 ms', '12,5 s', '60 min', '10 h', '12,50', '–', 'Spring'],
    ]);
    expect([
      changeText(106, 100),
      changeText(90, 100),
      changeText(1, 0),
      changeText(1, null),
    ]).toEqual([...['+6 %', '−10 %', '', '']]);
  });
});

describe('lines over time', () => {
  const model = lineModel(lineData(), weekBefore());

  it('REP-023 compares on one axis, with both dates in the tooltip', () => {
    expect(model.points[0]).toBe('16/11/26');
    expect(
      pointTip(model, 6).map(({ date, rows }) => [date, rows.map(({ value }) => value)]),
    ).toEqual([
      ['22/11/26', ['1.234.567', '1.000.000']],
      ['15/11/26', ['7']],
    ]);
    expect(pointSentence(model, 0)).toBe('16/11/26: Ad views 10, Completed 9; 9/11/26: Ad views 1');
    const option = lineOption(model, colours);
    expect(read(option)['xAxis']?.['data']).toHaveLength(7);
    expect(seriesOf(option).map(({ name, lineStyle }) => [name, lineStyle.type])).toEqual([
      ['Ad views', 'solid'],
      ['Completed', 'solid'],
      ['Compared period', 'dashed'],
    ]);
  });

  it('a longer compared period has points of its own at the end', () => {
    const before = weekBefore();
    const longer = { ...before, labels: [...before.labels, firstDay] };
    expect(lineModel(lineData(), longer).length).toBe(8);
    expect(pointTip(lineModel(lineData(), longer), 7).map(({ date }) => date)).toEqual([
      '16/11/26',
    ]);
  });

  it('REP-023 a gap stays a gap, and a point between gaps has a mark', () => {
    const values = [null, 5, null, 6, 7];
    expect(values.map((_value, index) => isAlone(values, index))).toEqual([
      ...[false, true, false, false, false],
    ]);
    const [line] = seriesOf(lineOption(lineModel(lineData()), colours));
    expect(line?.data[3]).toEqual({ value: null });
    expect(line).toMatchObject({ connectNulls: false });
    expect(pointTip(lineModel(lineData()), 3)[0]?.rows[0]?.value).toBe('–');
  });

  it('REP-023 the running bucket is drawn dotted and named', () => {
    const running = lineModel(lineData({ runningFrom: 6, complete: false }));
    const drawn = seriesOf(lineOption(running, colours)).filter(({ name }) => name === 'Ad views');
    expect(drawn.map(({ lineStyle }) => lineStyle.type)).toEqual(['solid', 'dotted']);
    const values = drawn.map(({ data }) => data.map((point) => Object(point).value));
    expect(values).toEqual([
      [10, 20, 30, null, 50, 60, null],
      [null, null, null, null, null, 60, 1_234_567],
    ]);
    expect(pointTip(running, 6)[0]?.date).toBe('22/11/26, still counting');
    expect(pointTip(running, 5)[0]?.date).toBe('21/11/26');
  });

  it('REP-026 shows at most five lines, each with a colour and a mark of its own', () => {
    const series = Array.from({ length: 8 }, (_none, line) => ({ name: `C${line}`, data: [line] }));
    const five = lineModel(lineData({ chartType: 'MultiLine', series }));
    expect(five.lines.map(({ name }) => name)).toEqual(['C0', 'C1', 'C2', 'C3', 'C4']);
    expect(seriesColours.light).toHaveLength(5);
    expect(new Set(seriesMarks).size).toBe(5);
  });

  it('REP-028 the completion of a campaign is a percentage, its tooltip Completed Ad Views', () => {
    const point = (day: number, value: number, ratio: number | null) => ({
      key: firstDay + day * dayMs,
      key_as_string: new Date(firstDay + day * dayMs).toISOString(),
      ...{ bcn_q4: { value }, ratio: { value: ratio } },
    });
    const campaignsData = [point(0, 875, 0.875), point(1, 0, null)];
    const data = lineData({ chartType: 'CampaignArea', labels: [], series: [], campaignsData });
    const campaign = lineModel(data);
    expect(campaign.lines[0]).toMatchObject({ name: 'Completed Ad Views', isArea: true });
    expect(pointTip(campaign, 0)).toMatchObject([
      { date: '16/11/26', rows: [{ name: 'Completed Ad Views', value: '875 (87,5 %)' }] },
    ]);
    expect(pointTip(campaign, 1)[0]?.rows[0]?.value).toBe('–');
    const [axis] = Object(lineOption(campaign, colours)).yAxis;
    expect(axis).toMatchObject({ min: 0, max: 1 });
    expect(Object(axis?.['axisLabel']).formatter(0.5)).toBe('50 %');
  });
});

/** Lab distance of colours as people with a colour vision deficiency see them (Machado et al. 2009, severity 1). */
const deficiencies = {
  none: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deutan: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
  tritan: [
    1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039,
  ],
};
const linear = (hex: string) =>
  [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
const times = (matrix: readonly number[], vector: readonly number[]) =>
  [0, 3, 6].map((row) =>
    vector.reduce((sum, value, column) => sum + (matrix[row + column] ?? 0) * value, 0),
  );
const toXyz = [0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192, 0.9505];
const lab = (rgb: readonly number[]) => {
  const seen = rgb.map((channel) => Math.min(1, Math.max(0, channel)));
  const [x = 0, y = 0, z = 0] = times(toXyz, seen).map((value, index) => {
    const part = value / ([0.95047, 1, 1.08883][index] ?? 1);
    return part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};
const luminance = (hex: string) => times(toXyz, linear(hex))[1] ?? 0;
const contrast = (one: string, other: string) => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

describe('the colours of lines', () => {
  const themes = [
    ['light', '#ffffff'],
    ['dark', '#121316'],
  ] as const;

  it.each(themes)(
    'REP-026 in the %s theme keep apart for every eye and from the card',
    (theme, card) => {
      const list = seriesColours[theme];
      for (const matrix of Object.values(deficiencies)) {
        const seen = list.map((hex) => lab(times(matrix, linear(hex))));
        const distances = seen.flatMap((one, index) =>
          seen
            .slice(index + 1)
            .map((other) => Math.hypot(...one.map((v, at) => v - (other[at] ?? 0)))),
        );
        expect(Math.min(...distances)).toBeGreaterThan(20);
      }
      expect(Math.min(...list.map((hex) => contrast(hex, card)))).toBeGreaterThan(3);
    },
  );
});

describe('bars', () => {
  it('REP-027 are the ten largest, in descending order', () => {
    const labels = Array.from({ length: 12 }, (_none, index) => `Creative ${index}`);
    const data = labels.map((_label, index) => (index * 7) % 12);
    const report = lineData({
      chartType: 'HorizontalBars',
      labels,
      series: [{ name: 'Ads', data }],
    });
    const before = { ...report, series: [{ name: 'Ads', data: labels.map(() => 3) }] };
    const model = barModel(report, before);
    expect(model.bars.map(({ value }) => value)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(model.bars[0]).toMatchObject({ name: 'Creative 5', value: 11, compared: 3 });
    const option = barOption(model, colours);
    expect(read(option)['yAxis']).toMatchObject({ inverse: true });
    expect(seriesOf(option).map(({ name }) => name)).toEqual(['Ads', 'Compared period']);
    expect(seriesOf(barOption(barModel(report), colours))).toHaveLength(1);
  });
});

describe('the map', () => {
  const countries = lineData({
    chartType: 'Map',
    labels: ['DE', 'MT', 'FR'],
    series: [
      { name: 'Ad views', data: [900, 12, null] },
      { name: 'Viewers', data: [90, 3, null] },
    ],
    countries: [
      { code: 'DE', name: 'Germany', isocode: '276' },
      { code: 'MT', name: 'Malta', isocode: '470' },
      { code: 'FR', name: 'France', isocode: '250' },
    ],
    attribution: 'IP data by NRO.net',
  });

  it('REP-025 its zoom is limited to 1 to 100', () => {
    expect([0, 1, 42, 100, 160].map(clampZoom)).toEqual([1, 1, 42, 100, 100]);
    const projection = { project: (p: number[]) => p, unproject: (p: number[]) => p };
    const [series] = seriesOf(mapOption(mapModel(countries), projection, colours));
    expect(series).toMatchObject({ roam: true, scaleLimit: { min: 1, max: 100 } });
    expect(series?.data).toEqual([
      { name: '276', value: 900 },
      { name: '470', value: 12 },
    ]);
  });

  it('REP-024 its table has Country and the series, and the countries that are too small for the map', () => {
    expect(figureTable(countries)).toMatchObject({
      heads: ['Country', 'Ad views', 'Viewers'],
      rows: [
        { name: 'Germany', cells: [900, 90] },
        { name: 'Malta', cells: [12, 3] },
        { name: 'France', cells: [null, null] },
      ],
    });
    const missing = countriesWithoutShape(mapModel(countries), new Set(['276', '250']));
    expect(missing.map(({ name }) => name)).toEqual(['Malta']);
  });
});

describe('the table behind a chart', () => {
  it('has the figures of lines with both dates, and sorts with gaps at the end', () => {
    const table = figureTable(lineData(), weekBefore());
    expect(table.heads).toEqual([
      ...['Date', 'Ad views', 'Completed', 'Compared date', 'Ad views, compared'],
    ]);
    expect(table.rows[3]).toEqual({ name: '19/11/26', cells: [null, null, '12/11/26', 4] });
    const sorted = sortedRows(table.rows, { column: 1, descending: true });
    expect(sorted.map(({ cells }) => cells[0])).toEqual([1_234_567, 60, 50, 30, 20, 10, null]);
    expect(sortedRows(table.rows, { column: 1, descending: false }).at(-1)?.cells[0]).toBeNull();
  });

  it('of chart type Table has its own heads, and the compared row by its key', () => {
    const row = (key: string, name: string, value: number) => ({ key, name, data: [value] });
    const table = (...series: ReturnType<typeof row>[]) =>
      lineData({ chartType: 'Table', labels: ['Channel', 'Fill'], units: ['ratio'], series });
    const made = figureTable(table(row('c1', 'News', 0.9)), table(row('c1', 'Old name', 0.8)));
    expect(made).toEqual({
      ...{ heads: ['Channel', 'Fill'], units: ['ratio'] },
      rows: [{ name: 'News', key: 'c1', cells: [0.9], data: [0.9], compared: [0.8] }],
    });
  });
});

describe('the main figures', () => {
  const kpi = (count: number) =>
    lineData({
      chartType: 'SSAIMainKPI',
      labels: Array.from({ length: count }, (_none, index) => `Figure ${index}`),
      metrics: Array.from({ length: count }, () => 1_234_567),
      hovers: Array.from({ length: count }, () => 'What it is.'),
      units: Array.from({ length: count }, () => 'count' as const),
    });

  it('REP-029 need exactly four values, labels and hovers', () => {
    expect(kpiTiles(kpi(4))).toHaveLength(4);
    expect([kpiTiles(kpi(3)), kpiTiles(kpi(5)), kpiTiles({ ...kpi(4), hovers: [] })]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });

  it('REP-030 have dots and their change', () => {
    const before = { ...kpi(4), metrics: [1_000_000, 0, null, 1_234_567] };
    expect(kpiTiles(kpi(4), before)?.map(({ value, change }) => [value, change])).toEqual([
      ['1.234.567', '+23,5 %'],
      ['1.234.567', ''],
      ['1.234.567', ''],
      ['1.234.567', '±0 %'],
    ]);
  });
});

describe('the frame of a chart', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('REP-032 OP-11 takes a new size after it has been the same for a second', () => {
    const run = vi.fn();
    const resize = debounced(run, chartResizeMs);
    expect(chartResizeMs).toBe(1_000);
    resize.call();
    vi.advanceTimersByTime(999);
    resize.call();
    vi.advanceTimersByTime(999);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(1);
    resize.call();
    resize.stop();
    vi.advanceTimersByTime(2_000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('its points are reached by keys', () => {
    expect(pointByKey('ArrowRight', -1, 7)).toBe(0);
    expect(pointByKey('ArrowRight', 6, 7)).toBe(6);
    expect(pointByKey('ArrowLeft', 0, 7)).toBe(0);
    expect([pointByKey('Home', 4, 7), pointByKey('End', 4, 7)]).toEqual([0, 6]);
    expect([pointByKey('a', 4, 7), pointByKey('End', 0, 0)]).toEqual([undefined, undefined]);
  });
});
