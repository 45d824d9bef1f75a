/** One viewer's playback: who it is, its splice plan, and the last output of each rendition. */

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

/** Of one plan only: a session that is idle would keep the others' breaks in memory. */
export interface LastOutputs {
  readonly plan: SplicePlan;
  /** By rendition. */
  readonly bodies: Map<string, LastOutput>;
}

export interface LastOutput {
  /** Not the window itself, which holds what was made of it for everybody. */
  readonly windowNumber: number;
  readonly body: Buffer;
}

/** What an ad server, or its silence, made of a break. */
export interface SessionDecision {
  readonly pod: Pod;
  /** Of creatives that count as given to the viewer; they do not when the break is not shown. */
  readonly creativeKeys: readonly string[];
}

export class PlaybackSession {
  /** The viewer's proof: it leaves in addresses of this session alone. */
  readonly id: string;
  /** In place of the id for everybody but its viewer, see `sessionMark`. */
  readonly mark: string;
  readonly subject: EventSubject;
  readonly viewer: ViewerContext;
  /** Another process has played it, as far as is known: its numbers continue past those of then. */
  isResumed: boolean;
  /** Epoch ms, whole seconds; also of a resumed session. */
  readonly openedMs: number;
  /** It is kept this long without a request at least, ms. */
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
  /** What a process before this one has left of it; a live session needs it until its plan has begun. */
  kept: KeptSession | undefined;
  lastOutputs: LastOutputs | undefined;
  readonly #pods = new Map<string, DecidedPod>();
  /** Of breaks that the edge has not reached; also those without ads. */
  readonly #decisions = new Map<string, SessionDecision>();
  /** Of sessions of the monitor: why no ad of an answer was placed, by break. */
  #lossReasons: Map<string, LossReason> | undefined;
  /** Hashes of creatives that were shown, oldest first. */
  #seen: number[] | undefined;

  constructor(options: {
    readonly id: string;
    readonly subject: EventSubject;
    readonly viewer: ViewerContext;
    readonly isResumed: boolean;
    readonly openedMs: number;
    /** Left out: the least. */
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

  /** Whether a creative was shown before; it is from now on. Of the last `seenCreatives` of the session. */
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
    return this.#pods.get(breakId);
  }

  get pods(): Iterable<DecidedPod> {
    return this.#pods.values();
  }

  /**
   * Leaves out what ended before `beforeMs`, ms on the source clock. Not in a resumed session: what
   * an earlier process had written would come back in its place, without the events that fired since.
   */
  forgetPods(beforeMs: number): void {
    if (this.isResumed) {
      return;
    }
    for (const [breakId, { startMs, pod }] of this.#pods) {
      const last = pod.placements.at(-1);
      const endMs = startMs + (last ? last.offsetMs + last.durationMs : 0);
      if (endMs < beforeMs) {
        this.#pods.delete(breakId);
      }
    }
  }

  addPod(breakId: string, decided: DecidedPod): void {
    this.#pods.set(breakId, decided);
    keepNewest(this.#pods, sessionLimits.pods);
  }

  /** Its plan has begun: as a process before this one has left it, with what was decided for breaks to come, or anew. */
  begin(plan: SplicePlan): void {
    if (plan === this.kept?.plan) {
      for (const { avail, pod } of this.#pods.values()) {
        this.addDecision(avail.breakId, { pod, creativeKeys: [] });
      }
    }
    this.plan = plan;
    this.kept = undefined;
  }

  /** Takes effect when the edge reaches its break; the first one stands. */
  addDecision(breakId: string, decision: SessionDecision): void {
    if (!this.#decisions.has(breakId)) {
      this.#decisions.set(breakId, decision);
      keepNewest(this.#decisions, sessionLimits.pods);
    }
  }

  decision(breakId: string): SessionDecision | undefined {
    return this.#decisions.get(breakId);
  }

  /** In the plan, or of no break of it: never needed again. */
  forgetDecision(breakId: string): void {
    this.#decisions.delete(breakId);
  }

  /** Why a break has no ad, where its plan says no more than that none could be used. */
  lossReason(breakId: string): LossReason | undefined {
    return this.#lossReasons?.get(breakId);
  }

  /** Kept for the monitor alone: viewers are not told. */
  noteLoss(breakId: string, reason: LossReason): void {
    if (this.isMonitor) {
      this.#lossReasons ??= new Map();
      this.#lossReasons.set(breakId, reason);
      keepNewest(this.#lossReasons, sessionLimits.pods);
    }
  }
}
