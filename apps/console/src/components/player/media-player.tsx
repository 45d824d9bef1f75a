/** The player of medias; its code is loaded at the first play. */
import { lazy, Suspense } from 'react';
import type { PlayableMedia } from './playable-media.ts';

const MediaPlayerDialog = lazy(async () => ({
  default: (await import('./media-player-dialog.tsx')).MediaPlayerDialog,
}));

interface MediaPlayerProps {
  /** Undefined = closed. */
  readonly media: PlayableMedia | undefined;
  readonly onClose: () => void;
}

export function MediaPlayer({ media, onClose }: MediaPlayerProps) {
  return (
    <Suspense>
      {media && <MediaPlayerDialog key={media.url} media={media} onClose={onClose} />}
    </Suspense>
  );
}
