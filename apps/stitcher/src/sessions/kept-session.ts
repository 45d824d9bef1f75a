/**
 * State that a stitcher leaves of a session at a stop in order, so that its successor continues with the same numbers
 * and ads. It is valid only while the source is the same: a segment that both have seen must have the same number, time
 * and address, or nothing of the plan holds.
 */
import type { DashWindow, PlanVersion, SourceWindow, SplicePlan } from '@interlude/stitching';
import type { DecidedPod } from './decided-pod.ts';
import type { GivenCreatives } from './given-creatives.ts';

/** The part of a playback session that is kept. */
export interface KeepableSession {
  readonly mark: string;
  readonly subject: { readonly channelId: string };
  readonly plan: SplicePlan | undefined;
  /** While a break at the edge is being decided: the plan before the edge reached it. */
  readonly settled: PlanVersion | undefined;
  readonly pods: Iterable<DecidedPod>;
  readonly availCount: number;
  readonly givenCreatives: Pick<GivenCreatives, 'entries'>;
}

/** The newest segment of a rendition, as the plan knew it. */
export interface SeenSegment {
  readonly renditionId: string;
  readonly number: number;
  readonly startMs: number;
  readonly discontinuityNumber: number;
  readonly uri: string;
}

export interface KeptSession {
  /** Session mark, see `sessionMark`. */
  readonly mark: string;
  readonly channelId: string;
  /** Resets of the channel: after another one the plan does not fit its source. */
  readonly resets: number;
  readonly plan: SplicePlan;
  readonly pods: readonly DecidedPod[];
  readonly availCount: number;
  /** How often it was given each creative, see `GivenCreatives`. */
  readonly given?: readonly (readonly [string, number])[];
  /** State of the source; the same object for all sessions of a channel. */
  readonly seen: readonly SeenSegment[];
}

/** Dates of segments are rounded to milliseconds, and extrapolated from EXTINF. */
const sameTimeMs = 100;

export function seenSegments(windows: readonly SourceWindow[]): SeenSegment[] {
  return windows.flatMap(({ renditionId, segments }) => {
    const newest = segments.at(-1);
    if (!newest) {
      return [];
    }
    const { number, startMs, discontinuityNumber, segment } = newest;
    return [{ renditionId, number, startMs, discontinuityNumber, uri: segment.uri }];
  });
}

function isSame(seen: SeenSegment, window: SourceWindow | undefined): boolean {
  const now = window?.segments.find(({ number }) => number === seen.number);
  return (
    now !== undefined &&
    now.segment.uri === seen.uri &&
    now.discontinuityNumber === seen.discontinuityNumber &&
    Math.abs(now.startMs - seen.startMs) <= sameTimeMs
  );
}

/** The Periods of a DASH source as the plan knew them: its cuts follow from their ids and starts. */
export function seenPeriods({ originMs, periods }: DashWindow): SeenSegment[] {
  return periods.map(({ key, startMs, tracks, reference }) => {
    const track = tracks[reference];
    const uri = `${track?.initialization} ${track?.presentationTimeOffset}/${track?.timescale}`;
    return {
      renditionId: key,
      number: 0,
      startMs: originMs + startMs,
      discontinuityNumber: 0,
      uri,
    };
  });
}

/** While a break at the edge is being decided outputs stop before it: the plan that they show is kept. */
function planToKeep({ plan, settled }: KeepableSession): SplicePlan | undefined {
  return plan && settled ? { ...settled.plan, dash: plan.dash } : plan;
}

/** Leaves out breaks that the edge has not reached: they are offered again, with the decisions in `pods`. */
export function keptSession(
  session: KeepableSession,
  resets: number,
  seen: readonly SeenSegment[] | undefined,
): KeptSession | undefined {
  const { mark, pods, availCount, subject, givenCreatives } = session;
  const plan = planToKeep(session);
  if (!plan || seen?.length === 0) {
    return undefined;
  }
  const breaks = plan.breaks.filter(({ state }) => state !== 'pending');
  return {
    mark,
    channelId: subject.channelId,
    resets,
    plan: { ...plan, breaks },
    // The file takes plain data, no instances of classes.
    pods: [...pods].map((pod) => ({ ...pod, ads: new Map(pod.ads) })),
    availCount,
    given: givenCreatives.entries,
    seen: seen ?? [],
  };
}

/** The plan, when it fits the source as it is now. */
export function keptPlan(
  kept: KeptSession | undefined,
  windows: readonly SourceWindow[],
): SplicePlan | undefined {
  const fits =
    kept?.seen.length === windows.length &&
    kept.seen.every((seen) =>
      isSame(
        seen,
        windows.find(({ renditionId }) => renditionId === seen.renditionId),
      ),
    );
  return fits ? kept?.plan : undefined;
}

/** The plan, when the newest Period that both have seen is what it was; older ones may have left since. */
export function keptDashPlan(
  kept: KeptSession | undefined,
  window: DashWindow,
): SplicePlan | undefined {
  const now = seenPeriods(window);
  const common = kept?.seen.findLast(({ renditionId }) =>
    now.some((period) => period.renditionId === renditionId),
  );
  const same = now.find(({ renditionId }) => renditionId === common?.renditionId);
  const fits = common && same && common.uri === same.uri && common.startMs === same.startMs;
  return fits ? kept?.plan : undefined;
}
