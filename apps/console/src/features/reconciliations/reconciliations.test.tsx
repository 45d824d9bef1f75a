import type { Reconciliation } from '@interlude/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { TitleBar } from '../../app/shell/title-bar.tsx';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show, testSession } from '../../testing/show.suite.tsx';
import { ComparisonResult, comparedCsv } from './comparison-result.tsx';
import { ReconciliationsPage } from './reconciliations-page.tsx';

let network: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  cleanup();
  network?.restore();
  network = undefined;
});

const list = 'GET /api/v2/reconciliations';
const create = 'POST /api/v2/reconciliations';
const read = 'GET /api/v2/reconciliations/r1';
const start = 'POST /api/v2/reconciliations/r1/start';

const file: Reconciliation = {
  ...{ id: 'r1', name: 'week.csv', createdAt: '2026-11-23T12:00:00.000Z' },
  ...{ state: 'mapping', progress: 0, problem: null, mapping: null, result: null },
  preview: {
    columns: ['Ad', 'Date', '', 'Count'],
    rows: [['cr', '23.11.2026', '13', '7']],
    guess: { time: 1, impressions: 3, timeFormat: 'dayFirst', timeZone: 'UTC', hour: null },
  },
};

const hourMs = Date.UTC(2026, 10, 23, 12);
const sums = { theirs: 98, ours: 100, difference: -2, share: -0.02 };
const result = {
  ...{ ...sums, fromMs: hourMs, toMs: hourMs + 3_600_000, rows: 1, skippedRows: 0, differing: 1 },
  lines: [
    {
      ...{ creative: 'a', hourMs, ...sums },
      causes: [{ cause: 'failedBeacons' as const, impressions: 1 }],
    },
  ],
};

const page = (
  <TitleBar productName="Interlude">
    <ReconciliationsPage />
  </TitleBar>
);
const showShown = () => show(page, {}, '/app#r1');
async function choose(content: BlobPart, name = 'week.csv') {
  await screen.findByRole('button', { name: 'Upload CSV' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('no file can be chosen');
  await userEvent.upload(input, new File([content], name, { type: 'text/csv' }));
}
const pick = (label: string, option: string) =>
  userEvent.selectOptions(screen.getByLabelText(label), option);

describe('the page Reconciliation', () => {
  it('says what to do while nothing was compared; a Viewer may not upload', async () => {
    network = answerCalls({ [list]: () => ({ body: [] }) });
    await show(page, { user: { ...testSession.user, role: 'Viewer' } });
    expect(await screen.findByText(/Nothing was compared yet/)).toBeTruthy();
    expect(screen.getByText(/ask an Admin/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Upload CSV' })).toBeNull();
  });

  it('sends the text of a file of any encoding, and opens it by its address', async () => {
    let files: Reconciliation[] = [];
    network = answerCalls({
      [list]: () => ({ body: files }),
      [create]: () => {
        files = [file];
        return { body: file };
      },
      [read]: () => ({ body: file }),
    });
    const { router } = await show(page);
    await choose(new Uint8Array([0xff, 0xfe, 0x61, 0, 0x3b, 0, 0xfc, 0]));
    expect(await screen.findByRole('heading', { name: 'week.csv' })).toBeTruthy();
    expect(network.calls(create)[0]?.body).toEqual({ name: 'week.csv', csv: 'a;ü' });
    expect(router.state.location.hash).toBe('r1');
    const link = screen.getByRole('link', { name: 'week.csv' });
    expect(link.getAttribute('aria-current')).toBe('page');
  });

  it.each([
    ['no text', new Uint8Array([0x50, 0x4b, 3, 4, 0]), 'The file is no text. Export it as CSV.'],
    ['refused', 'one line', 'The file needs a header row and one row below it.'],
  ])('says beside the list what is wrong with a file: %s', async (_of, content, sentence) => {
    network = answerCalls({
      [list]: () => ({ body: [] }),
      [create]: () => ({
        status: 400,
        body: { errorCode: 'RECONCILIATION_FILE_INVALID', message: sentence },
      }),
    });
    await show(page);
    await choose(content);
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  });

  it('starts a comparison when every column is named', async () => {
    network = answerCalls({
      [list]: () => ({ body: [file] }),
      [read]: () => ({ body: file }),
      [start]: () => ({ body: { ...file, state: 'waiting' } }),
    });
    await showShown();
    const compare = await screen.findByRole<HTMLButtonElement>('button', { name: 'Compare' });
    expect(compare.disabled).toBe(true);
    const columns = within(screen.getByRole('table', { name: 'Columns of the file' }));
    expect(columns.getByRole('row', { name: /^Count/ }).textContent).toBe('CountImpressions7');
    await pick('Creative', 'Ad');
    await pick('Hour', 'Column 3');
    expect(columns.getByRole('row', { name: /^Ad/ }).textContent).toBe('AdCreativecr');
    await userEvent.click(compare);
    expect(network.calls(start)[0]?.body).toEqual({
      ...{ creative: 0, time: 1, hour: 2, impressions: 3 },
      ...{ timeFormat: 'dayFirst', timeZone: 'UTC' },
    });
  });

  it('a comparison that failed says why, and can be started with other columns', async () => {
    const mapping = {
      ...{ creative: 0, time: 1, hour: null, impressions: 3 },
      ...{ timeFormat: 'iso' as const, timeZone: 'Europe/Berlin' },
    };
    const problem = '“23.11.2026” is no time of the chosen format. Choose another format.';
    const failed = { ...file, state: 'failed', progress: 100, problem, mapping } as const;
    network = answerCalls({ [list]: () => ({ body: [failed] }), [read]: () => ({ body: failed }) });
    await showShown();
    expect((await screen.findByRole('alert')).textContent).toBe(problem);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Compare' }).disabled).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Time zone of the file').value).toBe(
      'Europe/Berlin',
    );
  });

  it('an address of another or no comparison says that it does not exist', async () => {
    network = answerCalls({
      [list]: () => ({ body: [] }),
      [read]: () => ({ status: 404, body: { errorCode: 'RECONCILIATION_NOT_FOUND' } }),
    });
    await showShown();
    expect((await screen.findByRole('alert')).textContent).toContain('does not exist');
  });
});

describe('a result', () => {
  it('names creative, difference, per cent and causes', async () => {
    await show(<ComparisonResult result={result} name="week.csv" />);
    const table = within(await screen.findByRole('table'));
    expect(table.getByRole('row', { name: /^a / }).textContent).toMatch(
      /98100-2-2%1 beacons failed, 1 not known$/,
    );
  });

  it('shows the hundred largest differences first, then all', async () => {
    const [line] = result.lines;
    const lines = Array.from({ length: 150 }, (_, at) => ({ ...line, creative: `cr ${at}` }));
    const many = { ...result, differing: 150, lines: lines as typeof result.lines };
    const { container } = await show(<ComparisonResult result={many} name="week.csv" />);
    const all = await screen.findByText('Show all 150');
    expect(container.querySelectorAll('tbody tr')).toHaveLength(100);
    await userEvent.click(all);
    expect(container.querySelectorAll('tbody tr')).toHaveLength(150);
  });

  it('SEC-S105 as CSV holds no formula of a creative', () => {
    const lines = result.lines.map((line) => ({ ...line, creative: '=HYPERLINK("http://x","y")' }));
    expect(comparedCsv({ lines }).split('\r\n')[1]).toBe(
      `"'=HYPERLINK(""http://x"",""y"")",2026-11-23 12:00,98,100,-2,-2,"1 beacons failed, 1 not known"`,
    );
  });
});
