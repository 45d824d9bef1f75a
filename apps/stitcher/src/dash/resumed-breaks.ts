/** Breaks that another process has shown to a DASH session, from which its plan is made again. */
import { API_DIALECT, endOnBoundary, type Pod, type PublishedBreak } from '@interlude/stitching';
import type { ResumedPod, ResumePods } from '../beacons/resume-pods.ts';
import type { DashSource } from '../origin/dash/dash-source.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';

export interface ResumedBreaks {
  /** Pods that were decided for the session. */
  readonly pods: readonly ResumedPod[];
  /** Breaks that the session has reached. */
  readonly shown: readonly PublishedBreak[];
}

export type FindResumedBreaks = (
  session: PlaybackSession,
  source: DashSource,
) => Promise<ResumedBreaks>;

/** How far before the oldest segment the boundaries of the source are extrapolated, ms. */
const namedAfterMs = 30 * 60_000;

/** The pod with its ads where content can come back behind them, as the plan of a session places them. */
function placed({ avail, pod, startMs, wasShown }: ResumedPod, source: DashSource): Pod {
  const { window } = source.opened ?? {};
  const known = source.breaks.find(({ breakId }) => breakId === avail.breakId);
  if (wasShown || !window) {
    return pod;
  }
  const endMs = known?.endMs ?? startMs + (avail.durationSeconds * 1000 || pod.occupiesMs);
  const endsAnywhere = known?.dialects[0] === API_DIALECT;
  return endOnBoundary(pod, { startMs, endMs, endsAnywhere }, window);
}

const endOf = ({ pod, startMs }: ResumedPod) => startMs + pod.occupiesMs;

/**
 * Breaks that the session has reached: all that the source still lists in part, and the last one before those, because
 * the Period of content after a break is named after its start.
 */
function reached(pods: readonly ResumedPod[], source: DashSource): readonly ResumedPod[] {
  const begun = pods
    .filter(({ pod, startMs }) => pod.placements.length > 0 && startMs < source.knownUntilMs)
    .toSorted((a, b) => a.startMs - b.startMs);
  const firstListed = begun.findIndex((resumed) => endOf(resumed) > source.oldestMs);
  const listed = firstListed < 0 ? [] : begun.slice(firstListed);
  const before = begun[(firstListed < 0 ? begun.length : firstListed) - 1];
  const isNear = before && endOf(before) > source.oldestMs - namedAfterMs;
  return isNear ? [before, ...listed] : listed;
}

/** Also enters all decisions into the session, those of breaks to come included. */
export const createFindResumedBreaks =
  (resumePods: ResumePods): FindResumedBreaks =>
  async (session, source) => {
    const pods = await resumePods(session, source.profile);
    for (const { avail, pod } of pods) {
      session.addDecision(avail.breakId, { pod, creativeKeys: [] });
    }
    const shown = reached(pods, source).map((resumed) => ({
      breakId: resumed.avail.breakId,
      startMs: resumed.startMs,
      durationMs: resumed.avail.durationSeconds * 1000,
      pod: placed(resumed, source),
      isPreRoll: resumed.avail.breakPosition === 'pre',
    }));
    return { pods, shown };
  };
