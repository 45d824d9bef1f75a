/** The MPD of a session: follows the breaks, stitches, and keeps the bytes until something changes. */
import type { ChannelSettings } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { Clock } from '@interlude/runtime';
import {
  beginDashPlan,
  mpdPatch,
  type PatchedMpd,
  type Placement,
  type PublishedBreak,
  readPatchBase,
  resumeDashPlan,
  type SplicePlan,
  stitchMpd,
} from '@interlude/stitching';
import type { BreakDecisions } from '../ad-decisions/break-decisions.ts';
import { beginningOf, takeUpSession } from '../ad-decisions/taken-up-plan.ts';
import { contentLocationOf } from '../delivery/locations.ts';
import { endsAtPendingBreak } from '../delivery/pending-break.ts';
import type { DashSource } from '../origin/dash/dash-source.ts';
import { sourceUnavailable } from '../origin/open-within.ts';
import {
  type PlanRecord,
  planRecordOf,
  type SessionPlans,
  unread,
} from '../session-plans/session-plans.ts';
import { keptDashPlan } from '../sessions/kept-session.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { startOverOf } from '../sessions/viewer-context.ts';
import { clockFile } from './dash-path.ts';
import type { FindResumedBreaks } from './resumed-breaks.ts';

export interface MpdServer {
  /** Restores what was shown to a session before this process began; called before anything else of the session. */
  prepare(session: PlaybackSession, source: DashSource): Promise<void>;
  /** Follows the plan; true while the output ends at a break that is being decided: the request then waits. */
  follow(session: PlaybackSession, source: DashSource): boolean;
  /** The bytes, of the plan as it was followed. @throws {DomainError} SOURCE_UNAVAILABLE */
  serve(session: PlaybackSession, source: DashSource): Buffer;
  /**
   * Patch that makes the MPD of a player the newest one.
   * @param base what that MPD lists, as its PatchLocation says
   * @throws {DomainError} SOURCE_UNAVAILABLE; REQUEST_INVALID: no PatchLocation has such a base
   */
  servePatch(session: PlaybackSession, source: DashSource, base: string): Buffer;
}

export interface MpdServerOptions {
  readonly breakDecisions: BreakDecisions;
  readonly sessions: SessionService;
  /** Whole address of a session's MPD. */
  readonly sessionUrl: (session: PlaybackSession) => string;
  /** Base URL of the segments of a placement, with a slash at its end. */
  readonly adBase: (session: PlaybackSession, placement: Placement, breakId: string) => string;
  readonly findResumedBreaks: FindResumedBreaks;
  readonly clock: Clock;
  /** Finds the plan of a session that another process has stored. */
  readonly findPlan: SessionPlans['find'];
  /** Settings of a channel as they are now; those of a source are as old as it is. */
  readonly findSettings: (channelId: string) => ChannelSettings | undefined;
}

interface Kept {
  readonly pollVersion: number;
  readonly plan: SplicePlan;
  readonly body: Buffer;
  readonly patched: PatchedMpd;
}

/** Rule D19: start of a player that follows what the MPD suggests, ms before the edge. */
function startDelayMs(
  source: DashSource,
  { suggestedPresentationDelay }: Pick<ChannelSettings, 'suggestedPresentationDelay'>,
): number {
  const mpd = source.opened?.mpd;
  const suggestedMs = suggestedPresentationDelay
    ? suggestedPresentationDelay * 1000
    : (mpd?.suggestedPresentationDelayMs ?? 0);
  return Math.max(suggestedMs, mpd?.minBufferTimeMs ?? 0);
}

function beginPlan(
  source: DashSource,
  viewer: PlaybackSession['viewer'],
  isResumed: boolean,
  settings: ChannelSettings,
): SplicePlan | undefined {
  const { opened, targetDuration } = source;
  return (
    opened &&
    beginDashPlan({
      window: opened.window,
      targetDuration,
      settings,
      presentationDelayMs: startDelayMs(source, settings),
      ...startOverOf(viewer),
      isResumed,
    })
  );
}

export function createMpdServer(options: MpdServerOptions): MpdServer {
  const { breakDecisions, sessions, sessionUrl, adBase, findResumedBreaks, findSettings } = options;
  const { findPlan, clock } = options;
  const kept = new WeakMap<PlaybackSession, Kept>();

  function settingsOf({ subject }: PlaybackSession, source: DashSource): ChannelSettings {
    return findSettings(subject.channelId) ?? source.channel.settings;
  }

  function begin(
    session: PlaybackSession,
    source: DashSource,
    shown: readonly PublishedBreak[],
  ): void {
    const window = source.opened?.window;
    const kept = window && keptDashPlan(session.kept, window);
    const { viewer, isResumed } = session;
    const plan = kept ?? beginPlan(source, viewer, isResumed, settingsOf(session, source));
    const isKnown = window === undefined || plan === undefined || kept !== undefined;
    const begun = isKnown ? plan : resumeDashPlan(plan, window, shown, source);
    if (begun) {
      session.begin(begun);
      sessions.started(session);
    }
  }

  /** Begins a session that plays here first. @returns the plan that another process has stored of it last */
  async function takeUp(
    session: PlaybackSession,
    source: DashSource,
  ): Promise<PlanRecord | undefined> {
    const plan = beginPlan(source, session.viewer, false, settingsOf(session, source));
    const [found, { began, isUnread }] = await Promise.all([
      findPlan(session),
      sessions.takeUp(session, beginningOf(plan, source, clock.now())),
    ]);
    const stored = found === unread ? undefined : found;
    if (!session.plan && (found === unread || (isUnread && stored === undefined))) {
      sessions.doubt(session);
    }
    session.isResumed ||= stored !== undefined;
    if (plan && !session.plan && !session.isResumed) {
      session.begin(plan);
      sessions.started(session);
    }
    return stored ?? planRecordOf(began);
  }

  /** Brings the plan up to the newest poll. @returns whether the output ends at a break that is being decided */
  function follow(session: PlaybackSession, source: DashSource): boolean {
    source.advance();
    if (!session.plan) {
      begin(session, source, []);
    }
    breakDecisions.follow(session, source);
    return endsAtPendingBreak(session.plan);
  }

  /** @throws {DomainError} SOURCE_UNAVAILABLE */
  function render(session: PlaybackSession, source: DashSource): Kept {
    const { plan } = session;
    const { opened, pollVersion, staleness } = source;
    if (staleness) {
      throw sourceUnavailable(staleness);
    }
    const known = kept.get(session);
    if (known && known.plan === plan && known.pollVersion === pollVersion) {
      return known;
    }
    if (!plan || !opened) {
      throw sourceUnavailable(undefined);
    }
    const settings = settingsOf(session, source);
    const stitched = stitchMpd({
      window: opened.window,
      plan,
      nowMs: source.nowMs,
      publishMs: source.publishMs,
      sessionUrl: sessionUrl(session),
      adBaseUrl: (placement, breakId) => adBase(session, placement, breakId),
      options: {
        settings,
        contentLocation: contentLocationOf(session, settings)?.rewrite,
        clockUrl: new URL(clockFile, sessionUrl(session)).href,
        replacesClocks: source.isClockSilent,
      },
    });
    session.plan = stitched.plan;
    if (stitched.periodCount === 0) {
      throw sourceUnavailable(undefined);
    }
    const body = Buffer.from(stitched.text, 'utf8');
    const made = { pollVersion, plan: stitched.plan, body, patched: stitched.patched };
    kept.set(session, made);
    return made;
  }

  return {
    async prepare(session, source) {
      if (session.plan || !sessions.mayHavePlayed(session)) {
        return;
      }
      const stored = session.kept ? undefined : await takeUp(session, source);
      if (session.plan || !session.isResumed) {
        return;
      }
      let shown: readonly PublishedBreak[] = [];
      const read = async () => {
        const again = session.kept ? undefined : await findPlan(session);
        const isUnread = again === unread;
        const record = (isUnread ? undefined : again) ?? stored;
        const resumed = await findResumedBreaks(session, source);
        source.advance();
        ({ shown } = resumed);
        return { record, isUnread, pods: resumed.pods };
      };
      const unknown = await takeUpSession(session, source, read, options);
      if (unknown && !session.plan) {
        begin(session, source, shown);
      }
    },
    follow,
    serve: (session, source) => render(session, source).body,
    servePatch(session, source, text) {
      const { patched } = render(session, source);
      const base = readPatchBase(text);
      if (!base) {
        throw domainError('REQUEST_INVALID', { reason: 'base names no MPD of this session' });
      }
      return Buffer.from(mpdPatch(patched, base), 'utf8');
    },
  };
}
