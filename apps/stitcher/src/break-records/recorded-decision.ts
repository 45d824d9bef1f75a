/** A decision as the record takes it, whatever the protocol. */
import type { AvailContext, LoggedRequest } from '@interlude/ad-requests';
import {
  type AnsweredAd,
  type AskedServer,
  type DecidedShare,
  keyTextOf,
} from '@interlude/reporting';
import type { AdBreak, Avail, PlannedBreak, Pod, PodCandidate } from '@interlude/stitching';
import type { InlineAd } from '@interlude/vast';

/** Where a break was found. */
export interface OfferedBy {
  /** Undefined of a break of the session's own, or of an asset. */
  readonly adBreak?: AdBreak | undefined;
  /** Reading of the source with which it was offered. */
  readonly poll?: number | undefined;
  /** How far the output of the session was from the break, ms; negative: within it. */
  readonly leadMs?: number | undefined;
}

export interface DecidedAd {
  readonly candidate: PodCandidate;
  /** Undefined of a wrapper that came to nothing. */
  readonly ad: InlineAd | undefined;
}

export interface RecordedDecision {
  readonly avail: Avail;
  readonly context: AvailContext;
  readonly offeredBy: OfferedBy;
  /** Epoch ms. */
  readonly offeredAtMs: number;
  /** For everything, from then on. */
  readonly deadlineMs: number;
  readonly tookMs: number;
  readonly isAsked: boolean;
  /** The requests were made for another session of the cohort, or earlier. */
  readonly isShared: boolean;
  /** The ads are contingency ads: why the session has none of its own. */
  readonly contingencyFor?: string | undefined;
  readonly requests: readonly LoggedRequest[];
  readonly ads: readonly DecidedAd[];
  readonly pod: Pod;
  readonly slateFault: string | undefined;
}

const hourMs = 3_600_000;

/**
 * Under which a break is counted. A break of the source has an id that all sessions share, and that names its hour; one
 * of the session's own, or of an asset, is counted together with the others of its hour.
 */
export function countedBreakId({
  breakId,
  breakPosition,
  isOnDemand,
  nowMs,
}: AvailContext): string {
  const hour = Math.floor(nowMs / hourMs).toString(36);
  if (isOnDemand) {
    return keyTextOf(`${breakId}-${hour}`);
  }
  return breakPosition === 'pre' ? `pre-roll-${hour}` : keyTextOf(breakId);
}

/** Epoch ms; a source whose dates are far from the clock counts by how far the break is from its edge. */
export function startedAtMs(decision: RecordedDecision): number {
  const { avail, context, offeredBy, offeredAtMs } = decision;
  if (context.isOnDemand || avail.position === 'pre') {
    return offeredAtMs - (offeredAtMs % hourMs);
  }
  const startMs = offeredBy.adBreak?.startMs ?? avail.startMs;
  const isDated = Math.abs(startMs - offeredAtMs) < hourMs;
  return Math.round(isDated ? startMs : offeredAtMs + (offeredBy.leadMs ?? 0));
}

const declaredMs = (ad: InlineAd | undefined) => {
  const seconds = ad?.creatives[0]?.durationSeconds;
  return seconds === undefined ? undefined : Math.round(seconds * 1_000);
};

export const mediaMs = ({ creative }: PodCandidate) =>
  typeof creative === 'string' ? undefined : Math.round(creative.durationMs);

/** Why an ad is not placed; undefined: it is. */
export function dropReasonOf({ candidate }: DecidedAd, pod: Pod) {
  const { creative, adId } = candidate;
  const dropped = pod.dropped.find((one) => one.adId === adId)?.reason;
  return typeof creative === 'string' ? creative : dropped;
}

export function answeredAds({ ads, pod }: RecordedDecision): AnsweredAd[] {
  return ads.map((decided) => {
    const { candidate, ad } = decided;
    const durationMs = mediaMs(candidate) ?? declaredMs(ad);
    const isPlaced = pod.placements.some(
      ({ kind, adId }) => kind === 'ad' && adId === candidate.adId,
    );
    // What a pod leaves out without a word was more than is taken.
    const reason = dropReasonOf(decided, pod) ?? (isPlaced ? undefined : 'POD_LIMIT');
    return { durationMs, reason };
  });
}

/** Time of the placements of one kind up to `untilMs` after the start of the break. */
function msOf(
  { placements }: Pick<Pod, 'placements'>,
  wanted: 'ad' | 'slate',
  untilMs: number,
): number {
  let sum = 0;
  for (const { kind, offsetMs, durationMs } of placements) {
    sum += kind === wanted ? Math.max(0, Math.min(durationMs, untilMs - offsetMs)) : 0;
  }
  return sum;
}

/** As decided. */
export function decidedShare(decision: RecordedDecision): DecidedShare {
  const { avail, pod, isAsked } = decision;
  const inserted = decision.context.isOnDemand && avail.openEnded;
  // A break that is inserted is as long as what fills it.
  const offeredMs = inserted ? Math.max(pod.occupiesMs, 0) : avail.durationMs;
  const untilMs = Number.POSITIVE_INFINITY;
  return {
    offeredMs,
    isAsked,
    ads: answeredAds(decision),
    placedMs: msOf(pod, 'ad', untilMs),
    adsPlaced: pod.placements.filter(({ kind }) => kind === 'ad').length,
    slateMs: msOf(pod, 'slate', untilMs),
    reason: pod.reason,
  };
}

/** Of a break of the source in a session; one that was taken back was offered to nobody. */
export const offeredLengthMs = ({ startMs, endMs, reason }: PlannedBreak) =>
  reason === 'BREAK_CANCELLED' ? 0 : Math.max(0, endMs - startMs);

/** As the break became in the plan of the session; as decided, where the session left before the edge reached it. */
export function plannedShare(decided: DecidedShare, planned: PlannedBreak): DecidedShare {
  if (planned.state === 'pending') {
    return decided;
  }
  const { state, startMs, adsUntilMs, placements, isPreRoll } = planned;
  const isShown = state === 'replaced';
  const untilMs = adsUntilMs === undefined ? Number.POSITIVE_INFINITY : adsUntilMs - startMs;
  const adsPlaced = isShown ? placements.filter(({ kind }) => kind === 'ad').length : 0;
  const placedMs = isShown ? msOf(planned, 'ad', untilMs) : 0;
  const offeredMs = isPreRoll ? decided.offeredMs : offeredLengthMs(planned);
  const isCut = planned.truncated || adsPlaced < decided.adsPlaced;
  const ofShown = isCut && placedMs < offeredMs ? 'EARLY_RETURN' : decided.reason;
  return {
    ...decided,
    offeredMs,
    placedMs,
    adsPlaced,
    slateMs: isShown ? msOf(planned, 'slate', untilMs) : 0,
    reason: isShown ? ofShown : (planned.reason ?? decided.reason),
  };
}

/** An answer that names an ad says so in one of these. */
const hasAd = (text: string) => text.includes('InLine') || text.includes('Wrapper');

export function askedServer({
  url,
  depth,
  status,
  isLate,
  text,
  tookMs,
}: LoggedRequest): AskedServer {
  const asked = { url, hop: depth };
  if (isLate || status === undefined) {
    return { ...asked, outcome: isLate ? 'late' : 'error', tookMs: undefined };
  }
  const inTime = hasAd(text) ? 'inTime' : 'empty';
  return { ...asked, outcome: status >= 400 ? 'error' : inTime, tookMs };
}
