import { detectManifest, parseMediaPlaylist } from '@interlude/hls';
import { checkDates, checkDatesKept } from './check-dates.ts';
import { checkDiscontinuities, checkKeys, checkMaps, checkStateKept } from './check-joins.ts';
import { type CommonTimeline, checkRenditions, EMPTY_TIMELINE } from './check-renditions.ts';
import {
  checkDiscontinuitySequence,
  checkMediaSequence,
  checkTargetDuration,
  checkTargetDurationKept,
} from './check-sequence.ts';
import {
  checkByteRanges,
  checkDateRanges,
  checkLowLatency,
  checkVariables,
  checkVersion,
  type DateRanges,
} from './check-syntax.ts';
import { checkOnDemand, checkStale, checkWindow } from './check-window.ts';
import { type AdOf, type Observation, observe } from './observation.ts';
import { type Finding, FindingLog, type OutputReference } from './rules.ts';

/** One media playlist as a viewer of the session got it. */
export interface SessionOutput {
  readonly renditionId: string;
  readonly fetchedAtMs: number;
  readonly text: string;
}

interface RenditionState {
  readonly last: Observation;
  /** First output with the present last segment. */
  readonly freshest: Observation;
  readonly dateRanges: DateRanges;
}

/** State of the judge for one playback session. Opaque: begin with `EMPTY_AUDIT`. */
export interface AuditState {
  readonly renditions: ReadonlyMap<string, RenditionState>;
  readonly timeline: CommonTimeline;
  readonly adsSeen: boolean;
  readonly outputs: number;
}

export const EMPTY_AUDIT: AuditState = {
  renditions: new Map(),
  timeline: EMPTY_TIMELINE,
  adsSeen: false,
  outputs: 0,
};

export interface AuditOptions {
  /**
   * The ad that a segment's URI belongs to, by the same name in every rendition; undefined for content. Without it,
   * the rules about changes between ads and content (parts of H7, H8, H9) are not judged.
   */
  readonly adOf?: AdOf;
}

function auditNext(before: RenditionState, later: Observation, log: FindingLog): void {
  const { last, freshest } = before;
  checkOnDemand(last, later, log);
  checkWindow(last, later, log);
  checkStale(freshest, later, log);
  if (later.segments.length === 0) return;
  checkMediaSequence(last, later, log);
  checkDiscontinuitySequence(last, later, log);
  checkTargetDurationKept(last, later, log);
  checkStateKept(last, later, log);
  checkDatesKept(last, later, log);
}

function remember(
  before: RenditionState | undefined,
  later: Observation,
  dateRanges: DateRanges,
): RenditionState {
  if (before === undefined) return { last: later, freshest: later, dateRanges };
  // An empty output is a finding of its own; the next one is judged against the last with segments.
  if (later.segments.length === 0) return before;
  const same = later.segments.at(-1)?.msn === before.freshest.segments.at(-1)?.msn;
  return { last: later, freshest: same ? before.freshest : later, dateRanges };
}

/**
 * Judges the next output of a playback session: against the rules that one playlist can break, against the output
 * before of the same rendition, and against what the other renditions have shown. Give outputs in the order in
 * which they were fetched; keep one state per session.
 * @returns the state for the next output, and breaches of the rules H*
 * @see RFC 8216 §6.2.1, §6.2.2; docs/reference/audit-rules.md
 */
export function auditSession(
  state: AuditState,
  output: SessionOutput,
  options: AuditOptions = {},
): { state: AuditState; findings: readonly Finding[] } {
  const reference: OutputReference = {
    renditionId: output.renditionId,
    fetchedAtMs: output.fetchedAtMs,
    index: state.outputs,
  };
  const log = new FindingLog(reference);
  const counted = { ...state, outputs: state.outputs + 1 };
  const before = state.renditions.get(output.renditionId);
  if (detectManifest(output.text) !== 'media') {
    log.add('H33', 1, 'the output is no media playlist', before?.last.output);
    return { state: counted, findings: log.findings };
  }
  const { playlist } = parseMediaPlaylist(output.text);
  const later = observe(playlist, output.text, reference, options.adOf);
  const adsSeen = state.adsSeen || later.segments.some((segment) => segment.ad !== undefined);
  checkTargetDuration(later, log);
  checkDiscontinuities(later, log);
  checkMaps(later, log);
  checkKeys(later, adsSeen, log);
  checkDates(later, log);
  checkByteRanges(playlist, log);
  checkVersion(playlist, log);
  checkVariables(playlist, log);
  checkLowLatency(playlist, log);
  const dateRanges = checkDateRanges(playlist, before?.dateRanges ?? new Map(), log);
  if (before !== undefined) auditNext(before, later, log);
  return {
    state: {
      ...counted,
      adsSeen,
      timeline: checkRenditions(later, state.timeline, log),
      renditions: new Map(state.renditions).set(
        output.renditionId,
        remember(before, later, dateRanges),
      ),
    },
    findings: log.findings,
  };
}
