// Judges one output of a watched stream and sets when its manifest is requested next.
import { type ParsedMpd, parseMpd } from '@interlude/dash';
import { parseMediaPlaylist } from '@interlude/hls';
import { auditSession } from '../audit-session.ts';
import { auditDashSession } from '../dash/audit-dash-session.ts';
import { contentRuns } from '../dash/content-runs.ts';
import { foldFindings } from '../report/fold-findings.ts';
import { RULE_GUIDES } from '../rule-guides.ts';
import { AUDIT_RULES, type Finding } from '../rules.ts';
import { mpdReloadMs, playlistReloadMs, retryMs } from './reload-interval.ts';
import { WATCH_LIMITS } from './watch-limits.ts';
import {
  type Answer,
  type WatchedManifest,
  type WatchedStream,
  type WatchState,
  withManifest,
  withNote,
} from './watch-state.ts';

/** Epoch ms when a request began, and when its answer was complete. */
export interface LookTimes {
  readonly startedAtMs: number;
  readonly nowMs: number;
}

type Text = Extract<Answer, { readonly kind: 'text' }>;
type Hls = Extract<WatchedStream, { readonly protocol: 'HLS' }>;
type Dash = Extract<WatchedStream, { readonly protocol: 'DASH' }>;

/** Least ms from an answer to the next request, also where the answer took longer than the reload interval. */
const leastPauseMs = 500;

const CUT = `More than ${WATCH_LIMITS.maxFindings} different findings: the rest is not listed.`;

interface Judged {
  readonly stream: WatchedStream;
  readonly findings: readonly Omit<Finding, 'later'>[];
  /** Ms until it is read again; undefined = never again. */
  readonly reloadMs: number | undefined;
  /** Reload interval while it changes, ms. */
  readonly usualReloadMs: number;
  /** Address of the next request, by the MPD's Location if it has one. */
  readonly url: string;
  readonly segments: number;
}

/** The MPD of a text, with the limits of this judge; undefined when it is none or beyond them. */
export function readMpd(text: string): ParsedMpd {
  return parseMpd(text, { maxElements: WATCH_LIMITS.maxMpdElements });
}

/** A manifest that a player cannot load breaches H33 (HLS) or D4 (DASH): one must always be served. */
function missing(protocol: WatchedStream['protocol'], detail: string): Judged['findings'] {
  const rule = protocol === 'HLS' ? 'H33' : 'D4';
  const { severity } = RULE_GUIDES[rule];
  return [{ rule, title: AUDIT_RULES[rule], severity, line: 1, detail }];
}

function judgePlaylist(
  stream: Hls,
  manifest: WatchedManifest,
  { text }: Text,
  { plan, nowMs }: { plan: WatchState['plan']; nowMs: number },
): Judged {
  const { url, rendition } = manifest;
  const { state: audit, findings } = auditSession(
    stream.audit,
    { renditionId: rendition, fetchedAtMs: nowMs, text },
    plan,
  );
  const { endList, targetDuration, segments } = parseMediaPlaylist(text).playlist;
  const reloadMs = playlistReloadMs(targetDuration, text !== manifest.lastText);
  return {
    stream: { ...stream, audit },
    findings,
    reloadMs: endList ? undefined : reloadMs,
    usualReloadMs: playlistReloadMs(targetDuration, true),
    url,
    segments: segments.length,
  };
}

function judgeMpd(
  stream: Dash,
  { text, url }: Text,
  { plan, nowMs }: { plan: WatchState['plan']; nowMs: number },
): Judged {
  const { mpd, warnings } = readMpd(text);
  if (mpd === undefined) {
    const detail = `the output is no MPD: ${warnings[0]?.detail ?? 'its root is missing'}`;
    const findings = missing('DASH', detail);
    const reloadMs = mpdReloadMs(undefined);
    return { stream, findings, reloadMs, usualReloadMs: reloadMs, url, segments: 0 };
  }
  const isReplaced = plan.adOf !== undefined && mpd.type === 'dynamic';
  const { state: audit, findings } = auditDashSession(
    stream.audit,
    { url, fetchedAtMs: nowMs, text },
    { ...plan, runOf: contentRuns(mpd, { isReplaced }) },
  );
  const [location = ''] = mpd.locations;
  const isOver = mpd.type === 'static' || (mpd.availabilityEndTimeMs ?? nowMs + 1) <= nowMs;
  return {
    stream: { ...stream, audit },
    findings,
    reloadMs: isOver ? undefined : mpdReloadMs(mpd.minimumUpdatePeriodMs),
    usualReloadMs: mpdReloadMs(mpd.minimumUpdatePeriodMs),
    url: URL.parse(location, url)?.href ?? url,
    segments: 0,
  };
}

function fold(
  state: WatchState,
  judged: Pick<Judged, 'findings'>,
  output: { rendition: string; url: string; text: string; nowMs: number },
): WatchState {
  const result = foldFindings(state.folded, judged.findings, output);
  const next = { ...state, folded: result.folded };
  return result.isCut ? withNote(next, CUT) : next;
}

/** Reload intervals until a manifest is read again: with `isInTurn`, each other rendition takes one of its own. */
function turns({ plan, manifests }: WatchState, manifest: WatchedManifest): number {
  if (plan.isInTurn === undefined || plan.isInTurn === false) return 1;
  const first = plan.isInTurn === 'others' ? manifests[0]?.rendition : undefined;
  if (manifest.rendition === first) return 1;
  const watched = manifests.filter(
    ({ dueAtMs, rendition }) => dueAtMs !== undefined && rendition !== first,
  );
  return manifest.outputs === 0 ? watched.indexOf(manifest) + 1 : watched.length;
}

/**
 * Judges a manifest that was read.
 * @throws HlsLimitError when a playlist is larger than the parser reads
 */
export function judgeOutput(
  state: WatchState,
  stream: WatchedStream,
  manifest: WatchedManifest,
  answer: Text,
  { nowMs, startedAtMs }: LookTimes,
): WatchState {
  const about = { plan: state.plan, nowMs };
  const judged =
    stream.protocol === 'HLS'
      ? judgePlaylist(stream, manifest, answer, about)
      : judgeMpd(stream, answer, about);
  const { reloadMs, usualReloadMs } = judged;
  const next = withManifest(
    { ...state, stream: judged.stream, isLive: state.isLive || reloadMs !== undefined },
    {
      ...manifest,
      url: judged.url,
      // RFC 8216 §6.3.4: counted from when the client began to load it.
      dueAtMs:
        reloadMs === undefined
          ? undefined
          : Math.max(startedAtMs + reloadMs * turns(state, manifest), nowMs + leastPauseMs),
      outputs: manifest.outputs + 1,
      failures: 0,
      lastText: answer.text,
      segments: judged.segments,
      reloadMs: usualReloadMs,
    },
  );
  const { rendition } = manifest;
  return fold(next, judged, { rendition, url: answer.url, text: answer.text, nowMs });
}

/** A manifest that could not be read is a finding; one that never was is requested `maxFirstTries` times. */
export function judgeFailure(
  state: WatchState,
  manifest: WatchedManifest,
  reason: string,
  nowMs: number,
): WatchState {
  const { rendition, url, outputs } = manifest;
  const failures = manifest.failures + 1;
  const isGivenUp = outputs === 0 && failures >= WATCH_LIMITS.maxFirstTries;
  const dueAtMs = isGivenUp ? undefined : nowMs + retryMs(manifest.reloadMs);
  const next = withManifest(state, { ...manifest, failures, dueAtMs });
  const findings = missing(state.stream?.protocol ?? 'HLS', `it cannot be read: ${reason}`);
  return fold(next, { findings }, { rendition, url, text: '', nowMs });
}
