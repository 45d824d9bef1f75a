/** Plays a channel's output in a dialog, with its ad breaks on the bar. Loaded at the first play. */
import { useEffect, useRef, useState } from 'react';
import type { PlayerChannel } from '../../app/ui-state.ts';
import { t } from '../../texts/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import './player.css';
import { useBreaks } from './breaks.ts';
import { PlayerFoot } from './player-foot.tsx';
import { PlayerProblem } from './player-problem.tsx';
import { PlayerStage } from './player-stage.tsx';
import { usePreview } from './use-preview.ts';
import { useShaka } from './use-shaka.ts';

interface PlayerDialogProps {
  readonly channel: PlayerChannel;
  readonly onClose: () => void;
}

export function PlayerDialog({ channel, onClose }: PlayerDialogProps) {
  return (
    <Dialog opened title={channel.name} onClose={onClose} width={980} className="player-dialog">
      {channel.state === 'disabled' ? (
        <PlayerProblem
          problem={{
            title: t('The channel is disabled.'),
            advice: t('Enable it with its switch in the list, then play it.'),
          }}
        />
      ) : (
        <Player key={channel.id} channelId={channel.id} />
      )}
      <PlayerFoot label={t('Output URL')} url={channel.outputUri} onClose={onClose} />
    </Dialog>
  );
}

function Player({ channelId }: { channelId: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const preview = usePreview(channelId, attempt);
  const { player, manifestUrl, ...played } = useShaka(video, preview.uri, attempt);
  const problem = preview.problem ?? played.problem;
  const retryAfterMs = problem?.retryAfterMs;
  useEffect(() => {
    if (retryAfterMs === undefined) return;
    const timer = setTimeout(() => setAttempt((tried) => tried + 1), retryAfterMs);
    return () => clearTimeout(timer);
  }, [retryAfterMs]);
  const breaks = useBreaks(manifestUrl);
  return (
    <PlayerStage
      video={video}
      player={player}
      problem={problem}
      breaks={breaks}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}
