/** The columns of the asset list (AST-001). */
import type { Title } from '@interlude/contract';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/resource-table/column.ts';
import {
  createdAtColumn,
  idColumn,
  nameColumn,
} from '../../components/resource-table/standard-columns.tsx';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';

export const titleColumns: readonly Column<Title>[] = [
  nameColumn(({ id, name }) => (
    <Link to={paths.title} params={{ assetId: id }} title={name} className="title-name">
      {name}
    </Link>
  )),
  {
    id: 'type',
    header: t('Type'),
    sortable: true,
    width: '12%',
    cell: ({ type }) => <span className="dimmed">{type}</span>,
  },
  {
    id: 'state',
    header: t('State'),
    sortable: true,
    width: '12%',
    phone: 'hidden',
    cell: ({ state }) => <span className="dimmed">{state}</span>,
  },
  idColumn('18%'),
  createdAtColumn('18%'),
];
