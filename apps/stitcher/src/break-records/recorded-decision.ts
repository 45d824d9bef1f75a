/** An ad decision in the form of the break record, whatever the protocol. */
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
  /** Undefined for a break of the session's own (a pre-roll), or of an asset on demand. */
  readonly adBreak?: AdBreak | undefined;
  /** Reading of the source with which it was offered. */
  readonly poll?: number | undefined;
  /** How far the output of the session was from the break, ms; negative: within it. */
  readonly leadMs?: number | undefined;
}

export interface DecidedAd {
  readonly candidate: PodCandidate;
  /** Undefined for a failed wrapper. */
  readonly ad: InlineAd | undefined;
}

export interface RecordedDecision {
  readonly avail: Avail;
  readonly context: AvailContext;
  readonly offeredBy: OfferedBy;
  /** When the avail was offered, epoch ms. */
  readonly offeredAtMs: number;
  /** Deadline of the decision, ms after `offeredAtMs`. */
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
 * The id under which a break is counted. A break of the source has an id that all sessions share, and that names its
 * hour; one of the session's own, or of an asset, is counted together with the others of its hour.
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

/**
 * Start of a break, epoch ms; where the dates of the source are far from the clock, by the distance of the break from
 * the edge.
 */
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
    // An ad that a pod leaves out without a reason was beyond its limit.
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

/** The share of a session in a break, as decided. */
export function decidedShare(decision: RecordedDecision): DecidedShare {
  const { avail, pod, isAsked } = decision;
  const inserted = decision.context.isOnDemand && avail.openEnded;
  // An inserted break is as long as the ads and slate that fill it.
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

/** Length of a break of the source in a session, ms; a cancelled one was offered to no session. */
export const offeredLengthMs = ({ startMs, endMs, reason }: PlannedBreak) =>
  reason === 'BREAK_CANCELLED' ? 0 : Math.max(0, endMs - startMs);

/**
 * The share of a session in a break as its plan has it; as decided, where the session left before the edge reached the
 * break.
 */
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

/** A VAST answer with an ad has one of these elements. */
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
