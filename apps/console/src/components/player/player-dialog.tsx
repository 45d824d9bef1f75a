/** Plays a channel's output in a dialog, with its ad breaks on the bar. Loaded at the first play. */
import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { PlayerChannel } from '../../app/ui-state.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CopyButton } from '../copy-id.tsx';
import { type AdOnAir, adAt } from './breaks.ts';
import type { PlaybackProblem } from './playback-error.ts';
import { type PlayerActions, PlayerBar } from './player-bar.tsx';
import './player.css';
import { playerKey } from './player-keys.ts';
import { useBreaks } from './use-breaks.ts';
import { usePlayback } from './use-playback.ts';
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
        <Problem
          problem={{
            title: 'The channel is disabled.',
            advice: 'Enable it with its switch in the list, then play it.',
          }}
        />
      ) : (
        <Player key={channel.id} channelId={channel.id} />
      )}
      <div className="player-foot">
        <span className="dimmed">Output URL</span>
        <a className="mono" href={channel.outputUri} target="_blank" rel="noopener">
          {channel.outputUri}
        </a>
        <CopyButton value={channel.outputUri} label="Copy output URL" />
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

function Player({ channelId }: { channelId: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const stage = useRef<HTMLElement>(null);
  const [attempt, setAttempt] = useState(0);
  const preview = usePreview(channelId, attempt);
  const { player, manifestUrl, ...played } = useShaka(video, preview.uri, attempt);
  const problem = preview.problem ?? played.problem;
  const playback = usePlayback(player, video);
  const retryAfterMs = problem?.retryAfterMs;
  useEffect(() => {
    if (retryAfterMs === undefined) return;
    const timer = setTimeout(() => setAttempt((tried) => tried + 1), retryAfterMs);
    return () => clearTimeout(timer);
  }, [retryAfterMs]);
  const breaks = useBreaks(manifestUrl);
  const { originMs, position, start, end } = playback;
  const ad = originMs === undefined ? undefined : adAt(breaks, originMs + position * 1_000);
  const actions = playerActions(video.current, stage.current);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = playerKey(event.key, event.target instanceof HTMLButtonElement);
    if (key === undefined) return;
    event.preventDefault();
    if (key.kind === 'seek') actions.seek(Math.min(end, Math.max(start, position + key.seconds)));
    else if (key.kind === 'live') actions.seek(end);
    else actions[key.kind]();
  };
  return (
    <section ref={stage} className="player" aria-label="Player" onKeyDown={onKeyDown}>
      <video ref={video} muted autoPlay playsInline onClick={actions.togglePlay} />
      {problem === undefined && playback.buffering && <span className="player-wait" />}
      {ad && <AdBadge ad={ad} />}
      {problem && <Problem problem={problem} onRetry={() => setAttempt(attempt + 1)} />}
      <PlayerBar playback={playback} breaks={breaks} actions={actions} />
    </section>
  );
}

function playerActions(video: HTMLVideoElement | null, stage: HTMLElement | null): PlayerActions {
  return {
    togglePlay: () => {
      // A play that is interrupted by the next pause is no failure.
      if (video?.paused) void video.play().catch(() => undefined);
      else video?.pause();
    },
    toggleSound: () => {
      if (video !== null) video.muted = !video.muted;
    },
    toggleFullscreen: () => {
      if (document.fullscreenElement !== null) void document.exitFullscreen();
      else void stage?.requestFullscreen();
    },
    seek: (position) => {
      if (video !== null) video.currentTime = position;
    },
  };
}

function AdBadge({ ad }: { ad: AdOnAir }) {
  return (
    <div className="player-ad num" title={ad.title}>
      <strong>
        Ad {ad.position} of {ad.count}
      </strong>
      <span>{Math.ceil(ad.remainingMs / 1_000)} s</span>
    </div>
  );
}

function Problem({ problem, onRetry }: { problem: PlaybackProblem; onRetry?: () => void }) {
  return (
    <div className="player-problem" role="alert">
      <strong>{problem.title}</strong>
      <p>{problem.advice}</p>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
