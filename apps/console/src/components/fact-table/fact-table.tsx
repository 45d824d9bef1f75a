/** A small table of facts; on a phone each row is stacked, each cell with its heading. */
import type { ReactNode } from 'react';
import './fact-table.css';

interface FactColumn {
  readonly header: string;
  readonly className?: string;
}

interface FactRow {
  readonly cells: readonly ReactNode[];
  /** `data-…` of the row, for colours. */
  readonly mark?: string | undefined;
}

interface FactTableProps {
  readonly label: string;
  readonly showLabel?: boolean;
  readonly columns: readonly FactColumn[];
  readonly rows: readonly FactRow[];
}

export function FactTable({ label, showLabel = false, columns, rows }: FactTableProps) {
  return (
    <table className="fact-table">
      <caption className={showLabel ? undefined : 'sr-only'}>{label}</caption>
      <thead>
        <tr>
          {columns.map(({ header, className }) => (
            <th key={header} scope="col" className={className}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cells, mark }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was found may stand there twice
          <tr key={place} data-mark={mark}>
            {columns.map(({ header, className }, column) => (
              <td key={header} className={className} data-header={header}>
                {cells[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
