// The splice plan: what one playback session (or cohort) shows instead of the source, and the numbers
// that follow from it. Append-only: a value that an output may have printed is never changed. Plain
// data; creatives are shared by reference.
import type { Creative } from '../pods/creative.ts';
import type { AdFallbackReason } from '../reasons.ts';

/** One ad, or one piece of slate, in a break. */
export interface Placement {
  readonly kind: 'ad' | 'slate';
  /** Index within its break; part of the address of its segments. */
  readonly index: number;
  /** Id of the VAST ad; of slate the creative id. */
  readonly adId: string;
  readonly creative: Creative;
  /** Start after the break's start, ms. */
  readonly offsetMs: number;
  /** Duration in the break, ms; less than the creative's for slate that was cut. */
  readonly durationMs: number;
}

/** Numbers of one break in one rendition; frozen when the known edge has reached them, before an output needs them. */
export interface RenditionSplice {
  /** Source number of the first replaced segment. */
  readonly cutNumber: number;
  readonly firstAdMsn: number;
  /** Lowest number of the window when the last segment before the break was the newest. */
  readonly headNumber: number;
  /**
   * The rendition shows none of the break: it was first read after it, the session began after it, or it
   * missed segments from the break's end on.
   */
  readonly passed: boolean;
  /** Source number of the first segment after the ads, and its media sequence number in the output. */
  readonly returnNumber?: number | undefined;
  readonly returnMsn?: number | undefined;
}

/** AdaptationSet of the content as ad Periods repeat it (D16): same id and order, so that players keep their choice. */
export interface DashAdSet {
  readonly contentType: 'video' | 'audio';
  /** Attributes of the AdaptationSet, as XML text with a leading space each. */
  readonly attributes: string;
  /** Role, Label and the like, as XML text. */
  readonly descriptors: string;
  /** Ids of its representations. */
  readonly representationIds: readonly string[];
}

/** Return of an MPD to content after a break. */
export interface DashReturn {
  /** Period@start of that part, ms on the source clock. */
  readonly atMs: number;
}

/** Published values of a break in an MPD (D1): frozen with its first ad Period. */
export interface DashSplice {
  /** Period@start of the first ad, ms on the source clock. */
  readonly cutMs: number;
  readonly sets: readonly DashAdSet[];
  /** The window had moved past the break before the first request: none of it is shown. */
  readonly passed: boolean;
  /** Frozen when the first content after the break is published. */
  readonly back?: DashReturn | undefined;
}

/** The last MPD of a session: MPD@publishTime changes with its text, and only then (D11). */
export interface DashPublication {
  readonly digest: number;
  /** Epoch ms. */
  readonly publishTimeMs: number;
  /** suggestedPresentationDelay of the session, ms (D19). */
  readonly delayMs: number;
  /** Its UTCTiming is this service's clock instead of the source's (D12). */
  readonly replacesClocks: boolean;
}

/**
 * pending: the decision is awaited and outputs hold at its start;
 * replaced: its placements are shown; content: the source's own break is shown.
 */
export type PlannedBreakState = 'pending' | 'replaced' | 'content';

export interface PlannedBreak {
  readonly breakId: string;
  /** The session's own break at its start; the channel has no such break. */
  readonly isPreRoll?: boolean | undefined;
  /** Its end is no segment boundary of the source: that of a pre-roll, or of a break by API. */
  readonly endsAnywhere?: boolean | undefined;
  readonly state: PlannedBreakState;
  /** Last announced start of the channel's break, ms on the source clock. */
  readonly announcedStartMs: number;
  /** Start of the ads in this session, ms on the source clock: that of the break, later when joined in its middle. */
  readonly startMs: number;
  /** It was found when content up to `startMs` could be listed already: no output is cut before that. */
  readonly isLate?: boolean | undefined;
  /** Of a break found just before its start: content up to here may be listed already, ms on the source clock. */
  readonly listedUntilMs?: number | undefined;
  /** End of the break by plan or return cue, ms on the source clock. */
  readonly endMs: number;
  /** Return of this session to the source, ms on the source clock: `endMs`, or earlier when content fills the rest. */
  readonly returnMs: number;
  readonly placements: readonly Placement[];
  /** Seconds of date per second of ads, at most 1: see `dateScaleOf`. */
  readonly dateScale: number;
  /** Reason why it is not, or not fully, replaced. */
  readonly reason?: AdFallbackReason | undefined;
  /** Its end came forward: by an early return, or by a shorter announcement. */
  readonly truncated: boolean;
  /**
   * Of a break that was cut short: ad segments whose middle is before this are shown, ms on the source clock. The end
   * of the break, moved by the drift so far, so that early returns do not add up (H19).
   */
  readonly adsUntilMs?: number | undefined;
  /** Output discontinuity number of the last item before the break; frozen with the first rendition. */
  readonly discontinuityBefore?: number | undefined;
  /** Output minus source discontinuity number after the break; frozen with the first rendition. */
  readonly discontinuityShift?: number | undefined;
  /** Drift that this break added on the reference rendition, ms; frozen when that returns to the source (H19). */
  readonly driftMs?: number | undefined;
  readonly renditions: Readonly<Record<string, RenditionSplice>>;
  /** Of sessions that play DASH; they use none of the numbers above. */
  readonly dash?: DashSplice | undefined;
}

/** Values that folded breaks leave for those after them. */
export interface PlanBase {
  readonly discontinuityShift: number;
  readonly driftMs: number;
  /** The last folded break was replaced: markers after it are not printed. */
  readonly hidesMarkers?: boolean | undefined;
  /** By rendition: output minus source media sequence number. */
  readonly sequenceShifts: Readonly<Record<string, number>>;
  /** See `legacySequence`; only of a plan in that mode. */
  readonly legacyFloors?: Readonly<Record<string, number>> | undefined;
  /** DASH: where content went on after the last folded break. */
  readonly dashBack?: DashReturn | undefined;
}

/** The part of the source that a session lists (time shift, DVR, start-over). */
export interface Listing {
  /** Length of the output's window, ms; 0 = as long as the source's own. */
  readonly windowMs: number;
  /** Nothing before this is listed, ms on the source clock; -Infinity = no such limit. */
  readonly fromMs: number;
  /** Start-over: where its viewers begin, ms on the source clock; signalled with EXT-X-START. */
  readonly beginsAtMs?: number | undefined;
  /**
   * CAN-SKIP-UNTIL, seconds before the end of a list: updates may leave out older segments. Left out when lists are so
   * short that updates would save nothing.
   * @see RFC 8216bis §4.4.3.8
   */
  readonly skipUntilSeconds?: number | undefined;
}

export const SOURCE_LISTING: Listing = {
  windowMs: 0,
  fromMs: Number.NEGATIVE_INFINITY,
};

export interface SplicePlan {
  /** Breaks of this channel before this are shown as the source has them, ms on the source clock. */
  readonly sessionStartMs: number;
  /** Cues are known up to here: no output publishes anything later. ms on the source clock. */
  readonly knownUntilMs: number;
  /** Seconds; constant for the session (H12). */
  readonly targetDuration: number;
  readonly listing: Listing;
  /** The output's edge stays this much behind the source's, ms (`liveDelay`). */
  readonly liveDelayMs: number;
  /** Set when numbers follow the source's own outside breaks (H5, `hlsLegacyMediaSequenceHandling`): added to them. */
  readonly legacyShift?: number | undefined;
  /** The pre-roll that the plan begins with has not been offered yet. */
  readonly isPreRollDue: boolean;
  readonly base: PlanBase;
  /** Ascending by start, not overlapping. */
  readonly breaks: readonly PlannedBreak[];
  readonly dash?: DashPublication | undefined;
}

export interface PlanOptions {
  /** See `sessionStartMs`; -Infinity replaces breaks behind the session's start, too. */
  readonly sessionStartMs: number;
  /** Seconds: the greatest target duration of the channel's renditions. */
  readonly targetDuration: number;
  readonly listing?: Listing | undefined;
  /** ms; default 0. */
  readonly liveDelayMs?: number | undefined;
  readonly legacyShift?: number | undefined;
  readonly base?: PlanBase | undefined;
  /** The session begins with a break of its own of at most this length, ms. */
  readonly preRollMs?: number | undefined;
}

function preRollBreak(startMs: number, durationMs: number): PlannedBreak {
  return {
    breakId: `pre-${Math.floor(startMs).toString(36)}`,
    isPreRoll: true,
    endsAnywhere: true,
    state: 'pending',
    announcedStartMs: startMs,
    startMs,
    endMs: startMs + durationMs,
    returnMs: startMs + durationMs,
    placements: [],
    dateScale: 1,
    truncated: false,
    renditions: {},
  };
}

/**
 * An empty plan: no break is known, nothing was published.
 * @returns the plan that `followBreaks` takes first
 * @see ADR 0007; rules H4, H20
 */
export function createPlan(options: PlanOptions): SplicePlan {
  const { sessionStartMs, preRollMs = 0 } = options;
  const hasPreRoll = preRollMs > 0 && Number.isFinite(sessionStartMs);
  return {
    sessionStartMs,
    knownUntilMs: sessionStartMs,
    targetDuration: options.targetDuration,
    listing: options.listing ?? SOURCE_LISTING,
    liveDelayMs: options.liveDelayMs ?? 0,
    legacyShift: options.legacyShift,
    isPreRollDue: hasPreRoll,
    base: options.base ?? { discontinuityShift: 0, driftMs: 0, sequenceShifts: {} },
    breaks: hasPreRoll ? [preRollBreak(sessionStartMs, preRollMs)] : [],
  };
}

/** A break as offered to one session: the avail of the ad request. */
export interface Avail {
  readonly breakId: string;
  /** ms on the source clock. */
  readonly startMs: number;
  /** ms to fill; of a break without an announced duration the cap. */
  readonly durationMs: number;
  /** True without an announced duration: `durationMs` is the cap. */
  readonly openEnded: boolean;
  /** Output time minus source time so far, ms; the pod is chosen so that it goes back to 0 (H19). */
  readonly driftMs: number;
  /** How much longer than the avail a pod may be, ms: half a target duration, the error of a cut (H18). */
  readonly toleranceMs: number;
  /** `pre`: the session's pre-roll, with an ad server of its own; default `mid`. */
  readonly position?: 'pre' | 'mid' | 'post' | undefined;
  readonly eventId?: string | undefined;
  readonly scte35?: string | undefined;
  readonly contentId?: string | undefined;
}
