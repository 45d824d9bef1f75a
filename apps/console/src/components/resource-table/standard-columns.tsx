/** The columns of nearly every list. */
import type { ReactNode } from 'react';
import { t } from '../../texts/t.ts';
import { CopyId } from '../copy-id.tsx';
import { AbsoluteTime } from '../relative-time.tsx';
import type { Column } from './column.ts';

/** The name as a link to the page of the item, the title of the row on phones; never hidden. */
export function nameColumn<Row>(cell: (row: Row) => ReactNode, header = t('Name')): Column<Row> {
  return { id: 'name', header, sortable: true, hideable: false, phone: 'title', cell };
}

/** The id with a copy button; not on phones. */
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

/** The time of creation in the locale of the browser (OP-68). */
export function createdAtColumn<Row extends { readonly createdAt: string }>(
  width: string,
  header = t('Created at'),
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
