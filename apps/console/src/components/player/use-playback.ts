/** The state of the control bar: position, seekable range, audio, current ad. Updated four times per second. */

import { type RefObject, useEffect, useState } from 'react';
import type shaka from 'shaka-player/dist/shaka-player.compiled-es2021.js';

export interface Playback {
  readonly paused: boolean;
  readonly muted: boolean;
  readonly buffering: boolean;
  readonly live: boolean;
  /** Seconds on the presentation timeline. */
  readonly position: number;
  readonly start: number;
  readonly end: number;
  /**
   * Milliseconds of presentation second 0 on the clock of the breaks: since the epoch when live, undefined without
   * EXT-X-PROGRAM-DATE-TIME; since the start of an asset.
   */
  readonly originMs: number | undefined;
}

const readingMs = 250;

const initial: Playback = {
  paused: true,
  muted: true,
  buffering: true,
  live: false,
  position: 0,
  start: 0,
  end: 0,
  originMs: undefined,
};

export function usePlayback(
  player: shaka.Player | undefined,
  video: RefObject<HTMLVideoElement | null>,
): Playback {
  const [playback, setPlayback] = useState(initial);
  useEffect(() => {
    if (player === undefined) return setPlayback(initial);
    const read = () => {
      if (video.current !== null) setPlayback(readPlayback(player, video.current));
    };
    const timer = setInterval(read, readingMs);
    read();
    return () => clearInterval(timer);
  }, [player, video]);
  return playback;
}

function readPlayback(player: shaka.Player, video: HTMLVideoElement): Playback {
  const { start, end } = player.seekRange();
  const live = player.isLive();
  const position = video.currentTime;
  return {
    paused: video.paused,
    muted: video.muted,
    buffering: player.isBuffering(),
    live,
    position,
    start,
    end,
    originMs: live ? liveOriginMs(player, position) : 0,
  };
}

function liveOriginMs(player: shaka.Player, position: number): number | undefined {
  const playhead = player.getPlayheadTimeAsDate();
  return playhead === null ? undefined : playhead.getTime() - position * 1_000;
}
