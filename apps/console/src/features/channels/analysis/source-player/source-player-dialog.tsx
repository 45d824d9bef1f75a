/** Plays the source through the platform's proxy, so that rules of the browser, such as CORS, do not block it. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../../../api/api.ts';
import { routes } from '../../../../api/contract-routes.ts';
import { useSession } from '../../../../app/session.ts';
import type { PlayedBreak } from '../../../../components/player/breaks.ts';
import { t } from '../../../../texts/t.ts';
import '../../../../components/player/player.css';
import { PlayerFoot } from '../../../../components/player/player-foot.tsx';
import { PlayerStage } from '../../../../components/player/player-stage.tsx';
import { useShaka } from '../../../../components/player/use-shaka.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { callProblemText } from '../analysis-problem.ts';
import { useEditedChannelId } from '../edited-channel.ts';
import { sourcePlaybackProblem } from './source-playback-problem.ts';

interface SourcePlayerDialogProps {
  readonly url: string;
  readonly onClose: () => void;
}

const noBreaks: readonly PlayedBreak[] = [];

export function SourcePlayerDialog({ url, onClose }: SourcePlayerDialogProps) {
  const { tenant } = useSession();
  const channelId = useEditedChannelId();
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const proxied = useQuery({
    queryKey: [tenant, 'proxy-manifest', url, channelId, attempt],
    queryFn: ({ signal }) =>
      api(routes.sources.proxyManifest, {
        query: { url, ...(channelId !== undefined && { channelId }) },
        signal,
      }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const played = useShaka(video, proxied.data?.url, attempt, sourcePlaybackProblem);
  const refused = proxied.error && {
    title: callProblemText(proxied.error),
    advice: t('Check the source manifest URL.'),
  };
  return (
    <Dialog opened title={t('Source')} onClose={onClose} width={980} className="player-dialog">
      <PlayerStage
        video={video}
        player={played.player}
        problem={refused ?? played.problem}
        breaks={noBreaks}
        onRetry={() => setAttempt(attempt + 1)}
      />
      <PlayerFoot label={t('Source URL')} url={url} onClose={onClose} />
    </Dialog>
  );
}
