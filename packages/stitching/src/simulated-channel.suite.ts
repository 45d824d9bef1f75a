// A channel and its sessions as the stitcher runs them, on simulated time: polls of the source in any
// order, decisions after any delay, requests for any rendition at any time.
import { isDeepStrictEqual } from 'node:util';
import { channelSettings, segmentationConfiguration } from '@interlude/contract';
import { parseMediaPlaylist } from '@interlude/hls';
import { NO_BREAKS } from './breaks/ad-break.ts';
import { trackBreaks } from './breaks/break-tracker.ts';
import { findHlsCues } from './cues/hls-cues.ts';
import type { SuppressedTags } from './hls/content-block.ts';
import { type StitchedPlaylist, stitchMediaPlaylist } from './hls/stitch-media-playlist.ts';
import type { BreakReading } from './plan/advance-plan.ts';
import { type BeginPlanInput, beginPlan } from './plan/begin-plan.ts';
import { compactPlan } from './plan/compact-plan.ts';
import { followReadings, type PlanCourse } from './plan/follow-readings.ts';
import { freezeRendition, freezeRenditions } from './plan/freeze-splices.ts';
import type { Avail, SplicePlan } from './plan/splice-plan.ts';
import {
  haveSameBreaks,
  type StoredDecision,
  type StoredPlan,
  storePlan,
  takeUpPlan,
} from './plan/stored-plan.ts';
import type { Pod } from './pods/pod.ts';
import {
  type SimulatedRendition,
  type SimulatedSource,
  simulatedPlaylist,
} from './simulated-source.suite.ts';
import { hasAlignedSegments } from './source/aligned-segments.ts';
import { extendWindow, segmentTimes } from './source/extend-window.ts';
import { type SourceWindow, windowEdgeMs } from './source/source-window.ts';

/** Time shift of a simulated channel. */
const KEPT_MS = 400_000;

const configuration = segmentationConfiguration.parse({});

export type Decide = (avail: Avail) => Pod;

export class SimulatedChannel {
  readonly windows = new Map<string, SourceWindow>();
  breaks = NO_BREAKS;
  readonly source: SimulatedSource;
  readonly renditions: readonly SimulatedRendition[];
  knownUntilMs = Number.NEGATIVE_INFINITY;
  /** Id of the rendition in which cues are looked for: the reference, another while that cannot be read. */
  leadId: string;

  readonly #keptMs: number;
  readonly #readings: BreakReading[] = [];
  #isNoted = true;

  constructor(
    source: SimulatedSource,
    renditions: readonly SimulatedRendition[],
    keptMs: number = KEPT_MS,
  ) {
    this.source = source;
    this.renditions = renditions;
    this.leadId = this.reference.renditionId;
    this.#keptMs = keptMs;
  }

  get reference(): SimulatedRendition {
    const [first] = this.renditions;
    if (first === undefined) throw new Error('a channel has renditions');
    return first;
  }

  /** The reference first, renditions that were added later last. */
  get channelWindows(): SourceWindow[] {
    const ids = new Set([
      ...this.renditions.map(({ renditionId }) => renditionId),
      ...this.windows.keys(),
    ]);
    return [...ids].flatMap((renditionId) => this.windows.get(renditionId) ?? []);
  }

  /** Start of the oldest segment of any rendition, ms on the source clock. */
  get oldestMs(): number {
    return Math.min(...this.channelWindows.map(({ segments }) => segments[0]?.startMs ?? 0));
  }

  /** All renditions that were read together are one reading. Nothing is folded: tests do that themselves. */
  get readings(): readonly BreakReading[] {
    if (!this.#isNoted) {
      const windows = this.channelWindows;
      this.#readings.push({
        version: this.#readings.length + 1,
        breaks: this.breaks.breaks,
        knownUntilMs: this.knownUntilMs,
        hasEnded: windows.some(({ ended }) => ended),
        oldestMs: Number.NEGATIVE_INFINITY,
        hasAlignedSegments: hasAlignedSegments(windows),
        frozen: (plan) => freezeRenditions(plan, windows),
      });
    }
    this.#isNoted = true;
    return this.#readings;
  }

  poll(rendition: SimulatedRendition, nowMs: number): void {
    const text = simulatedPlaylist(this.source, rendition, nowMs);
    if (text !== undefined) this.feed(rendition.renditionId, text, nowMs);
  }

  feed(renditionId: string, text: string, nowMs: number): void {
    const { playlist } = parseMediaPlaylist(text);
    const isReference = renditionId === this.reference.renditionId;
    const reference = this.windows.get(this.reference.renditionId);
    if (!isReference && reference === undefined) return;
    const window = extendWindow(this.windows.get(renditionId), playlist, {
      renditionId,
      baseUrl: `https://origin.example/${renditionId}/index.m3u8`,
      nowMs: this.source.epochMs + nowMs,
      reference: isReference ? undefined : reference,
      others: isReference ? this.channelWindows.slice(1) : undefined,
      keptMs: this.#keptMs,
    });
    this.windows.set(renditionId, window);
    this.#isNoted = false;
    if (renditionId !== this.leadId) return;
    this.knownUntilMs = Math.max(this.knownUntilMs, windowEdgeMs(window));
    const cues = findHlsCues(playlist, segmentTimes(window, playlist), configuration);
    this.breaks = trackBreaks(this.breaks, cues, {
      knownUntilMs: this.knownUntilMs,
      defaultDurationSeconds: 0,
    }).state;
  }
}

/** Options of a session that differ from the defaults. */
export type SessionOptions = Pick<BeginPlanInput, 'startMs' | 'replaceBehind'> & {
  readonly settings?: Partial<BeginPlanInput['settings']> | undefined;
};

const usual = channelSettings.parse({ name: 'c', sourceManifestUrl: 'https://origin.example/' });

export class SimulatedSession {
  readonly #channel: SimulatedChannel;
  readonly #decide: Decide;
  readonly #delayMs: number;
  readonly #awaited: { avail: Avail; dueMs: number }[] = [];
  readonly #decisions = new Map<string, StoredDecision>();
  /** Ad requests that the process before had sent. */
  readonly #known = new Map<string, { readonly avail: Avail; readonly dueMs: number }>();
  #course: PlanCourse;
  #stored: { readonly of: PlanCourse; readonly text: string };

  constructor(
    channel: SimulatedChannel,
    decide: Decide,
    delayMs: number,
    options: SessionOptions = {},
  ) {
    this.#channel = channel;
    this.#decide = decide;
    this.#delayMs = delayMs;
    const plan = beginPlan({
      ...options,
      windows: channel.channelWindows,
      targetDuration: channel.source.targetDuration,
      settings: { ...usual, ...options.settings },
    });
    if (plan === undefined) throw new Error('a session starts when the source is known');
    this.#course = { plan, version: -1 };
    this.#stored = this.#store();
  }

  #store() {
    return { of: this.#course, text: JSON.stringify(storePlan(this.#course)) };
  }

  /** The plan that this process has stored last, as JSON text. */
  get stored(): string {
    return this.#stored.text;
  }

  /**
   * The session in another process that reads the same source, by what this one had stored, and by its decisions.
   * @returns undefined where its numbers have to jump
   */
  takenUp(text: string, nowMs: number): SimulatedSession | undefined {
    const stored: StoredPlan = JSON.parse(text);
    const { breaks, knownUntilMs } = this.#channel;
    const taken = takeUpPlan(stored, { breaks: breaks.breaks, knownUntilMs }, (breakId) =>
      this.#decisions.get(breakId),
    );
    if (taken === undefined) return undefined;
    const other = new SimulatedSession(this.#channel, this.#decide, this.#delayMs);
    for (const [breakId, decision] of this.#decisions) other.#decisions.set(breakId, decision);
    other.#course = { plan: taken.plan, version: -1 };
    // The other process gets the decisions that this one would have got, at the same times.
    for (const awaited of this.#awaited) other.#known.set(awaited.avail.breakId, awaited);
    for (const avail of taken.avails) other.#await(avail, nowMs);
    other.follow(nowMs);
    return other;
  }

  get plan(): SplicePlan {
    return this.#course.plan;
  }

  /** The edge has reached a break that is not decided. */
  get isHeld(): boolean {
    return this.#course.settled !== undefined;
  }

  set plan(plan: SplicePlan) {
    this.#course = { ...this.#course, plan };
  }

  /** Follows the readings, as the stitcher does when cues were read anew and before each answer. */
  follow(nowMs: number): void {
    this.#followReadings(nowMs);
    const due = this.#awaited.filter(({ dueMs }) => dueMs <= nowMs);
    if (due.length === 0) return;
    for (const { avail } of due) {
      const { breakId, startMs } = avail;
      if (!this.#decisions.has(breakId))
        this.#decisions.set(breakId, { pod: this.#decide(avail), startMs });
    }
    this.#awaited.splice(0, Infinity, ...this.#awaited.filter(({ dueMs }) => dueMs > nowMs));
    // A break that follows at once may be decided at once, too.
    this.follow(nowMs);
  }

  /** Follows the readings when a decision is due, as the stitcher does on an ad server's answer or at the deadline. */
  decideDue(nowMs: number): void {
    if (this.#awaited.some(({ dueMs }) => dueMs <= nowMs)) this.follow(nowMs);
  }

  /** Folds what no output lists any more. */
  compact(): void {
    this.plan = compactPlan(this.plan, this.#channel.oldestMs);
  }

  #followReadings(nowMs: number): void {
    const findPod = (breakId: string) => this.#decisions.get(breakId)?.pod;
    const followed = followReadings(this.#course, this.#channel.readings, findPod);
    this.#course = followed.course;
    if (!haveSameBreaks(this.#stored.of, this.#course)) this.#stored = this.#store();
    for (const avail of followed.avails) this.#await(avail, nowMs);
  }

  #await(avail: Avail, nowMs: number): void {
    this.#awaited.push(this.#known.get(avail.breakId) ?? { avail, dueMs: nowMs + this.#delayMs });
  }

  request(renditionId: string, nowMs: number): StitchedPlaylist | undefined {
    this.follow(nowMs);
    return this.answer(renditionId);
  }

  /** Output by the plan as it was followed: all numbers are in it, whichever renditions were requested before (H4). */
  answer(renditionId: string): StitchedPlaylist | undefined {
    const window = this.#channel.windows.get(renditionId);
    if (window === undefined) return undefined;
    const stitched = this.stitch(window);
    if (stitched.plan !== this.plan) throw new Error('an answer enters numbers of its own');
    return stitched;
  }

  stitch(
    window: SourceWindow,
    suppressed?: SuppressedTags,
    isUpdate: boolean = false,
  ): StitchedPlaylist {
    const stitched = stitchMediaPlaylist({
      suppressed,
      isUpdate,
      window,
      reference: this.#channel.windows.get(this.#channel.reference.renditionId),
      plan: this.plan,
      adSegmentUri: (ref) =>
        `ad/${ref.breakId}/${ref.placementIndex}/${ref.renditionId}/${ref.segmentIndex}.seg`,
    });
    const reference = this.#channel.windows.get(this.#channel.reference.renditionId) ?? window;
    if (!isDeepStrictEqual(freezeRendition(this.plan, { window, reference }), stitched.plan))
      throw new Error('a rendition that is not rendered gets other numbers');
    return stitched;
  }
}
