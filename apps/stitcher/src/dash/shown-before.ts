/** What a process that was killed had shown to a DASH session, as its plan is made of it again. */
import type { ShownBreak } from '@interlude/stitching';
import type { RestorePods } from '../beacons/restore-pods.ts';
import type { DashSource } from '../origin/dash-source.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';

export type ShownBefore = (
  session: PlaybackSession,
  source: DashSource,
) => Promise<readonly ShownBreak[]>;

export const createShownBefore =
  (restorePods: RestorePods): ShownBefore =>
  async (session, source) => {
    const pods = await restorePods(session, source.profile);
    return pods.map(({ avail, pod, startMs }) => ({
      breakId: avail.breakId,
      startMs,
      durationMs: avail.durationSeconds * 1000,
      pod,
      isPreRoll: avail.breakPosition === 'pre',
    }));
  };
