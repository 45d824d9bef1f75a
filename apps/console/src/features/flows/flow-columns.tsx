/** The columns of the workflow list (FLOW-001). */
import type { Flow } from '@interlude/contract';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/resource-table/column.ts';
import {
  createdAtColumn,
  idColumn,
  nameColumn,
} from '../../components/resource-table/standard-columns.tsx';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';

export const flowColumns: readonly Column<Flow>[] = [
  idColumn('20%'),
  nameColumn(({ id, name, taskTemplates }) => (
    <>
      <Link to={paths.flow} params={{ flowId: id }}>
        {name}
      </Link>
      <span className="flow-tasks wide-only">
        {taskTemplates.length === 1
          ? t('1 task')
          : t('{count} tasks', { count: taskTemplates.length })}
      </span>
    </>
  )),
  createdAtColumn('24%'),
];
