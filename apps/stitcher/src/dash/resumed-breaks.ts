/** What another process had shown to a DASH session, as its plan is made of it again. */
import { API_DIALECT, endOnBoundary, type Pod, type PublishedBreak } from '@interlude/stitching';
import type { ResumedPod, ResumePods } from '../beacons/resume-pods.ts';
import type { DashSource } from '../origin/dash/dash-source.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';

export interface ResumedBreaks {
  /** What was decided for it. */
  readonly pods: readonly ResumedPod[];
  /** Breaks that it has reached. */
  readonly shown: readonly PublishedBreak[];
}

export type FindResumedBreaks = (
  session: PlaybackSession,
  source: DashSource,
) => Promise<ResumedBreaks>;

/** Boundaries of the source are reckoned back so far, ms. */
const namedAfterMs = 30 * 60_000;

/** The break with its ads where content can come back behind them, as a session that was asked places them. */
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
 * Breaks that the session has reached: all of which the source lists a part, and the last one before, because content is
 * named after where it came back.
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

/** Enters what was decided of breaks to come into the session, too. */
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
