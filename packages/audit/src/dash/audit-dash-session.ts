import { type Finding, FindingLog, type OutputReference } from '../rules.ts';
import { type ContentClock, checkClock, EMPTY_CLOCK, type RunOf } from './check-clock.ts';
import {
  checkAds,
  checkContinuity,
  checkJoints,
  checkOrder,
  checkSegments,
  checkStatic,
} from './check-periods.ts';
import { checkStale, type Freshest, freshestOf } from './check-stale.ts';
import { checkFrame, checkPeriodsKept, checkUpdateRequest } from './check-updates.ts';
import { type AdOf, type MpdObservation, observeMpd } from './observe-mpd.ts';

/** One MPD as a viewer of the session got it. */
export interface DashOutput {
  /** Address of the MPD, against which relative addresses are resolved. */
  readonly url: string;
  readonly fetchedAtMs: number;
  readonly text: string;
}

export interface DashAuditOptions {
  /** The ad that a segment's absolute address belongs to; undefined for content. */
  readonly adOf?: AdOf;
  /**
   * Names the run of content that a Period belongs to, where assets are put together. An asset that plays again, or
   * resumes after an insertion, has another distance between media time and presentation time (DASH-IF IOP "Timing
   * model": presentationTimeOffset is the media time of the start of each Period). D3 is about content that runs on
   * while ads replace it, so that it is judged within a run. Left out, all content is one run.
   */
  readonly runOf?: RunOf;
}

/** State of the judge for one DASH session. Opaque: begin with `EMPTY_DASH_AUDIT`. */
export interface DashAuditState {
  readonly last: MpdObservation | undefined;
  readonly freshest: Freshest | undefined;
  readonly clock: ContentClock;
  readonly outputs: number;
}

export const EMPTY_DASH_AUDIT: DashAuditState = {
  last: undefined,
  freshest: undefined,
  clock: EMPTY_CLOCK,
  outputs: 0,
};

/**
 * Judges the next MPD of a playback session: against the rules that one MPD can break, and against those before
 * it. Give outputs in the order in which they were fetched; keep one state per session.
 * @returns the state for the next MPD, and breaches of the rules D*
 * @see ISO/IEC 23009-1 §5.3; docs/reference/audit-rules.md
 */
export function auditDashSession(
  state: DashAuditState,
  { text, url, fetchedAtMs }: DashOutput,
  { adOf, runOf }: DashAuditOptions = {},
): { state: DashAuditState; findings: readonly Finding[] } {
  const output: OutputReference = { renditionId: 'mpd', fetchedAtMs, index: state.outputs };
  const log = new FindingLog(output);
  const counted = { ...state, outputs: state.outputs + 1 };
  const later = observeMpd(text, output, { url, adOf });
  if (later === undefined || later.periods.length === 0) {
    log.add('D4', 1, 'the output is no MPD with a Period', state.last?.output);
    return { state: counted, findings: log.findings };
  }
  checkOrder(later, log);
  checkSegments(later, log);
  checkJoints(later, log);
  checkContinuity(later, log);
  checkAds(later, log);
  checkStatic(later, log);
  checkUpdateRequest(later, url, log);
  if (state.last !== undefined) {
    checkFrame(state.last, later, log);
    checkPeriodsKept(state.last, later, log);
  }
  checkStale(state.freshest, later, log);
  const clock = checkClock(later, state.clock, log, runOf);
  const freshest = freshestOf(state.freshest, later);
  return { state: { ...counted, last: later, freshest, clock }, findings: log.findings };
}

/** A segment of an ad that the newest MPD lists. */
export interface ListedAdSegment {
  readonly contentType: string;
  readonly representationId: string;
  /** Resolved. */
  readonly address: string;
}

/**
 * The ad segments that a player of the newest judged MPD could request.
 * @returns content type, Representation id and resolved address of each segment
 * @see ISO/IEC 23009-1 §5.3.9
 */
export function* listedAdSegments({ last }: DashAuditState): Generator<ListedAdSegment> {
  for (const period of last?.periods ?? []) {
    if (period.ad === undefined) continue;
    for (const { contentType, tracks } of period.sets)
      for (const { id, segments } of tracks)
        for (const { address } of segments) yield { contentType, representationId: id, address };
  }
}
