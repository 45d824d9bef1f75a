/**
 * Leads a session through its channel's breaks: offers each to the ad server once (single flight by the
 * plan itself: a break is offered when it enters the plan), and enters what was decided.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { Clock, Logger } from '@interlude/runtime';
import {
  type Avail,
  compactPlan,
  contentPod,
  followBreaks,
  type Pod,
  planBreak,
} from '@interlude/stitching';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { decidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { BreakSource } from './break-source.ts';
import {
  type BreakDecision,
  type DecisionTools,
  decideBreak,
  decisionDeadlineMs,
} from './decide-break.ts';
import { decisionLimits } from './decision-limits.ts';
import type { DecisionReport } from './decision-report.ts';
import type { AvailContext } from './tokens.ts';
import { Turnstile } from './turnstile.ts';

export interface BreakDirectorOptions {
  readonly tools: DecisionTools;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly report: DecisionReport;
  readonly findChannel: (channelId: string) => ChannelEntry | undefined;
}

const eightDigits = () => String(randomInt(10_000_000, 100_000_000));

export class BreakDirector {
  readonly #options: BreakDirectorOptions;
  readonly #turnstile = new Turnstile(decisionLimits.parallel);
  readonly #running = new Set<Promise<void>>();
  readonly #runningOf = new WeakMap<PlaybackSession, Set<Promise<void>>>();

  constructor(options: BreakDirectorOptions) {
    this.#options = options;
  }

  /** Brings the plan up to what the source shows; new breaks are decided in the background. */
  follow(session: PlaybackSession, source: BreakSource): void {
    const before = session.plan;
    if (!before || session.followedPoll === source.pollVersion) {
      return;
    }
    const { plan, avails } = followBreaks(before, source.breaks, source.knownUntilMs);
    session.plan = compactPlan(plan, source.oldestMs);
    session.followedPoll = source.pollVersion;
    for (const planned of plan.breaks) {
      const known = before.breaks.find(({ breakId }) => breakId === planned.breakId);
      if (planned.reason && planned.reason !== known?.reason && planned.state !== 'pending') {
        this.#options.report.fallback(session, planned.breakId, planned.reason);
      }
    }
    for (const avail of avails) {
      this.#start(session, this.#decide(session, source, avail));
    }
  }

  #start(session: PlaybackSession, work: Promise<void>): void {
    const guarded = work.catch((error: unknown) => {
      this.#options.logger.error({ error }, 'a decision could not be entered');
    });
    const ofSession = this.#runningOf.get(session) ?? new Set();
    this.#runningOf.set(session, ofSession.add(guarded));
    this.#running.add(guarded);
    void guarded.finally(() => {
      this.#running.delete(guarded);
      ofSession.delete(guarded);
    });
  }

  /** Resolves when nothing is being decided for this session: each decision has its deadline. */
  async decided(session: PlaybackSession): Promise<void> {
    await Promise.all(this.#runningOf.get(session) ?? []);
  }

  /** Resolves when no decision is under way: each has its deadline. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #decide(session: PlaybackSession, source: BreakSource, avail: Avail): Promise<void> {
    session.avails += 1;
    const { report, clock } = this.#options;
    const startedMs = clock.now();
    const context = this.#context(session, avail);
    report.asked(session, avail);
    const decision = await this.#decision(session, source, avail, context, startedMs);
    const { plan } = session;
    if (!plan) {
      return;
    }
    session.plan = planBreak(plan, avail.breakId, decision.pod, source.cutsTogether);
    const planned = session.plan.breaks.find(({ breakId }) => breakId === avail.breakId);
    if (planned?.state === 'replaced') {
      const { pod, ads } = decision;
      session.addPod(avail.breakId, decidedPod(context, pod, planned.startMs, ads));
    }
    const tookMs = clock.now() - startedMs;
    report.decided(session, { avail, context, decision, tookMs });
  }

  #context(session: PlaybackSession, avail: Avail): AvailContext {
    const { channelId } = session.subject;
    const channel = this.#options.findChannel(channelId);
    return {
      channelId,
      sessionId: session.id,
      breakId: avail.breakId,
      breakIndex: session.avails,
      breakPosition: 'mid',
      durationSeconds: avail.openEnded ? 0 : avail.durationMs / 1000,
      nowMs: this.#options.clock.now(),
      cachebuster: eightDigits(),
      transactionId: randomUUID(),
      serverSideBeacons: channel?.settings.enableServerSideBeacons ?? true,
    };
  }

  async #decision(
    session: PlaybackSession,
    source: BreakSource,
    avail: Avail,
    context: AvailContext,
    startedMs: number,
  ): Promise<BreakDecision> {
    const settings = this.#options.findChannel(context.channelId)?.settings;
    const { profile } = source;
    if (!settings || !profile) {
      return nothing(contentPod('SESSION_UNAVAILABLE'));
    }
    const allowedMs = decisionDeadlineMs(avail, source.knownUntilMs);
    const { viewer } = session;
    try {
      return await this.#turnstile.run(async () => {
        const deadlineMs = allowedMs - (this.#options.clock.now() - startedMs);
        if (deadlineMs <= 0) {
          return nothing(contentPod('DECISION_TIMEOUT'));
        }
        const request = { settings, profile, avail, context, viewer, deadlineMs };
        return decideBreak(request, this.#options.tools);
      });
    } catch (error) {
      this.#options.logger.error({ error, channelId: context.channelId }, 'a decision failed');
      return nothing(contentPod('AD_SERVER_UNREACHABLE'));
    }
  }
}

function nothing(pod: Pod): BreakDecision {
  return { pod, ads: new Map(), errors: [], askedAdServer: false };
}
