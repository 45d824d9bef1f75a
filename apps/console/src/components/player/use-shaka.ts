/** A Shaka player on a <video>: loads a manifest, reports its final URL, is destroyed with the component. */

import { type RefObject, useEffect, useState } from 'react';
import shaka from 'shaka-player/dist/shaka-player.compiled-es2021.js';
import { breaksUrl } from './breaks.ts';
import { type PlaybackFailure, type PlaybackProblem, playbackProblem } from './playback-error.ts';

export interface ShakaState {
  readonly player: shaka.Player | undefined;
  /** The address of the manifest after redirects: it carries the playback session. */
  readonly manifestUrl: string | undefined;
  readonly problem: PlaybackProblem | undefined;
}

const starting: ShakaState = { player: undefined, manifestUrl: undefined, problem: undefined };

/**
 * @param manifest undefined until it is known
 * @param attempt changes to load the same manifest again
 * @param wording messages of failures; must be stable between renderings
 */
export function useShaka(
  video: RefObject<HTMLVideoElement | null>,
  manifest: string | undefined,
  attempt: number,
  wording: (failure: PlaybackFailure) => PlaybackProblem = playbackProblem,
): ShakaState {
  const [state, setState] = useState(starting);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a new player
  useEffect(() => {
    let gone = false;
    const update = (change: Partial<ShakaState>) => {
      if (!gone) setState((known) => ({ ...known, ...change }));
    };
    setState(starting);
    if (manifest === undefined) return;
    const player = new shaka.Player();
    // Shaka 5.2 retries an aborted prefetch of an init segment forever and stalls at the first ad (its issue 10569), so
    // prefetching is off.
    player.configure('streaming.segmentPrefetchLimit', 0);
    const fail = (error: unknown) => update({ problem: wording(failureOf(error)) });
    player.addEventListener('error', (event) => {
      if ('detail' in event) fail(event.detail);
    });
    player.getNetworkingEngine()?.registerResponseFilter((type, response) => {
      if (
        type === shaka.net.NetworkingEngine.RequestType.MANIFEST &&
        breaksUrl(response.uri) !== undefined
      ) {
        update({ manifestUrl: response.uri });
      }
    });
    const start = async () => {
      if (video.current === null) return;
      await player.attach(video.current);
      await player.load(manifest);
      update({ player });
    };
    void start().catch((error: unknown) => {
      if (!gone) fail(error);
    });
    return () => {
      gone = true;
      void player.destroy();
    };
  }, [video, manifest, attempt, wording]);
  return state;
}

function failureOf(error: unknown): PlaybackFailure {
  const { code, category, data } = { code: 0, category: 0, data: [], ...(error as object) };
  return { code, category, data };
}
