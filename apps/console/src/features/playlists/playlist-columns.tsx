/** The columns of the playlist list (PLY-001). */
import type { Playlist } from '@interlude/contract';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/resource-table/column.ts';
import { createdAtColumn, idColumn } from '../../components/resource-table/standard-columns.tsx';
import { paths } from '../../paths.ts';

export const playlistColumns: readonly Column<Playlist>[] = [
  idColumn('20%'),
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    hideable: false,
    phone: 'title',
    cell: ({ id, name, type, status, contents }) => (
      <>
        <Link to={paths.playlist} params={{ playlistId: id }}>
          {name}
        </Link>
        <span className="playlist-about wide-only">
          {type}, {contents.length === 1 ? '1 item' : `${contents.length} items`}
          {status === 'disabled' && ', disabled'}
        </span>
      </>
    ),
  },
  createdAtColumn('24%'),
];
