/** A row on a phone: title over one quiet line of facts; switch and actions at the right. */
import type { ReactNode } from 'react';
import type { Column } from './column.ts';

interface PhoneRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly actions: ReactNode;
}

export function PhoneRow<Row>({ row, columns, actions }: PhoneRowProps<Row>) {
  const at = (place: Column<Row>['phone']) =>
    columns.filter((column) => (column.phone ?? 'meta') === place);
  return (
    <tr>
      <td className="phone-cell">
        <div className="phone-title">
          {at('title').map((column) => (
            <span key={column.id}>{column.cell(row)}</span>
          ))}
        </div>
        <div className="phone-meta">
          {at('meta').map((column) => (
            <span key={column.id}>{column.cell(row)}</span>
          ))}
        </div>
      </td>
      <td className="actions-cell">
        <div className="phone-end">
          {at('end').map((column) => (
            <span key={column.id}>{column.cell(row)}</span>
          ))}
          <div className="row-actions">{actions}</div>
        </div>
      </td>
    </tr>
  );
}
