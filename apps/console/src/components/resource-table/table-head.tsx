import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { t } from '../../texts/t.ts';
import type { ListView } from '../list-view/use-list-view.ts';
import type { Column } from './column.ts';

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly view: ListView;
  readonly hasActions: boolean;
  readonly phone: boolean;
}

export function TableHead<Row>({ columns, view, hasActions, phone }: TableHeadProps<Row>) {
  if (phone) {
    return (
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('Item')}</th>
          <th scope="col">{t('Actions')}</th>
        </tr>
      </thead>
    );
  }
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} view={view} />
        ))}
        {hasActions && (
          <th scope="col" className="actions-head">
            <span className="sr-only">{t('Actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function HeadCell<Row>({ column, view }: { column: Column<Row>; view: ListView }) {
  const { id, header, sortable, width, align } = column;
  const { sort } = view.state;
  const sorted = sort === `-${id}` ? 'descending' : sort === id ? 'ascending' : undefined;
  return (
    <th scope="col" style={{ width, textAlign: align }} aria-sort={sorted}>
      {sortable ? (
        <button type="button" className="sort" onClick={() => view.sortBy(id)}>
          {header}
          <span className="sort-mark" aria-hidden="true">
            {sorted === 'ascending' ? <IconArrowUp size={13} /> : <IconArrowDown size={13} />}
          </span>
        </button>
      ) : (
        header
      )}
    </th>
  );
}
