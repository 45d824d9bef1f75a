/** What a process that was killed had shown to a DASH session, as its plan is made of it again. */
import type { PublishedBreak } from '@interlude/stitching';
import type { ResumePods } from '../beacons/resume-pods.ts';
import type { DashSource } from '../origin/dash/dash-source.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';

export type FindResumedBreaks = (
  session: PlaybackSession,
  source: DashSource,
) => Promise<readonly PublishedBreak[]>;

export const createFindResumedBreaks =
  (resumePods: ResumePods): FindResumedBreaks =>
  async (session, source) => {
    const pods = await resumePods(session, source.profile);
    return pods.map(({ avail, pod, startMs }) => ({
      breakId: avail.breakId,
      startMs,
      durationMs: avail.durationSeconds * 1000,
      pod,
      isPreRoll: avail.breakPosition === 'pre',
    }));
  };
