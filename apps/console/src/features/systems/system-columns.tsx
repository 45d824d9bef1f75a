/** The columns of the system list (SYS-001). */
import { type System, systemType } from '@interlude/contract';
import { Link } from '@tanstack/react-router';
import { CopyId } from '../../components/copy-id.tsx';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import type { Column } from '../../components/resource-table/column.ts';
import { paths } from '../../paths.ts';

export const systemColumns: readonly Column<System>[] = [
  {
    id: 'id',
    header: 'ID',
    sortable: true,
    width: '20%',
    phone: 'hidden',
    cell: ({ id }) => <CopyId id={id} />,
  },
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    hideable: false,
    phone: 'title',
    cell: ({ id, name, type }) => (
      <>
        <Link to={paths.system} params={{ systemId: id }}>
          {name}
        </Link>
        {systemType(type).label !== name && (
          <span className="system-type wide-only">{systemType(type).label}</span>
        )}
      </>
    ),
  },
  {
    id: 'createdAt',
    header: 'Created at',
    sortable: true,
    width: '24%',
    cell: ({ createdAt }) => (
      <span className="dimmed">
        <AbsoluteTime at={createdAt} />
      </span>
    ),
  },
];
