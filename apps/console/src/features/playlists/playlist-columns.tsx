/** The columns of the playlist list (PLY-001). */
import type { Playlist } from '@interlude/contract';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/resource-table/column.ts';
import {
  createdAtColumn,
  idColumn,
  nameColumn,
} from '../../components/resource-table/standard-columns.tsx';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';

const createdAt = createdAtColumn<Playlist>('24%');

export const playlistColumns: readonly Column<Playlist>[] = [
  idColumn('20%'),
  nameColumn((playlist) => (
    <>
      <Link to={paths.playlist} params={{ playlistId: playlist.id }}>
        {playlist.name}
      </Link>
      <span className="playlist-about wide-only">{aboutText(playlist)}</span>
    </>
  )),
  {
    ...createdAt,
    cell: (playlist) => (
      <>
        {createdAt.cell(playlist)}
        <span className="playlist-about narrow-only">{aboutText(playlist)}</span>
      </>
    ),
  },
];

function aboutText({ type, status, contents }: Playlist): string {
  const items =
    contents.length === 1 ? t('1 item') : t('{count} items', { count: contents.length });
  return [type, items, ...(status === 'disabled' ? [status] : [])].join(', ');
}
