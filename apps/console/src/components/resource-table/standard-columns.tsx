/** Columns that nearly every list has. */
import { CopyId } from '../copy-id.tsx';
import { AbsoluteTime } from '../relative-time.tsx';
import type { Column } from './column.ts';

/** The id, to be copied; not on phones. */
export function idColumn<Row extends { readonly id: string }>(
  width: string,
  header = 'ID',
): Column<Row> {
  return {
    id: 'id',
    header,
    sortable: true,
    width,
    phone: 'hidden',
    cell: ({ id }) => <CopyId id={id} />,
  };
}

/** When it was made, in the locale of the browser (OP-68). */
export function createdAtColumn<Row extends { readonly createdAt: string }>(
  width: string,
  header = 'Created at',
): Column<Row> {
  return {
    id: 'createdAt',
    header,
    sortable: true,
    width,
    cell: ({ createdAt }) => (
      <span className="dimmed">
        <AbsoluteTime at={createdAt} />
      </span>
    ),
  };
}
