/** The tab Medias of an asset (AST-004, MED-001 to MED-014). */
import type { Media, MediaType } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useListView } from '../../components/list-view/use-list-view.ts';
import { useLiveChanges } from '../../components/live-changes/use-live-changes.ts';
import { MediaPlayer } from '../../components/player/media-player.tsx';
import { ResourceTable } from '../../components/resource-table/resource-table.tsx';
import { TitleFrame } from '../../components/title-frame/title-frame.tsx';
import { newId, paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { mediaColumns } from './media-columns.tsx';
import { useDuplicateMedia, useMediaList } from './media-queries.ts';
import { useRemoveMedia } from './media-removal.ts';
import { MediaRowActions } from './media-row-actions.tsx';
import { MediaTypeFilter } from './media-type-filter.tsx';
import { mediaHash, mediaTypeLabels, readMediaHash } from './media-words.ts';
import './medias.css';
import { sentence } from '../../texts/sentence.tsx';

export function TitleMediasPage() {
  const { assetId = '' } = useParams({ strict: false });
  return (
    <TitleFrame key={assetId} titleId={assetId} actions={<NewMedia titleId={assetId} />}>
      {() => <MediaTable titleId={assetId} />}
    </TitleFrame>
  );
}

function MediaTable({ titleId }: { titleId: string }) {
  const view = useListView();
  const [type, setType] = useTypeFilter();
  const [playing, setPlaying] = useState<Media>();
  const list = useMediaList(view.state, titleId, type);
  const duplicate = useDuplicateMedia();
  const remove = useRemoveMedia();
  useLiveChanges('medias', 'list');
  return (
    <>
      <ResourceTable
        name={t('Medias')}
        kept="medias"
        columns={mediaColumns(titleId)}
        list={list}
        view={view}
        searchLabel={t('Search name or ID')}
        tools={<MediaTypeFilter type={type} onType={setType} />}
        rowActions={(media) => (
          <MediaRowActions
            titleId={titleId}
            media={media}
            onPlay={() => setPlaying(media)}
            onDuplicate={() => duplicate.mutate(media)}
            onDelete={() => void remove(media)}
          />
        )}
        emptyHint={<EmptyHint titleId={titleId} type={type} onAll={() => setType(undefined)} />}
      />
      <MediaPlayer media={playing} onClose={() => setPlaying(undefined)} />
    </>
  );
}

/** The type is in the hash, as the filter of the job list; a change returns to the first page. */
function useTypeFilter() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const set = (type: MediaType | undefined) =>
    void navigate({
      to: '.',
      search: ({ page: _page, ...search }) => search,
      hash: mediaHash(type),
      hashScrollIntoView: false,
      resetScroll: false,
    });
  return [readMediaHash(hash), set] as const;
}

function NewMedia({ titleId }: { titleId: string }) {
  return (
    <Button
      leftSection={<IconPlus size={14} />}
      renderRoot={(props) => (
        <Link to={paths.media} params={{ assetId: titleId, mediaId: newId }} {...props} />
      )}
    >
      {t('NEW MEDIA')}
    </Button>
  );
}

interface EmptyHintProps {
  readonly titleId: string;
  readonly type: MediaType | undefined;
  readonly onAll: () => void;
}

function EmptyHint({ titleId, type, onAll }: EmptyHintProps) {
  if (type !== undefined) {
    return (
      <>
        <p className="dimmed">
          {sentence('The asset has no media of the type “{mediaTypeLabels}”.', {
            mediaTypeLabels: mediaTypeLabels[type],
          })}
        </p>
        <Button variant="default" onClick={onAll}>
          {t('Show all medias')}
        </Button>
      </>
    );
  }
  return (
    <>
      <p className="dimmed">
        {t('Upload a video file as the source. Medias that jobs make from it appear here.')}
      </p>
      <NewMedia titleId={titleId} />
    </>
  );
}
