/** The columns of the system list (SYS-001). */
import { type System, systemType } from '@interlude/contract';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/resource-table/column.ts';
import {
  createdAtColumn,
  idColumn,
  nameColumn,
} from '../../components/resource-table/standard-columns.tsx';
import { paths } from '../../paths.ts';
import { known } from '../../texts/t.ts';

export const systemColumns: readonly Column<System>[] = [
  idColumn('20%'),
  nameColumn(({ id, name, type }) => (
    <>
      <Link to={paths.system} params={{ systemId: id }}>
        {name}
      </Link>
      {systemType(type).label !== name && (
        <span className="system-type wide-only">{known(systemType(type).label)}</span>
      )}
    </>
  )),
  createdAtColumn('24%'),
];
