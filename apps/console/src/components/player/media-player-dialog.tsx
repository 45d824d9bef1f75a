/** Plays a media in a dialog (MED-008): a file with the browser's player, a package with the manifest player. */
import { lazy, Suspense, useState } from 'react';
import { t } from '../../texts/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type PlayableMedia, playableKind } from './playable-media.ts';
import { fileProblem, type PlaybackProblem } from './playback-error.ts';
import './player.css';
import { PlayerFoot } from './player-foot.tsx';
import { PlayerProblem } from './player-problem.tsx';

const PackagePlayer = lazy(async () => ({
  default: (await import('./package-player.tsx')).PackagePlayer,
}));

interface MediaPlayerDialogProps {
  readonly media: PlayableMedia;
  readonly onClose: () => void;
}

export function MediaPlayerDialog({ media, onClose }: MediaPlayerDialogProps) {
  const { name, url } = media;
  return (
    <Dialog opened title={name} onClose={onClose} width={980} className="player-dialog">
      {playableKind(media) === 'package' ? (
        <Suspense fallback={<div className="player player-blank" />}>
          <PackagePlayer url={url} />
        </Suspense>
      ) : (
        <FilePlayer url={url} />
      )}
      <PlayerFoot label={t('URL')} url={url} onClose={onClose} />
    </Dialog>
  );
}

function FilePlayer({ url }: { url: string }) {
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<PlaybackProblem>();
  const again = () => {
    setProblem(undefined);
    setAttempt(attempt + 1);
  };
  return (
    <section className="player" aria-label={t('Player')}>
      {problem === undefined ? (
        // biome-ignore lint/a11y/useMediaCaption: what operators upload has its captions burned in or none
        <video
          key={attempt}
          src={url}
          controls
          autoPlay
          playsInline
          aria-label={t('Video')}
          onError={(event) => setProblem(fileProblem(event.currentTarget.error))}
        />
      ) : (
        <PlayerProblem problem={problem} onRetry={again} />
      )}
    </section>
  );
}
