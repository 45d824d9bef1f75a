/** One playback session: its viewer, splice plan and decisions, and the last output of each rendition. */

import type { ViewerContext } from '@interlude/ad-requests';
import type { LossReason } from '@interlude/contract';
import { hash64 } from '@interlude/reporting';
import type { PlanVersion, Pod, SplicePlan } from '@interlude/stitching';
import type { EventSubject } from '../events/event-recorder.ts';
import type { DecidedPod } from './decided-pod.ts';
import { GivenCreatives } from './given-creatives.ts';
import { keepNewest } from './keep-newest.ts';
import type { KeptSession } from './kept-session.ts';
import { PackedAds } from './packed-ads.ts';
import { sessionLimits } from './session-limits.ts';
import { sessionMark } from './session-mark.ts';

/** Last outputs of one plan; those of older plans would keep their breaks in memory while the session is idle. */
export interface LastOutputs {
  readonly plan: SplicePlan;
  /** By rendition. */
  readonly bodies: Map<string, LastOutput>;
}

export interface LastOutput {
  /** Instead of the window, which would keep its shared, already printed lines in memory. */
  readonly windowNumber: number;
  readonly body: Buffer;
}

/** The decision of a break, also of one for which the ad server did not answer. */
export interface SessionDecision {
  readonly pod: Pod;
  /** Keys of the creatives that count as given to the viewer; they no longer do when the break is not shown. */
  readonly creativeKeys: readonly string[];
}

export class PlaybackSession {
  /** Session id, the viewer's proof: it is sent in addresses of this session only. */
  readonly id: string;
  /** Session mark, for everybody but the viewer; see `sessionMark`. */
  readonly mark: string;
  readonly subject: EventSubject;
  readonly viewer: ViewerContext;
  /** Another process has played it, as far as is known: its sequence numbers continue above those of then. */
  isResumed: boolean;
  /** Epoch ms, whole seconds; also of a resumed session. */
  readonly openedMs: number;
  /** Time without a request after which it may end, ms. */
  idleTimeoutMs: number;
  /** Epoch ms of the last request. */
  lastSeenMs: number;
  /** Made with the first media playlist. */
  plan: SplicePlan | undefined;
  /** Version of the newest reading of the source that the plan has followed. */
  followedPoll = -1;
  /** While a break at the edge is being decided: the plan before the edge reached it. */
  settled: PlanVersion | undefined;
  availCount = 0;
  readonly givenCreatives: GivenCreatives;
  /** State that an earlier process kept of it; a live session needs it until its plan has begun. */
  kept: KeptSession | undefined;
  lastOutputs: LastOutputs | undefined;
  // Tens of thousands of sessions have neither most of the time, and an empty map takes 184 bytes.
  #pods: Map<string, DecidedPod> | undefined;
  /** Decisions by break that the edge has not reached, also those without ads. */
  #decisions: Map<string, SessionDecision> | undefined;
  /** Why no ad of an answer was placed, by break; for sessions of the monitor only. */
  #lossReasons: Map<string, LossReason> | undefined;
  /** Hashes of creatives that were shown, oldest first. */
  #seen: number[] | undefined;

  constructor(options: {
    readonly id: string;
    readonly subject: EventSubject;
    readonly viewer: ViewerContext;
    readonly isResumed: boolean;
    readonly openedMs: number;
    /** Left out: `sessionLimits.minIdleMs`. */
    readonly idleTimeoutMs?: number;
    readonly nowMs: number;
    readonly kept?: KeptSession | undefined;
  }) {
    this.id = options.id;
    this.mark = sessionMark(options.id);
    this.subject = options.subject;
    this.viewer = options.viewer;
    this.isResumed = options.isResumed;
    this.openedMs = options.openedMs;
    this.idleTimeoutMs = options.idleTimeoutMs ?? sessionLimits.minIdleMs;
    this.lastSeenMs = options.nowMs;
    this.kept = options.kept;
    this.availCount = options.kept?.availCount ?? 0;
    this.givenCreatives = new GivenCreatives(options.kept?.given);
    for (const pod of options.kept?.pods ?? []) {
      this.addPod(pod.avail.breakId, { ...pod, ads: new PackedAds(pod.ads) });
    }
  }

  /** The monitor plays it: it counts in no figure and no limit of a company, and sends no beacon (ADR 0036). */
  get isMonitor(): boolean {
    return this.viewer.isMonitor === true;
  }

  /** Whether the session has shown a creative before, among the last `seenCreatives`; from now on it has. */
  hasSeen(creative: string): boolean {
    const [, hash] = hash64(creative);
    this.#seen ??= [];
    const isKnown = this.#seen.includes(hash);
    if (!isKnown) {
      this.#seen.push(hash);
      if (this.#seen.length > sessionLimits.seenCreatives) {
        this.#seen.shift();
      }
    }
    return isKnown;
  }

  get hasStarted(): boolean {
    return this.plan !== undefined;
  }

  pod(breakId: string): DecidedPod | undefined {
    return this.#pods?.get(breakId);
  }

  get pods(): Iterable<DecidedPod> {
    return this.#pods?.values() ?? [];
  }

  /**
   * Drops pods that ended before `beforeMs`, ms on the source clock. Not in a resumed session: the journal of the
   * earlier process would bring a pod back without the events that have fired since.
   */
  forgetPods(beforeMs: number): void {
    if (this.isResumed) {
      return;
    }
    for (const [breakId, { startMs, pod }] of this.#pods ?? []) {
      const last = pod.placements.at(-1);
      const endMs = startMs + (last ? last.offsetMs + last.durationMs : 0);
      if (endMs < beforeMs) {
        this.#pods?.delete(breakId);
      }
    }
    if (this.#pods?.size === 0) {
      this.#pods = undefined;
    }
  }

  addPod(breakId: string, decided: DecidedPod): void {
    this.#pods ??= new Map();
    this.#pods.set(breakId, decided);
    keepNewest(this.#pods, sessionLimits.pods);
  }

  /** Begins with a plan: a new one, or the one that an earlier process kept, with its decisions for breaks to come. */
  begin(plan: SplicePlan): void {
    if (plan === this.kept?.plan) {
      for (const { avail, pod } of this.pods) {
        this.addDecision(avail.breakId, { pod, creativeKeys: [] });
      }
    }
    this.plan = plan;
    this.kept = undefined;
  }

  /** Adds a decision, which takes effect when the edge reaches its break; the first one stands. */
  addDecision(breakId: string, decision: SessionDecision): void {
    this.#decisions ??= new Map();
    if (!this.#decisions.has(breakId)) {
      this.#decisions.set(breakId, decision);
      keepNewest(this.#decisions, sessionLimits.pods);
    }
  }

  decision(breakId: string): SessionDecision | undefined {
    return this.#decisions?.get(breakId);
  }

  /** Drops a decision that has entered the plan, or whose break is not in the plan. */
  forgetDecision(breakId: string): void {
    this.#decisions?.delete(breakId);
    if (this.#decisions?.size === 0) {
      this.#decisions = undefined;
    }
  }

  /** Why a break has no ad, where its plan says no more than that none could be used. */
  lossReason(breakId: string): LossReason | undefined {
    return this.#lossReasons?.get(breakId);
  }

  /** Kept for sessions of the monitor only: viewers get no reason. */
  noteLoss(breakId: string, reason: LossReason): void {
    if (this.isMonitor) {
      this.#lossReasons ??= new Map();
      this.#lossReasons.set(breakId, reason);
      keepNewest(this.#lossReasons, sessionLimits.pods);
    }
  }
}
