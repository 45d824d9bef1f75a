/** The columns of the workflow list (FLOW-001). */
import type { Flow } from '@interlude/contract';
import { Link } from '@tanstack/react-router';
import { CopyId } from '../../components/copy-id.tsx';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import type { Column } from '../../components/resource-table/column.ts';
import { paths } from '../../paths.ts';

export const flowColumns: readonly Column<Flow>[] = [
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
    cell: ({ id, name, taskTemplates }) => (
      <>
        <Link to={paths.flow} params={{ flowId: id }}>
          {name}
        </Link>
        <span className="flow-tasks wide-only">
          {taskTemplates.length === 1 ? '1 task' : `${taskTemplates.length} tasks`}
        </span>
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
