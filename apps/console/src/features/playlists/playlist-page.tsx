/** Creates or edits a playlist (PLY-002 to PLY-004). */
import type { Playlist } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { errorText, hasStatus } from '../../api/api-error.ts';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { text } from '../../messages.ts';
import { newId, paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { PlaylistFacts } from './playlist-facts.tsx';
import { PlaylistForm } from './playlist-form.tsx';
import { usePlaylist, useRemovePlaylist } from './playlist-queries.ts';
import './playlists.css';

export function PlaylistPage() {
  const { playlistId = newId } = useParams({ strict: false });
  return playlistId === newId ? (
    <NewPlaylist key="new" />
  ) : (
    <EditPlaylist key={playlistId} id={playlistId} />
  );
}

function NewPlaylist() {
  const navigate = useNavigate();
  const open = useCallback(
    ({ id }: Playlist) =>
      void navigate({ to: paths.playlist, params: { playlistId: id }, replace: true }),
    [navigate],
  );
  return (
    <>
      <PageHeader
        line={t('A new playlist is disabled. Enable it when it is ready.')}
        actions={<Back />}
      />
      <PlaylistForm onSaved={open} />
    </>
  );
}

const nothing = () => undefined;

function EditPlaylist({ id }: { id: string }) {
  const navigate = useNavigate();
  const { data: playlist, error, isPending, refetch } = usePlaylist(id);
  const remove = useRemovePlaylist(
    () => void navigate({ to: paths.playlists, ignoreBlocker: true }),
  );
  if (isPending) return <PageSkeleton />;
  if (playlist === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader
        line={playlist.name}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconTrash size={14} />}
              onClick={() => void remove(playlist)}
            >
              {t('Delete')}
            </Button>
            <Back />
          </>
        }
      />
      <PlaylistFacts playlist={playlist} />
      <PlaylistForm
        playlist={playlist}
        onSaved={nothing}
        onReload={async () => (await refetch({ throwOnError: true })).data}
      />
    </>
  );
}

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const missing = hasStatus(error, 404);
  return (
    <div className="note" role="alert">
      <p className="bad">
        {missing ? text('playlistNotFound') : text('loadFailed', { message: errorText(error) })}
      </p>
      {missing ? (
        <Button variant="default" renderRoot={(props) => <Link to={paths.playlists} {...props} />}>
          {t('All playlists')}
        </Button>
      ) : (
        <Button variant="default" onClick={onRetry}>
          {t('Retry')}
        </Button>
      )}
    </div>
  );
}

function Back() {
  return (
    <Button variant="default" renderRoot={(props) => <Link to={paths.playlists} {...props} />}>
      {t('Back')}
    </Button>
  );
}
