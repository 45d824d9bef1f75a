/** A packaged media, HLS or DASH, on the same player as channels. Loaded at the first play of one. */
import { useRef, useState } from 'react';
import type { PlayedBreak } from './breaks.ts';
import { packageProblem } from './playback-error.ts';
import { PlayerStage } from './player-stage.tsx';
import { useShaka } from './use-shaka.ts';

const noBreaks: readonly PlayedBreak[] = [];

export function PackagePlayer({ url }: { url: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const { player, problem } = useShaka(video, url, attempt, packageProblem);
  return (
    <PlayerStage
      video={video}
      player={player}
      problem={problem}
      breaks={noBreaks}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}
