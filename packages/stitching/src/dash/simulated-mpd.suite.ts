// A live DASH source and its sessions for tests: text in, so that parsing is part of what is tested.
import { isDeepStrictEqual } from 'node:util';
import { formatDateTime, formatDuration, type Mpd, parseMpd } from '@interlude/dash';
import type { AdBreak } from '../breaks/ad-break.ts';
import { type DashWindow, dashBoundaries, dashEdgeMs } from '../dash-source/dash-window.ts';
import { extendDashWindow } from '../dash-source/extend-dash-window.ts';
import type { BreakReading } from '../plan/advance-plan.ts';
import { followReadings, type PlanCourse } from '../plan/follow-readings.ts';
import { type Avail, createPlan, type SplicePlan } from '../plan/splice-plan.ts';
import type { Creative, CreativeRendition } from '../pods/creative.ts';
import type { Pod } from '../pods/pod.ts';
import { endOnBoundary } from './end-on-boundary.ts';
import { freezePeriods } from './freeze-dash.ts';
import { type DashSettings, stitchMpd } from './stitch-mpd.ts';

export const EPOCH_MS = Date.UTC(2026, 2, 1, 12);
export const settings: DashSettings = {
  suggestedPresentationDelay: 0,
  setScanningFrequency: false,
  minimumSourceUpdatePeriod: 0,
  includeMediaTracks: { iFrames: false, subtitles: true, closedCaptions: true },
};

export type SourceForm = 'time' | 'timeline-number' | 'number' | 'list';

export interface SimulatedMpd {
  readonly form: SourceForm;
  readonly videoMs: number;
  readonly audioMs: number;
  readonly windowMs: number;
  /** Starts of periods after the first, ms after the epoch. */
  readonly periodStartsMs: readonly number[];
  readonly hasPeriodIds: boolean;
  readonly hasText?: boolean;
  readonly isEncrypted?: boolean;
}

interface TrackFacts {
  readonly timescale: number;
  readonly segmentMs: number;
}

const ticks = (ms: number, timescale: number) => Math.round((ms * timescale) / 1000);

/** Indices of the grid's segments in [from, until) that have ended by `nowMs`. */
function gridIndices(track: TrackFacts, fromMs: number, untilMs: number, nowMs: number): number[] {
  const indices: number[] = [];
  const endMs = Math.min(untilMs - 1, nowMs);
  for (let n = Math.floor(fromMs / track.segmentMs + 1e-6); n * track.segmentMs < endMs; n++)
    if ((n + 1) * track.segmentMs > fromMs + 1 && (n + 1) * track.segmentMs <= nowMs)
      indices.push(n);
  return indices;
}

interface PeriodSpan {
  readonly startMs: number;
  readonly endMs: number;
}

function addressing(source: SimulatedMpd, track: TrackFacts, span: PeriodSpan, nowMs: number) {
  const { timescale, segmentMs } = track;
  const pto = ticks(span.startMs, timescale);
  const head = Math.max(span.startMs, nowMs - source.windowMs);
  const listed = gridIndices(track, head, span.endMs, nowMs);
  const first = listed[0] ?? 0;
  const init = 'initialization="$RepresentationID$/init.mp4"';
  const d = ticks(segmentMs, timescale);
  const timeline = `<SegmentTimeline>${listed.length > 0 ? `<S t="${first * d}" d="${d}" r="${listed.length - 1}"/>` : ''}</SegmentTimeline>`;
  const common = `timescale="${timescale}" presentationTimeOffset="${pto}"`;
  if (source.form === 'number')
    return `<SegmentTemplate ${common} duration="${d}" startNumber="${Math.floor(span.startMs / segmentMs + 1e-6)}" ${init} media="$RepresentationID$/$Number$.m4s"/>`;
  if (source.form === 'timeline-number')
    return `<SegmentTemplate ${common} startNumber="${first}" ${init} media="$RepresentationID$/$Number$.m4s">${timeline}</SegmentTemplate>`;
  if (source.form === 'list')
    return `<SegmentList ${common}><Initialization sourceURL="init${timescale}.mp4"/>${timeline}${listed.map((n) => `<SegmentURL media="s${timescale}-${n * d}.m4s"/>`).join('')}</SegmentList>`;
  return `<SegmentTemplate ${common} ${init} media="$RepresentationID$/$Time$.m4s">${timeline}</SegmentTemplate>`;
}

function periodText(source: SimulatedMpd, span: PeriodSpan, index: number, nowMs: number): string {
  const video = addressing(source, { timescale: 90_000, segmentMs: source.videoMs }, span, nowMs);
  const audio = addressing(source, { timescale: 48_000, segmentMs: source.audioMs }, span, nowMs);
  const text = addressing(source, { timescale: 1_000, segmentMs: source.videoMs }, span, nowMs);
  const protection = source.isEncrypted
    ? '<ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc"/>'
    : '';
  const id = source.hasPeriodIds ? ` id="src${index}"` : '';
  return `<Period${id} start="${formatDuration(span.startMs)}">
  <AdaptationSet id="1" contentType="video" mimeType="video/mp4">${protection}<InbandEventStream schemeIdUri="urn:scte:scte35:2013:bin"/><Role schemeIdUri="urn:mpeg:dash:role:2011" value="main"/>${video}
    <Representation id="v1" bandwidth="2000000" codecs="avc1.64001f" width="1280" height="720"/><Representation id="v2" bandwidth="800000" codecs="avc1.64001f" width="640" height="360"/></AdaptationSet>
  <AdaptationSet id="2" contentType="audio" mimeType="audio/mp4" lang="de">${protection}${audio}
    <Representation id="a1" bandwidth="128000" codecs="mp4a.40.2" audioSamplingRate="48000"/></AdaptationSet>
  ${source.hasText ? `<AdaptationSet id="3" contentType="text" mimeType="application/mp4" lang="de">${text}<Representation id="t1" bandwidth="2000" codecs="stpp"/></AdaptationSet>` : ''}
</Period>`;
}

/** The source's MPD at `nowMs` after the epoch. */
export function simulatedMpdText(source: SimulatedMpd, nowMs: number): string {
  const starts = [0, ...source.periodStartsMs].filter((startMs) => startMs < nowMs);
  const spans = starts.map((startMs, index) => ({
    startMs,
    endMs: starts[index + 1] ?? Number.POSITIVE_INFINITY,
  }));
  const periods = spans
    .map((span, index) => ({ span, index }))
    .filter(({ span }) => span.endMs > nowMs - source.windowMs)
    // No period before its first segments are there (D5).
    .filter(
      ({ span }) =>
        nowMs >= span.startMs + source.videoMs + Math.max(source.videoMs, source.audioMs),
    )
    .map(({ span, index }) => periodText(source, span, index, nowMs));
  return `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" id="m" type="dynamic" availabilityStartTime="${formatDateTime(EPOCH_MS)}" publishTime="${formatDateTime(EPOCH_MS + nowMs)}" minimumUpdatePeriod="PT5S" timeShiftBufferDepth="${formatDuration(source.windowMs)}" suggestedPresentationDelay="PT8S" minBufferTime="PT2S" profiles="urn:mpeg:dash:profile:isoff-live:2011">
<PatchLocation>patch.mpp</PatchLocation><Location>https://origin.example/else.mpd</Location>
${periods.join('\n')}
<UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" value="/time"/>
</MPD>
`;
}

export function mpdOf(text: string): Mpd {
  const { mpd } = parseMpd(text);
  if (mpd === undefined) throw new Error('not an MPD');
  return mpd;
}

function rendition(name: string, segmentMs: number, durationMs: number): CreativeRendition {
  const timescale = name.startsWith('a') ? 48_000 : 90_000;
  const startsMs: number[] = [];
  for (let atMs = 0; atMs < durationMs - 1; atMs += segmentMs) startsMs.push(atMs);
  return {
    startsMs,
    segments: startsMs.map((startMs, index) => ({
      durationSeconds: Math.min(segmentMs, durationMs - startMs) / 1000,
      extinf: '2,',
      uri: `https://ads.example/${name}/${index}.m4s`,
    })),
    map: { uri: `https://ads.example/${name}/init.mp4` },
    dash: {
      mimeType: name.startsWith('a') ? 'audio/mp4' : 'video/mp4',
      codecs: name.startsWith('a') ? 'mp4a.40.2' : 'avc1.64001f',
      bandwidth: 1_000_000,
      timescale,
      presentationTimeOffset: 0,
      startTicks: startsMs.map((ms) => ticks(ms, timescale)),
      durationTicks: ticks(durationMs, timescale),
    },
  };
}

export function dashCreative(creativeId: string, durationMs: number): Creative {
  const video = rendition('v', 2_000, durationMs);
  const lastMs = video.startsMs.length - 1;
  return {
    creativeId,
    durationMs,
    boundariesMs: video.startsMs.map((startMs, index) =>
      index === lastMs ? durationMs : startMs + 2_000,
    ),
    begunAfterMs: 1_000,
    renditions: { v1: video, v2: video, a1: rendition('a', 1_984, durationMs) },
  };
}

/** A DASH channel between polls: its window, breaks and readings. */
export class DashRig {
  window: DashWindow | undefined;
  breaks: readonly AdBreak[] = [];
  readonly baseUrl = 'https://origin.example/live/manifest.mpd?token=1';
  readonly #keepMs: number;
  readonly #readings: BreakReading[] = [];
  #noted: { readonly window: DashWindow; readonly breaks: readonly AdBreak[] } | undefined;

  /** @param keepMs as a channel keeps segments: its time shift and its live delay */
  constructor(keepMs = 60_000) {
    this.#keepMs = keepMs;
  }

  poll(text: string, nowMs: number): void {
    this.window = extendDashWindow(this.window, mpdOf(text), {
      baseUrl: this.baseUrl,
      nowMs: EPOCH_MS + nowMs,
      keepMs: this.#keepMs,
    });
  }

  get readings(): readonly BreakReading[] {
    const { window, breaks } = this;
    if (window && (this.#noted?.window !== window || this.#noted.breaks !== breaks)) {
      this.#noted = { window, breaks };
      const boundaries = dashBoundaries(window);
      this.#readings.push({
        version: this.#readings.length,
        breaks,
        knownUntilMs: dashEdgeMs(window),
        hasEnded: window.ended,
        oldestMs: Number.NEGATIVE_INFINITY,
        hasAlignedSegments: true,
        placed: (pod, planned) => endOnBoundary(pod, planned, boundaries),
        frozen: (plan) => freezePeriods(plan, boundaries),
      });
    }
    return this.#readings;
  }

  get edgeMs(): number {
    return this.window === undefined ? 0 : dashEdgeMs(this.window) - EPOCH_MS;
  }
}

interface SimulatedListing {
  readonly liveDelayMs?: number;
  readonly dvrWindowMs?: number;
}

export class DashViewer {
  readonly #rig: DashRig;
  readonly #decide: (avail: Avail) => Pod;
  readonly #delayMs: number;
  readonly #awaited: { readonly avail: Avail; readonly dueMs: number }[] = [];
  readonly #pods = new Map<string, Pod>();
  #course: PlanCourse;

  constructor(
    rig: DashRig,
    decide: (avail: Avail) => Pod,
    delayMs: number,
    startMs: number,
    { liveDelayMs = 0, dvrWindowMs = 0 }: SimulatedListing = {},
  ) {
    this.#rig = rig;
    this.#decide = decide;
    this.#delayMs = delayMs;
    const sessionStartMs = EPOCH_MS + startMs - liveDelayMs;
    const listing = { windowMs: dvrWindowMs, fromMs: Number.NEGATIVE_INFINITY };
    const plan = createPlan({ sessionStartMs, targetDuration: 4, listing, liveDelayMs });
    this.#course = { plan, version: -1 };
  }

  get plan(): SplicePlan {
    return this.#course.plan;
  }

  set plan(plan: SplicePlan) {
    this.#course = { ...this.#course, plan };
  }

  /** Follows the readings when a decision is due, as the stitcher does on an ad server's answer or at the deadline. */
  decideDue(nowMs: number): void {
    if (this.#awaited.some(({ dueMs }) => dueMs <= nowMs)) this.follow(nowMs);
  }

  follow(nowMs: number): DashWindow {
    const { window, readings } = this.#rig;
    if (window === undefined) throw new Error('nothing polled yet');
    const findPod = (breakId: string) => this.#pods.get(breakId);
    const followed = followReadings(this.#course, readings, findPod);
    this.#course = followed.course;
    for (const avail of followed.avails)
      this.#awaited.push({ avail, dueMs: nowMs + this.#delayMs });
    const due = this.#awaited.filter(({ dueMs }) => dueMs <= nowMs);
    if (due.length === 0) return window;
    for (const { avail } of due) this.#pods.set(avail.breakId, this.#decide(avail));
    this.#awaited.splice(0, Infinity, ...this.#awaited.filter(({ dueMs }) => dueMs > nowMs));
    return this.follow(nowMs);
  }

  request(nowMs: number) {
    const window = this.follow(nowMs);
    const stitched = stitchMpd({
      window,
      plan: this.plan,
      nowMs: EPOCH_MS + nowMs,
      sessionUrl: 'https://stitcher.example/dash/c/s.mpd',
      adBaseUrl: ({ index }, breakId) =>
        `https://stitcher.example/dash/c/s/ad/${breakId}.${index}/`,
      options: { settings },
    });
    if (!isDeepStrictEqual(stitched.plan.breaks, this.plan.breaks))
      throw new Error('an answer enters times of its own');
    this.plan = stitched.plan;
    return stitched;
  }
}

export function adBreak(
  breakId: string,
  startMs: number,
  durationMs: number,
  endMs?: number,
): AdBreak {
  return {
    breakId,
    state: endMs === undefined ? 'open' : 'closed',
    startMs: EPOCH_MS + startMs,
    durationMs,
    plannedEndMs: EPOCH_MS + startMs + durationMs,
    endMs: endMs === undefined ? undefined : EPOCH_MS + endMs,
    dialects: [],
  };
}
