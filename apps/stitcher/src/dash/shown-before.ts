/**
 * What a process that was killed had shown to a session: its breaks from the beacon journal, their creatives
 * read again. One whose creative cannot be had is left to the source.
 */
import type { Placement, ShownBreak } from '@interlude/stitching';
import type { CreativeLibrary } from '../creatives/creative-library.ts';
import type { DashSource } from '../origin/dash-source.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';

export interface ShownBeforeOptions {
  readonly restoredPods: (session: PlaybackSession) => readonly DecidedPod[];
  readonly creatives: Pick<CreativeLibrary, 'find'>;
}

export type ShownBefore = (
  session: PlaybackSession,
  source: DashSource,
) => Promise<readonly ShownBreak[]>;

/** What the first answer after a restart waits for creatives, milliseconds. */
const findWithinMs = 2_000;

export function createShownBefore({ restoredPods, creatives }: ShownBeforeOptions): ShownBefore {
  async function placed(placement: Placement, source: DashSource): Promise<Placement | undefined> {
    const { address } = placement.creative;
    const { profile } = source;
    if (address === undefined || !profile) {
      return undefined;
    }
    const found = await creatives.find(address, profile, AbortSignal.timeout(findWithinMs));
    return 'creative' in found ? { ...placement, creative: found.creative } : undefined;
  }

  async function shown(
    session: PlaybackSession,
    decided: DecidedPod,
    source: DashSource,
  ): Promise<readonly ShownBreak[]> {
    const { avail, pod, startMs } = decided;
    const found = await Promise.all(pod.placements.map((one) => placed(one, source)));
    const placements = found.filter((one) => one !== undefined);
    if (placements.length < pod.placements.length || pod.occupiesMs <= 0) {
      return [];
    }
    const whole = { ...pod, placements };
    session.addPod(avail.breakId, { ...decided, pod: whole });
    return [
      {
        breakId: avail.breakId,
        startMs,
        durationMs: avail.durationSeconds * 1000,
        pod: whole,
        isPreRoll: avail.breakPosition === 'pre',
      },
    ];
  }

  return async (session, source) => {
    const each = await Promise.all(restoredPods(session).map((pod) => shown(session, pod, source)));
    return each.flat();
  };
}
