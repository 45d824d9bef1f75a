/** Keeps the plans of HLS sessions up to their source: begins them, and follows the breaks. */
import type { ChannelSettings } from '@interlude/contract';
import type { Clock } from '@interlude/runtime';
import type { BreakDecisions } from '../ad-decisions/break-decisions.ts';
import { endsAtPendingBreak } from '../delivery/pending-break.ts';
import type { HlsSource } from '../origin/hls/hls-source.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { beginPlan } from './begin-plan.ts';

export interface PlanFollowerOptions {
  readonly breakDecisions: BreakDecisions;
  readonly sessions: SessionService;
  readonly clock: Clock;
  /** As they are now; those of a source are as old as it is. */
  readonly findSettings: (channelId: string) => ChannelSettings | undefined;
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

  #begin(session: PlaybackSession, source: HlsSource): void {
    const { clock, sessions } = this.#options;
    const plan = beginPlan(source, session, clock.now(), this.settingsOf(session, source));
    if (plan) {
      session.begin(plan);
      sessions.started(session);
    }
  }
}
