import type { ChannelSettings } from '@interlude/contract';
import { type DashWindow, dashHeadMs } from '../dash-source/dash-window.ts';
import type { Placement, SplicePlan } from '../plan/splice-plan.ts';
import { adPeriod } from './ad-period.ts';
import { type ContentOptions, contentPeriod, type WrittenPeriod } from './content-period.ts';
import { freezeDash } from './freeze-dash.ts';
import { layOutPeriods, type OutputPeriod } from './lay-out-periods.ts';
import { type ListedTracks, withoutCaptions } from './listed-tracks.ts';
import { type FrameValues, framed, mpdFrame } from './mpd-frame.ts';
import { type DirectClock, directClocks, type PatchedMpd, patchLocation } from './mpd-patch.ts';
import { digestOf, publish } from './publish-time.ts';
import type { LocationRewrite } from './track-text.ts';
import { isComplete, visibleEdge } from './visible-edge.ts';

export type DashSettings = Pick<
  ChannelSettings,
  | 'includeMediaTracks'
  | 'minimumSourceUpdatePeriod'
  | 'setScanningFrequency'
  | 'suggestedPresentationDelay'
>;

export interface DashOutputOptions {
  readonly settings: DashSettings;
  /** The source's SCTE-35 events stay in the output. */
  readonly keepsMarkers?: boolean | undefined;
  /** `contentLocationReplacement`, for absolute addresses; the same function for all outputs that share it. */
  readonly contentLocation?: LocationRewrite | undefined;
  /** Address of this service's clock, for sources that name none that players can reach (D12). */
  readonly clockUrl?: string | undefined;
  /** No clock of the source answers: sessions that begin now use `clockUrl` instead (D12). */
  readonly replacesClocks?: boolean | undefined;
}

export interface StitchMpdInput {
  readonly window: DashWindow;
  /** After `followBreaks`. */
  readonly plan: SplicePlan;
  /** Epoch ms. */
  readonly nowMs: number;
  /**
   * Epoch ms at which its news became known: publishTime, where that is the same on all stitchers that
   * answer for the session. Left out: now.
   */
  readonly publishMs?: number | undefined;
  /** Whole address of the session's MPD, at which players fetch the next update. */
  readonly sessionUrl: string;
  /** Base address of a placement's segments: `{representation}/init` and `{representation}/{index}` below it. */
  readonly adBaseUrl: (placement: Placement, breakId: string) => string;
  readonly options: DashOutputOptions;
}

export interface StitchedMpd {
  readonly text: string;
  /** The plan with the values that this output has published: store it. The same object when none was new. */
  readonly plan: SplicePlan;
  /** 0: nothing can be shown until the session's first break is decided. */
  readonly periodCount: number;
  /** State of this output, from which patches for players with an earlier one are made. */
  readonly patched: PatchedMpd;
}

/** minimumUpdatePeriod while ads run or are decided, ms: outputs change at any time (D11). */
const BREAK_UPDATE_MS = 2_000;
const LEAST_UPDATE_MS = 500;

/** Segments in the buffer from which on patches are offered: in shorter MPDs they save little. */
const LONG_SEGMENTS = 60;

const contentOptions = new WeakMap<object, ContentOptions>();

const areSame = (a: ListedTracks, b: ListedTracks) =>
  a.iFrames === b.iFrames && a.subtitles === b.subtitles && a.closedCaptions === b.closedCaptions;

/** One object for each set of options, so that rendered text is shared by it. */
function contentOptionsOf(options: DashOutputOptions): ContentOptions {
  const key = options.contentLocation ?? options.settings;
  const { includeMediaTracks: tracks } = options.settings;
  const keepsMarkers = options.keepsMarkers ?? false;
  const known = contentOptions.get(key);
  if (known?.keepsMarkers === keepsMarkers && areSame(known.tracks, tracks)) return known;
  const made = { tracks, keepsMarkers, rewrite: options.contentLocation };
  contentOptions.set(key, made);
  return made;
}

/** Start of the list, ms after the origin: two segments more than the buffer, for players with a slow clock (D2). */
function oldestMs(plan: SplicePlan, window: DashWindow, visibleMs: number): number {
  const { windowMs, fromMs } = plan.listing;
  const edgeMs = (window.boundariesMs.at(-1) ?? 0) - plan.liveDelayMs;
  const depthMs = windowMs > 0 ? windowMs : window.depthMs;
  const slackMs = 2 * window.longestSegmentMs;
  const headMs = Math.min(edgeMs - depthMs - slackMs, visibleMs - 3 * window.longestSegmentMs);
  // A process that has just begun to read knows no content before the source's list: ads before
  // it would be followed by a hole (D8).
  const knownMs = dashHeadMs(window) - window.originMs;
  return Math.max(headMs, knownMs, fromMs - window.originMs);
}

function isInBreak(plan: SplicePlan): boolean {
  return plan.breaks.some(
    ({ state, dash }) =>
      state === 'pending' || (state === 'replaced' && !dash?.passed && dash?.back === undefined),
  );
}

function updateMs(plan: SplicePlan, window: DashWindow, settings: DashSettings): number {
  const sourceMs = window.mpd.minimumUpdatePeriodMs ?? 0;
  const requestedMs = settings.setScanningFrequency
    ? Math.max(settings.minimumSourceUpdatePeriod ?? 0, 1) * 1000
    : Number.POSITIVE_INFINITY;
  const ownMs = Math.min(sourceMs > 0 ? sourceMs : Number.POSITIVE_INFINITY, window.segmentMs);
  const breakMs = isInBreak(plan) ? BREAK_UPDATE_MS : Number.POSITIVE_INFINITY;
  return Math.max(LEAST_UPDATE_MS, Math.floor(Math.min(ownMs, requestedMs, breakMs)));
}

/**
 * Players begin this much behind the pre-roll's start, ms: never before it, where there is no Period yet and
 * dash.js waits for ever. The date of an HTTP header is whole seconds.
 */
const INTO_PRE_ROLL_MS = 300;
const INTO_PRE_ROLL_BY_HEADER_MS = 1_000;

/** Presentation delay with which a player begins in the pre-roll, however late the source's segments are, ms. */
function behindPreRollMs(plan: SplicePlan, window: DashWindow, at: DelayTimes): number | undefined {
  const preRoll = plan.breaks.find(({ isPreRoll, dash }) => isPreRoll && dash?.passed === false);
  if (preRoll?.dash === undefined) return undefined;
  const edgeMs = at.visibleMs + window.originMs;
  const latestMs = edgeMs + plan.liveDelayMs + LATE_SEGMENTS * window.longestSegmentMs;
  const isByHeader = window.mpd.utcTimings[0]?.schemeIdUri.includes(':http-head:') ?? false;
  const intoMs = isByHeader ? INTO_PRE_ROLL_BY_HEADER_MS : INTO_PRE_ROLL_MS;
  const adsMs = preRoll.dash.cutMs + (preRoll.placements[0]?.offsetMs ?? 0);
  return Math.max(edgeMs, Math.min(at.nowMs, latestMs)) - adsMs - intoMs;
}

/** A live source's newest segment is no older than this many, unless clocks differ. */
const LATE_SEGMENTS = 4;

interface DelayTimes {
  /** ms after the origin. */
  readonly visibleMs: number;
  /** Epoch ms. */
  readonly nowMs: number;
}

/** Time behind the edge at which players begin, ms (D19); the same for the whole session. */
function delayMs(plan: SplicePlan, window: DashWindow, at: DelayTimes, settings: DashSettings) {
  const { listing, liveDelayMs } = plan;
  if (plan.dash !== undefined) return plan.dash.delayMs;
  if (listing.beginsAtMs !== undefined)
    return Math.max(0, at.visibleMs + window.originMs - listing.fromMs);
  const { minBufferTimeMs = 0, suggestedPresentationDelayMs } = window.mpd;
  const usualMs = Math.max(3 * window.longestSegmentMs, minBufferTimeMs);
  const sourceMs = window.isLowLatency
    ? Math.max(usualMs, suggestedPresentationDelayMs ?? 0)
    : (suggestedPresentationDelayMs ?? usualMs);
  const wantedMs = (settings.suggestedPresentationDelay ?? 0) * 1000;
  const ownMs = (wantedMs > 0 ? wantedMs : sourceMs) + liveDelayMs;
  return Math.round(behindPreRollMs(plan, window, at) ?? ownMs);
}

type AdPart = Extract<OutputPeriod, { kind: 'ad' }>;

/** Ad sets are copied from content sets: with `closedCaptions` off, neither has caption descriptors. */
function withoutCaptionsOf(part: AdPart): AdPart {
  const sets = part.splice.sets.map((set) => ({
    ...set,
    descriptors: withoutCaptions(set.descriptors),
  }));
  return { ...part, splice: { ...part.splice, sets } };
}

/** Drops parts that end before the buffer begins; a part that cannot be published yet holds back all after it. */
function writePeriods(
  periods: readonly OutputPeriod[],
  input: StitchMpdInput,
  visibleMs: number,
  headMs: number,
): WrittenPeriod[] {
  const content = contentOptionsOf(input.options);
  const written: WrittenPeriod[] = [];
  const startOf = (part: OutputPeriod) =>
    part.kind === 'content' ? part.startMs : part.times.startMs;
  for (const [index, part] of periods.entries()) {
    const next = periods[index + 1];
    if (next !== undefined && startOf(next) <= headMs) continue;
    const period =
      part.kind === 'content'
        ? contentPeriod(part, headMs, content)
        : adPeriod(
            content.tracks.closedCaptions ? part : withoutCaptionsOf(part),
            input.adBaseUrl(part.times.placement, part.breakId),
            visibleMs,
          );
    if (period === undefined) {
      if (written.length === 0) continue;
      break;
    }
    written.push(period);
  }
  return written;
}

interface FrameForm {
  readonly digest: number;
  readonly clocks: readonly DirectClock[];
}

const frameForms = new WeakMap<readonly string[], FrameForm>();

function frameForm(frame: readonly string[]): FrameForm {
  const known = frameForms.get(frame);
  if (known !== undefined) return known;
  const { rest, clocks } = directClocks(frame.join(''));
  const made = { digest: digestOf(rest), clocks };
  frameForms.set(frame, made);
  return made;
}

/** The Period to which patches can add, and a digest of the rest; undefined while a break may change more. */
function growingOf(frame: readonly string[], written: readonly WrittenPeriod[], plan: SplicePlan) {
  const period = isInBreak(plan) ? undefined : written.at(-1)?.growing?.();
  if (period === undefined) return undefined;
  const { digest, clocks } = frameForm(frame);
  return { period, clocks, form: digest.toString(36) + period.digest.toString(36) };
}

/**
 * The output of one session: a pure function of the window and the plan. Values that an earlier output published (ids,
 * starts, offsets, numbers, order) are the same in this one (D1-D7).
 * @see ISO/IEC 23009-1 §5.3, §5.4
 */
export function stitchMpd(input: StitchMpdInput): StitchedMpd {
  const { window, nowMs, publishMs = nowMs, sessionUrl } = input;
  const { settings, clockUrl } = input.options;
  const visibleMs = visibleEdge(input.plan, window) ?? Number.NEGATIVE_INFINITY;
  const frozen = freezeDash(input.plan, window, visibleMs);
  // A session keeps its choice; sessions that begin later follow a change of the clocks (D12).
  const replacesClocks = frozen.dash?.replacesClocks ?? input.options.replacesClocks ?? false;
  const headMs = oldestMs(frozen, window, visibleMs);
  const written = writePeriods(layOutPeriods(frozen, window, visibleMs), input, visibleMs, headMs);
  const isStatic = isComplete(window, visibleMs);
  const { windowMs } = frozen.listing;
  const suggestedPresentationDelayMs = delayMs(frozen, window, { visibleMs, nowMs }, settings);
  const timeShiftBufferDepthMs =
    (windowMs > 0 ? windowMs : window.depthMs) + (windowMs > 0 ? frozen.liveDelayMs : 0);
  const isLong = !isStatic && timeShiftBufferDepthMs >= LONG_SEGMENTS * window.longestSegmentMs;
  // An empty MPD@id identifies nothing: players would refuse each patch.
  const mpdId = window.mpd.element.attribute('id') || 'session';
  const values: FrameValues = {
    isStatic,
    minimumUpdatePeriodMs: updateMs(frozen, window, settings),
    timeShiftBufferDepthMs,
    suggestedPresentationDelayMs,
    longestSegmentMs: written.reduce((most, { longestMs }) => Math.max(most, longestMs), 0),
    clockUrl,
    replacesClocks,
    mpdId,
  };
  const frame = mpdFrame(window, values);
  const periods = `\n${written.map(({ text }) => text).join('\n')}\n`;
  const content = framed(frame, { publishTimeMs: 0, sessionUrl, patch: '', periods });
  const dash = publish(frozen.dash, content, {
    nowMs: publishMs,
    delayMs: suggestedPresentationDelayMs,
    replacesClocks,
  });
  const { publishTimeMs } = dash;
  const growing = isLong ? growingOf(frame, written, frozen) : undefined;
  const patched = { mpdId, publishTimeMs, growing, sessionUrl };
  const patch = patchLocation(patched);
  return {
    text: framed(frame, { publishTimeMs, sessionUrl, patch, periods }),
    plan: dash === frozen.dash ? frozen : { ...frozen, dash },
    periodCount: written.length,
    patched,
  };
}
