import { inflateRawSync } from 'node:zlib';
import type { SheetCell } from '@interlude/contract';
import { mainRange } from '@interlude/reporting';
import { describe, expect, it } from 'vitest';
import { firstDay, lineData } from '../../../testing/reports.suite.ts';
import { cellText, csvText, sheetDate } from './cell-values.ts';
import { exportFileName } from './file-name.ts';
import { exportSheets } from './workbook.ts';
import { writeWorkbook } from './write-workbook.ts';

const clock = { nowMs: Date.parse('2026-11-23T08:30:15.250Z'), zone: 'Europe/Berlin' };
const range = mainRange({ type: 'Last week' }, clock);
const exported = (cells: SheetCell[][] = [['Day', 'Ad views']]) => ({
  definition: { title: 'Ad views over time', chartType: 'AreaAndLine' as const },
  instances: [
    { range, data: lineData({ excelData: { sheets: [{ name: 'Period 1', data: cells }] } }) },
    { range, failure: { code: 'REPORT_TOO_SLOW', message: 'The report took too long.' } },
  ],
  ...{ interval: 86_400_000, tenantName: 'Nordlicht', nowMs: clock.nowMs, zone: clock.zone },
});

/** Files of a zip by name; sizes and places stand in its central directory (APPNOTE 4.3.12). */
async function filesOf(blob: Blob): Promise<ReadonlyMap<string, string>> {
  const bytes = Buffer.from(await blob.arrayBuffer());
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6])) + 16);
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    const isDeflated = bytes.readUInt16LE(at + 10) === 8;
    files.set(name, (isDeflated ? inflateRawSync(content) : content).toString('utf8'));
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + bytes.readUInt16LE(at + field), 0);
  }
  return files;
}

describe('an export', () => {
  it('EXP-002 OP-52 is named by report, interval and moment', () => {
    expect(exportFileName('ad-views', 86_400_000, clock.nowMs, 'xlsx')).toBe(
      'ad-views_DAYS_2026-11-23T08-30-15.250Z.xlsx',
    );
    expect(exportFileName('../a:b', 3_600_000, clock.nowMs, 'csv')).toBe(
      '..-a-b_HOURS_2026-11-23T08-30-15.250Z.csv',
    );
  });

  it('EXP-003 EXP-004 EXP-005 has a header block and the figures, one sheet a period', () => {
    const [first, second] = exportSheets(exported());
    expect(first).toEqual({
      name: 'Period 1',
      zone: 'Europe/Berlin',
      rows: [
        ['Generated', { dateMs: clock.nowMs }],
        ['Tenant', 'Nordlicht'],
        ['Date range', '16/11/26 - 22/11/26'],
        ['Report type', 'Ad views over time'],
        ['Time zone', 'Europe/Berlin'],
        [],
        ['Day', 'Ad views'],
      ],
    });
    expect(second?.name).toBe('Period 2');
    expect(second?.rows.at(-1)).toEqual(['Error', 'REPORT_TOO_SLOW: The report took too long.']);
  });

  it('EXP-001 EXP-004 is a spreadsheet with figures as figures, dates as dates, and text as text', async () => {
    const attack = '=HYPERLINK("https://e.example","x")&<b>\u0000';
    const sheets = exportSheets(
      exported([
        ['Day', attack],
        [{ dateMs: firstDay }, 1_234.5, null],
      ]),
    );
    const files = await filesOf(await writeWorkbook(sheets));
    const workbook = files.get('xl/workbook.xml') ?? '';
    expect([...workbook.matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      ...['Period 1', 'Period 2'],
    ]);
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).not.toContain('<f>');
    // 16 November 2026, 00:00 in Berlin, in days since 1900.
    expect(sheet).toMatch(/<c r="A8" s="\d+"[^>]*><v>46342<\/v><\/c>/);
    expect(sheet).toMatch(/<c r="B8"[^>]*><v>1234.5<\/v><\/c>/);
    const texts = files.get('xl/sharedStrings.xml') ?? '';
    expect(texts).toContain('=HYPERLINK(');
    expect(texts).toContain('&amp;&lt;b&gt;');
    expect(texts).not.toContain('\u0000');
  });

  it('a date of a sheet shows the clock of its zone', () => {
    const at = Date.parse('2026-03-29T01:30:00.000Z');
    expect(sheetDate(at, 'Europe/Berlin').toISOString()).toBe('2026-03-29T03:30:00.000Z');
    expect(cellText(`a\u0001b${'x'.repeat(40_000)}`)).toHaveLength(32_767);
  });

  it('as CSV quotes what has to be, and makes no formula of a text', () => {
    const rows: SheetCell[][] = [
      ['=1+1', '+49', '-x', '@y', 'plain'],
      ['a "b", c', -5, null, { dateMs: firstDay }],
      [' =1+1', '\uFF1D1+1', '\n@y'],
    ];
    expect(csvText([{ name: 'Period 1', zone: 'Europe/Berlin', rows }])).toBe(
      `\uFEFF'=1+1,'+49,'-x,'@y,plain\r\n"a ""b"", c",-5,,2026-11-16 00:00\r\n' =1+1,'\uFF1D1+1,"'\n@y"\r\n`,
    );
    const two = csvText(exportSheets(exported()));
    expect(two.split('\r\n')[0]).toBe('\uFEFFPeriod 1');
    expect(two).toContain('\r\n\r\nPeriod 2\r\n');
  });
});
