/** The playlists of the tenant (PLY-001). */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useListView } from '../../components/list-view/use-list-view.ts';
import { ResourceTable } from '../../components/resource-table/resource-table.tsx';
import { DeleteAction, EditAction } from '../../components/resource-table/row-actions.tsx';
import { newId, paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { playlistColumns } from './playlist-columns.tsx';
import { usePlaylistList, useRemovePlaylist } from './playlist-queries.ts';
import './playlists.css';

export function PlaylistListPage() {
  const view = useListView();
  const list = usePlaylistList(view.state);
  const remove = useRemovePlaylist();
  return (
    <>
      <PageHeader
        line={t('Sequences of VoD assets, as feeds for VoD channels or sources of linear ones.')}
        actions={<AddPlaylist />}
      />
      <ResourceTable
        name={t('Playlists')}
        kept="playlists"
        columns={playlistColumns}
        list={list}
        view={view}
        searchLabel={t('Search name or ID')}
        rowActions={(playlist) => (
          <>
            <EditAction
              name={playlist.name}
              link={(root) => (
                <Link to={paths.playlist} params={{ playlistId: playlist.id }} {...root} />
              )}
            />
            <DeleteAction name={playlist.name} onDelete={() => void remove(playlist)} />
          </>
        )}
        emptyHint={
          <>
            <p className="dimmed">
              {t(
                'A playlist lists assets and their cue points. VoD channels play it, or it is the source of a linear channel.',
              )}
            </p>
            <AddPlaylist />
          </>
        }
      />
    </>
  );
}

function AddPlaylist() {
  return (
    <Button
      leftSection={<IconPlus size={14} />}
      renderRoot={(props) => <Link to={paths.playlist} params={{ playlistId: newId }} {...props} />}
    >
      {t('Add Playlist')}
    </Button>
  );
}
