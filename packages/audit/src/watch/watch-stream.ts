/**
 * Watches a stream as a player does, without I/O: names the manifests that are due, takes the answers to their requests
 * and judges every output. `now` and answers are arguments, so that a test covers hours in milliseconds.
 */
import { detectManifest, HlsLimitError } from '@interlude/hls';
import { EMPTY_AUDIT } from '../audit-session.ts';
import { EMPTY_DASH_AUDIT } from '../dash/audit-dash-session.ts';
import { safeText } from '../report/safe-text.ts';
import { judgeFailure, judgeOutput, type LookTimes, readMpd } from './judge-output.ts';
import { listedRenditions } from './listed-renditions.ts';
import { WATCH_LIMITS } from './watch-limits.ts';
import {
  type Answer,
  type Look,
  type WatchedManifest,
  type WatchedStream,
  type WatchPlan,
  type WatchState,
  withNote,
} from './watch-state.ts';

type Text = Extract<Answer, { readonly kind: 'text' }>;

const NO_ADS =
  'Without a pattern that tells ads from content, rules about ads beside content are not judged (parts of H7, H8, H9 and D3, all of D15 and D16).';
const TOO_MANY_BYTES = `It ended early: the manifests have ${WATCH_LIMITS.maxTotalBytes} bytes together.`;
const TOO_LARGE = `It ended early: the renditions have more than ${WATCH_LIMITS.maxHeldSegments} segments, or ${WATCH_LIMITS.maxHeldLength} characters, together.`;

function manifestAt(rendition: string, url: string, dueAtMs: number): WatchedManifest {
  const unread = { outputs: 0, failures: 0, lastText: '', segments: 0, reloadMs: undefined };
  return { rendition, url, dueAtMs, ...unread };
}

/**
 * The state of a watch before its first request; the first look is due at once.
 * @param nowMs epoch ms
 */
export function beginWatch(plan: WatchPlan, nowMs: number): WatchState {
  return {
    plan,
    startedAtMs: nowMs,
    stream: undefined,
    isLive: false,
    manifests: [manifestAt('manifest', plan.url, nowMs)],
    folded: new Map(),
    notes: plan.adOf === undefined ? [NO_ADS] : [],
    bytes: 0,
    problem: undefined,
  };
}

/**
 * The state of a watch of an HLS stream whose media playlists are known, so that recorded media playlists can be judged
 * again without their multivariant playlist.
 * @param renditions in the order of the multivariant playlist
 */
export function resumeWatch(
  plan: WatchPlan,
  renditions: readonly { readonly rendition: string; readonly url: string }[],
  nowMs: number,
): WatchState {
  return {
    ...beginWatch(plan, nowMs),
    stream: { protocol: 'HLS', audit: EMPTY_AUDIT },
    manifests: renditions.map(({ rendition, url }) => manifestAt(rendition, url, nowMs)),
  };
}

/** A note about the limit that ends the watch; undefined while there is none. */
function exhausted({ bytes, manifests }: WatchState): string | undefined {
  if (bytes >= WATCH_LIMITS.maxTotalBytes) return TOO_MANY_BYTES;
  const length = manifests.reduce((sum, { lastText }) => sum + lastText.length, 0);
  const segments = manifests.reduce((sum, manifest) => sum + manifest.segments, 0);
  const isFull = length > WATCH_LIMITS.maxHeldLength || segments > WATCH_LIMITS.maxHeldSegments;
  return isFull ? TOO_LARGE : undefined;
}

function isOver(state: WatchState): boolean {
  return state.problem !== undefined || exhausted(state) !== undefined;
}

/**
 * When the next look is due, epoch ms.
 * @returns undefined when the watch is over: the time is up, the stream has ended, or nothing can be judged
 */
export function nextLookMs(state: WatchState): number | undefined {
  if (isOver(state)) return undefined;
  const { startedAtMs, plan, manifests } = state;
  const dueAtMs = manifests.reduce(
    (first, manifest) => Math.min(first, manifest.dueAtMs ?? Number.POSITIVE_INFINITY),
    Number.POSITIVE_INFINITY,
  );
  // A manifest that was never read stays due after `durationMs`: a stream on demand is judged in full.
  const isFirst = manifests.some(({ dueAtMs, outputs }) => dueAtMs !== undefined && outputs === 0);
  const isInTime = isFirst || dueAtMs < startedAtMs + plan.durationMs;
  return Number.isFinite(dueAtMs) && isInTime ? dueAtMs : undefined;
}

/**
 * The looks that are due.
 * @param nowMs epoch ms
 */
export function dueLooks(state: WatchState, nowMs: number): readonly Look[] {
  if (isOver(state)) return [];
  return state.manifests
    .filter(({ dueAtMs }) => dueAtMs !== undefined && dueAtMs <= nowMs)
    .map(({ rendition, url }) => ({ rendition, url }));
}

/** The first characters of an answer, for the sentence that it is neither an HLS playlist nor an MPD. */
function beginning(text: string): string {
  const start = safeText(text.trimStart(), 60);
  return start === '' ? 'it is empty' : `it begins with "${start}"`;
}

function withProblem(state: WatchState, problem: string): WatchState {
  return { ...state, problem };
}

function watchRenditions(state: WatchState, { text, url }: Text, nowMs: number): WatchState {
  const { renditions, count } = listedRenditions(text, url);
  if (renditions.length === 0)
    return withProblem(state, 'The multivariant playlist names no playlist that can be requested.');
  const next: WatchState = {
    ...state,
    stream: { protocol: 'HLS', audit: EMPTY_AUDIT },
    manifests: renditions.map((rendition) => manifestAt(rendition.name, rendition.url, nowMs)),
  };
  if (count === renditions.length) return next;
  return withNote(next, `${renditions.length} of ${count} renditions were judged.`);
}

/** Takes the answer to the first look, which shows whether the stream is HLS or DASH. */
function takeFirst(state: WatchState, answer: Text, times: LookTimes): WatchState {
  const { nowMs } = times;
  const kind = detectManifest(answer.text);
  if (kind === 'multivariant') return watchRenditions(state, answer, nowMs);
  const { mpd, warnings } = kind === undefined ? readMpd(answer.text) : {};
  if (kind === undefined && mpd === undefined) {
    const isXml = warnings?.some(({ code }) => code === 'XML_BROKEN') && /<MPD/.test(answer.text);
    const why = isXml ? safeText(warnings?.[0]?.detail ?? '') : beginning(answer.text);
    return withProblem(state, `This is neither an HLS playlist nor an MPD: ${why}.`);
  }
  const stream: WatchedStream =
    mpd === undefined
      ? { protocol: 'HLS', audit: EMPTY_AUDIT }
      : { protocol: 'DASH', audit: EMPTY_DASH_AUDIT };
  // A redirect of the first request may start a session: later looks request the address that it led to.
  const manifest = manifestAt('manifest', answer.url, nowMs);
  return judgeOutput({ ...state, stream, manifests: [manifest] }, stream, manifest, answer, times);
}

/**
 * The state after the answer to a look. Give answers in the order in which they arrived.
 * @param nowMs epoch ms, when the answer was complete
 */
export function takeAnswer(
  before: WatchState,
  look: Look,
  answer: Answer,
  nowMs: number,
): WatchState {
  const manifest = before.manifests.find(({ rendition }) => rendition === look.rendition);
  if (manifest === undefined) return before;
  const times = { nowMs, startedAtMs: look.startedAtMs ?? nowMs };
  const next = judged({ ...before, bytes: before.bytes + answer.bytes }, manifest, answer, times);
  const note = exhausted(next);
  return note === undefined ? next : withNote(next, note);
}

function judged(
  state: WatchState,
  manifest: WatchedManifest,
  answer: Answer,
  times: LookTimes,
): WatchState {
  if (answer.kind === 'failed') return takeFailure(state, manifest, answer.reason, times.nowMs);
  try {
    return state.stream === undefined
      ? takeFirst(state, answer, times)
      : judgeOutput(state, state.stream, manifest, answer, times);
  } catch (error) {
    if (!(error instanceof HlsLimitError)) throw error;
    return takeFailure(state, manifest, error.message, times.nowMs);
  }
}

function takeFailure(
  state: WatchState,
  manifest: WatchedManifest,
  reason: string,
  nowMs: number,
): WatchState {
  if (state.stream === undefined) return withProblem(state, safeText(reason));
  return withoutAny(judgeFailure(state, manifest, reason, nowMs), reason);
}

/** Ends the watch when no rendition was ever read and none is requested again. */
function withoutAny(state: WatchState, reason: string): WatchState {
  const isNone = state.manifests.every(
    ({ outputs, dueAtMs }) => outputs === 0 && dueAtMs === undefined,
  );
  return isNone
    ? withProblem(state, `None of its renditions can be read: ${safeText(reason)}`)
    : state;
}

/**
 * The same watch without its findings and byte count so far, for a monitor that runs for days and stores its findings.
 * @see rule SEC-S91
 */
export function forgetFindings(state: WatchState): WatchState {
  return { ...state, folded: new Map(), bytes: 0 };
}
