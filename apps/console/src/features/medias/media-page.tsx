/** The page of a media: create, edit, play, duplicate, delete (MED-004 to MED-017). */
import type { Media } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconCopyPlus, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { MediaPlayer } from '../../components/player/media-player.tsx';
import { playableKind } from '../../components/player/playable-media.ts';
import { TitleFrame } from '../../components/title-frame/title-frame.tsx';
import { text } from '../../messages.ts';
import { newId, paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { MediaFacts } from './media-facts.tsx';
import { MediaForm } from './media-form.tsx';
import { useDuplicateMedia, useMedia } from './media-queries.ts';
import { useRemoveMedia } from './media-removal.ts';
import './medias.css';
import { NewMediaForm } from './new-media-form.tsx';

export function MediaPage() {
  const { assetId = '', mediaId = newId } = useParams({ strict: false });
  return mediaId === newId ? (
    <NewMedia key={`${assetId} new`} titleId={assetId} />
  ) : (
    <StoredMedia key={mediaId} titleId={assetId} id={mediaId} />
  );
}

function NewMedia({ titleId }: { titleId: string }) {
  const navigate = useNavigate();
  const open = ({ id }: Media) =>
    void navigate({
      to: paths.media,
      params: { assetId: titleId, mediaId: id },
      replace: true,
      ignoreBlocker: true,
    });
  return (
    <TitleFrame titleId={titleId}>
      {() => <NewMediaForm titleId={titleId} onSaved={open} />}
    </TitleFrame>
  );
}

function StoredMedia({ titleId, id }: { titleId: string; id: string }) {
  const { data: media, error, isPending, refetch } = useMedia(id);
  const [playing, setPlaying] = useState(false);
  const playable = media?.type === 'source' || (media && playableKind(media) !== undefined);
  const play = playable && (
    <Button leftSection={<IconPlayerPlay size={14} />} onClick={() => setPlaying(true)}>
      {t('Play')}
    </Button>
  );
  const missing = (
    <LoadFailure
      error={error}
      notFoundText={text('mediaNotFound')}
      onRetry={() => void refetch()}
      wayOut={
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to={paths.titleMedias} params={{ assetId: titleId }} {...props} />
          )}
        >
          {t('Medias of the asset')}
        </Button>
      }
    />
  );
  if (isPending) return <PageSkeleton />;
  return (
    <TitleFrame titleId={titleId} actions={play}>
      {() => (
        <>
          {media ? <KnownMedia titleId={titleId} media={media} /> : missing}
          <MediaPlayer media={playing ? media : undefined} onClose={() => setPlaying(false)} />
        </>
      )}
    </TitleFrame>
  );
}

function KnownMedia({ titleId, media }: { titleId: string; media: Media }) {
  const navigate = useNavigate();
  const params = { assetId: titleId };
  const duplicate = useDuplicateMedia(
    (copy) => void navigate({ to: paths.media, params: { ...params, mediaId: copy.id } }),
  );
  const remove = useRemoveMedia(
    () => void navigate({ to: paths.titleMedias, params, ignoreBlocker: true }),
  );
  return (
    <>
      <h2 className="media-head">{media.name}</h2>
      <MediaFacts media={media} />
      <MediaForm media={media}>
        <div className="settings-actions media-actions">
          <Button
            variant="default"
            leftSection={<IconCopyPlus size={14} />}
            loading={duplicate.isPending}
            onClick={() => duplicate.mutate(media)}
          >
            {t('Duplicate')}
          </Button>
          <Button
            variant="default"
            className="media-delete"
            leftSection={<IconTrash size={14} />}
            onClick={() => void remove(media)}
          >
            {t('Delete')}
          </Button>
        </div>
      </MediaForm>
    </>
  );
}
