/** The video with the control bar, the keys and messages over it. */
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type shaka from 'shaka-player/dist/shaka-player.compiled-es2021.js';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { type AdOnAir, adAt, type PlayedBreak } from './breaks.ts';
import type { PlaybackProblem } from './playback-error.ts';
import { type PlayerActions, PlayerBar } from './player-bar.tsx';
import { PlayerProblem } from './player-problem.tsx';
import { usePlayback } from './use-playback.ts';

interface PlayerStageProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly player: shaka.Player | undefined;
  readonly problem: PlaybackProblem | undefined;
  readonly breaks: readonly PlayedBreak[];
  readonly onRetry: () => void;
}

export function PlayerStage({ video, player, problem, breaks, onRetry }: PlayerStageProps) {
  const stage = useRef<HTMLElement>(null);
  const playback = usePlayback(player, video);
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
    <section ref={stage} className="player" aria-label={t('Player')} onKeyDown={onKeyDown}>
      <video ref={video} muted autoPlay playsInline onClick={actions.togglePlay} />
      {problem === undefined && playback.buffering && <span className="player-wait" />}
      {ad && <AdBadge ad={ad} />}
      {problem && <PlayerProblem problem={problem} onRetry={onRetry} />}
      <PlayerBar playback={playback} breaks={breaks} actions={actions} />
    </section>
  );
}

function playerActions(video: HTMLVideoElement | null, stage: HTMLElement | null): PlayerActions {
  return {
    togglePlay: () => {
      // A play request that a pause interrupts is not a failure.
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
        {sentence('Ad {position} of {count}', { position: ad.position, count: ad.count })}
      </strong>
      <span>{sentence('{Math} s', { Math: Math.ceil(ad.remainingMs / 1_000) })}</span>
    </div>
  );
}

/** The keyboard shortcuts of the player. */
type PlayerKey =
  | { readonly kind: 'togglePlay' | 'toggleSound' | 'toggleFullscreen' | 'live' }
  | { readonly kind: 'seek'; readonly seconds: number };

const jumpSeconds = 5;

const keys: Readonly<Record<string, PlayerKey>> = {
  ' ': { kind: 'togglePlay' },
  k: { kind: 'togglePlay' },
  m: { kind: 'toggleSound' },
  f: { kind: 'toggleFullscreen' },
  l: { kind: 'live' },
  ArrowLeft: { kind: 'seek', seconds: -jumpSeconds },
  ArrowRight: { kind: 'seek', seconds: jumpSeconds },
};

/** @param onButton a button has the focus, which the space bar presses */
export function playerKey(key: string, onButton: boolean): PlayerKey | undefined {
  return key === ' ' && onButton ? undefined : keys[key];
}
