/** Figures as a table: of the chart type Table, and behind every other chart. A click on a head sorts. */
import { type FigureRow, type FigureTable, figureText } from '@interlude/reporting/charts';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../texts/t.ts';

interface TableChartProps {
  readonly label: string;
  readonly table: FigureTable;
  /** Gives the action that shows the breaks behind a row; undefined for a row without one. */
  readonly opens?: ((row: FigureRow) => (() => void) | undefined) | undefined;
}

interface Sort {
  /** 0 = the names, from 1 on the columns. */
  readonly column: number;
  readonly descending: boolean;
}

const valueIn = (row: FigureRow, column: number) =>
  column === 0 ? row.name : row.cells[column - 1];

/** Rows in order of a column; missing figures come last. */
export function sortedRows(
  rows: readonly FigureRow[],
  sort: Sort | undefined,
): readonly FigureRow[] {
  if (sort === undefined) return rows;
  const { column, descending } = sort;
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueIn(one, column), valueIn(other, column)];
    if (a === null || a === undefined) return 1;
    if (b === null || b === undefined) return -1;
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * String(a).localeCompare(String(b), undefined, { numeric: true });
  });
}

export function TableChart({ label, table, opens }: TableChartProps) {
  const [sort, setSort] = useState<Sort>();
  const { heads, units, rows, noteHead } = table;
  const sortBy = (column: number) =>
    setSort((now) =>
      now?.column === column
        ? { column, descending: !now.descending }
        : { column, descending: column > 0 },
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area has to be reached by keyboard
    <section className="figure-table" aria-label={t('{label}: table', { label })} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head, column) => (
              <th key={head} scope="col" aria-sort={ariaSort(sort, column)}>
                <button type="button" onClick={() => sortBy(column)}>
                  {head}
                  {sort?.column === column &&
                    (sort.descending ? <IconArrowDown size={12} /> : <IconArrowUp size={12} />)}
                </button>
              </th>
            ))}
            {noteHead !== undefined && (
              <th scope="col" className="figure-note">
                {noteHead}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sortedRows(rows, sort).map((row) => (
            <tr key={row.name + String(row.cells[0])}>
              <th scope="row">
                <RowName name={row.name} open={opens?.(row)} />
              </th>
              {row.cells.map((cell, index) => (
                <td key={heads[index + 1]} className="num">
                  {figureText(cell, units[index])}
                  {typeof row.compared?.[index] === 'number' && (
                    <span className="dimmed figure-before">
                      <span className="sr-only">{t(', compared')} </span>
                      {figureText(row.compared[index], units[index])}
                    </span>
                  )}
                </td>
              ))}
              {noteHead !== undefined && <td className="figure-note">{row.note}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The name of a row; a button where the row leads to breaks. */
function RowName({ name, open }: { name: string; open: (() => void) | undefined }) {
  if (open === undefined) return name;
  return (
    <button
      type="button"
      className="figure-open"
      title={t('Show the breaks behind it')}
      onClick={open}
    >
      {name}
    </button>
  );
}

function ariaSort(sort: Sort | undefined, column: number) {
  if (sort?.column !== column) return;
  return sort.descending ? 'descending' : 'ascending';
}
