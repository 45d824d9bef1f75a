/** Keeps the plans of HLS sessions up to their source: begins them, and follows the breaks. */
import type { ChannelSettings } from '@interlude/contract';
import type { Clock } from '@interlude/runtime';
import { contentPod, type SplicePlan } from '@interlude/stitching';
import type { BreakDecisions } from '../ad-decisions/break-decisions.ts';
import { type StoredSession, takeUpSession } from '../ad-decisions/taken-up-plan.ts';
import { endsAtPendingBreak } from '../delivery/pending-break.ts';
import type { StitcherMetrics } from '../metrics.ts';
import type { HlsSource } from '../origin/hls/hls-source.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { beginPlan } from './begin-plan.ts';

export interface PlanFollowerOptions {
  readonly breakDecisions: BreakDecisions;
  readonly sessions: SessionService;
  readonly clock: Clock;
  readonly metrics: Pick<StitcherMetrics, 'sessionPlans'>;
  /** Settings of a channel as they are now; those of a source are as old as it is. */
  readonly findSettings: (channelId: string) => ChannelSettings | undefined;
}

/**
 * Start of the first break with ads whose first segment every rendition still has: from there on a resumed session
 * shows what it showed before. Undefined when there is none.
 */
function firstWholeBreakMs(pods: readonly DecidedPod[], { windows }: HlsSource) {
  const coveredMs = Math.max(
    ...windows.map(({ segments: [first] }) => first?.startMs ?? Number.POSITIVE_INFINITY),
  );
  const starts = pods
    .filter(({ avail, pod }) => avail.breakPosition !== 'pre' && pod.placements.length > 0)
    .map(({ startMs }) => startMs)
    .filter((startMs) => startMs >= coveredMs);
  return starts.length > 0 ? Math.min(...starts) : undefined;
}

export class PlanFollower {
  readonly #options: PlanFollowerOptions;

  constructor(options: PlanFollowerOptions) {
    this.#options = options;
  }

  settingsOf(session: PlaybackSession, source: HlsSource): ChannelSettings {
    return this.#options.findSettings(session.subject.channelId) ?? source.channel.settings;
  }

  /** Brings the plan up to the newest poll. @returns whether the output ends at a break that is being decided */
  follow(session: PlaybackSession, source: HlsSource): boolean {
    if (!session.plan) {
      this.#begin(session, source);
    }
    this.#options.breakDecisions.follow(session, source);
    return endsAtPendingBreak(session.plan);
  }

  /** The plan that a session begins with if it plays here first; undefined: the source has no segments. */
  beginning(session: PlaybackSession, source: HlsSource): SplicePlan | undefined {
    const { openedMs, viewer } = session;
    const fresh = { isResumed: false, openedMs, viewer };
    return beginPlan(source, fresh, openedMs, this.settingsOf(session, source));
  }

  begin(session: PlaybackSession, plan: SplicePlan): void {
    session.begin(plan);
    this.#options.sessions.started(session);
  }

  /**
   * Begins a session that another process served: with its plan, and so with its numbers, where all of it is known,
   * else with a new plan and the pods that were decided for it.
   * @param read reads what is stored of the session
   */
  async resume(
    session: PlaybackSession,
    source: HlsSource,
    read: () => Promise<StoredSession>,
  ): Promise<void> {
    const unknown = await takeUpSession(session, source, read, this.#options);
    if (session.plan && unknown) {
      return;
    }
    // Not counted: nothing is stored of the session of a monitor, so it begins anew, and it has no viewer.
    if (!session.isMonitor) {
      this.#options.metrics.sessionPlans.add({ outcome: unknown ? 'jumped' : 'taken_up' });
    }
    if (unknown) {
      this.#beginAnew(session, source, unknown.pods);
    }
  }

  #beginAnew(session: PlaybackSession, source: HlsSource, pods: readonly DecidedPod[]): void {
    const plan = this.#begin(session, source, firstWholeBreakMs(pods, source));
    const beganMs = plan?.sessionStartMs ?? Number.POSITIVE_INFINITY;
    for (const { avail, pod, startMs } of pods) {
      // A session that begins after the break shows content: no other ads may stand under the addresses of its first
      // ads.
      const shown = startMs >= beganMs ? pod : contentPod('SESSION_RESUMED');
      session.addDecision(avail.breakId, { pod: shown, creativeKeys: [] });
    }
  }

  #begin(
    session: PlaybackSession,
    source: HlsSource,
    resumedFromMs?: number,
  ): SplicePlan | undefined {
    const settings = this.settingsOf(session, source);
    const nowMs = this.#options.clock.now();
    const plan = beginPlan(source, session, nowMs, settings, resumedFromMs);
    if (plan) {
      this.begin(session, plan);
    }
    return plan;
  }
}
