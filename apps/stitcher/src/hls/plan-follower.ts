/** Keeps the plans of HLS sessions up to their source: begins them, follows the breaks, freezes their numbers. */
import type { ChannelSettings } from '@interlude/contract';
import type { Clock } from '@interlude/runtime';
import { type AdSegmentUri, type SplicePlan, stitchMediaPlaylist } from '@interlude/stitching';
import type { BreakDecisions } from '../ad-decisions/break-decisions.ts';
import type { HlsSource } from '../origin/hls/hls-source.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { beginPlan } from './begin-plan.ts';

export interface PlanFollowerOptions {
  readonly breakDecisions: BreakDecisions;
  readonly sessions: SessionService;
  readonly adSegmentUri: AdSegmentUri;
  readonly clock: Clock;
  /** As they are now; those of a source are as old as it is. */
  readonly findSettings: (channelId: string) => ChannelSettings | undefined;
}

/** A break that is over everywhere, with a rendition that has not got its numbers. */
function hasUnfrozenBreak(plan: SplicePlan | undefined, source: HlsSource): boolean {
  if (!plan) {
    return false;
  }
  const settledMs = plan.knownUntilMs - 2000 * source.targetDuration;
  return plan.breaks.some(
    ({ state, returnMs, renditions }) =>
      state === 'replaced' &&
      returnMs < settledMs &&
      source.windows.some(({ renditionId }) => renditions[renditionId]?.returnMsn === undefined),
  );
}

function decidesPreRoll(plan: SplicePlan | undefined): boolean {
  return plan?.breaks.some(({ isPreRoll, state }) => isPreRoll && state === 'pending') ?? false;
}

/** Whether the output ends at a break that is being decided. */
export function stopsAtPending(plan: SplicePlan | undefined): boolean {
  const pending = plan?.breaks.find(({ state }) => state === 'pending');
  return (
    plan !== undefined &&
    pending !== undefined &&
    (pending.isPreRoll === true || pending.startMs < plan.knownUntilMs)
  );
}

export class PlanFollower {
  readonly #options: PlanFollowerOptions;
  /** Sessions whose pre-roll is being decided: the channel's breaks are offered to them when it is. */
  readonly #beforePreRoll = new WeakSet<PlaybackSession>();

  constructor(options: PlanFollowerOptions) {
    this.#options = options;
  }

  settingsOf(session: PlaybackSession, source: HlsSource): ChannelSettings {
    return this.#options.findSettings(session.subject.channelId) ?? source.channel.settings;
  }

  /** The plan as the newest poll has it. */
  follow(session: PlaybackSession, source: HlsSource): void {
    if (!session.plan) {
      this.#begin(session, source);
    }
    if (!decidesPreRoll(session.plan) && this.#beforePreRoll.delete(session)) {
      session.followedPoll = -1;
    }
    if (session.followedPoll !== source.pollVersion) {
      this.#options.breakDecisions.follow(session, source);
      this.#freezeAll(session, source);
    }
    if (decidesPreRoll(session.plan)) {
      this.#beforePreRoll.add(session);
    }
  }

  #begin(session: PlaybackSession, source: HlsSource): void {
    const { clock, sessions } = this.#options;
    session.plan = beginPlan(source, session, clock.now(), this.settingsOf(session, source));
    if (session.plan) {
      session.kept = undefined;
      sessions.started(session);
    }
  }

  /**
   * A break's numbers are taken from what it replaces: of every rendition, asked for or not. Once, when the
   * break is over everywhere; a rendition that is asked for before gets its numbers then.
   */
  #freezeAll(session: PlaybackSession, source: HlsSource): void {
    if (!hasUnfrozenBreak(session.plan, source)) {
      return;
    }
    const { adSegmentUri } = this.#options;
    for (const window of source.windows) {
      const { plan } = session;
      if (plan) {
        const reference = source.referenceWindow;
        session.plan = stitchMediaPlaylist({ window, reference, plan, adSegmentUri }).plan;
      }
    }
  }
}
