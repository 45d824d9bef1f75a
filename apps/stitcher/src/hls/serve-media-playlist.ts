/** A media playlist of a session: follows the breaks, stitches, and keeps the bytes until something changes. */
import { type DomainError, domainError } from '@interlude/contract';
import type { Clock } from '@interlude/runtime';
import {
  type AdSegmentUri,
  type SourceWindow,
  type SplicePlan,
  stitchMediaPlaylist,
} from '@interlude/stitching';
import type { BreakDirector } from '../ad-decisions/break-director.ts';
import type { ChannelSource } from '../origin/channel-source.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { beginPlan } from '../sessions/session-plan.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { planPrint, SharedOutputs } from './shared-outputs.ts';

export interface MediaPlaylistServer {
  /**
   * Whether an output would stop at a break that is being decided. Then the request waits for the decision:
   * renditions that are asked for one after the other must not differ by a whole break. hls.js 1.7 begins with
   * video before it and audio behind it, and waits for ever.
   */
  isHeld(session: PlaybackSession, source: ChannelSource): boolean;
  /** The bytes. @throws {DomainError} SESSION_UNKNOWN, SOURCE_UNAVAILABLE */
  serve(session: PlaybackSession, source: ChannelSource, renditionId: string): Buffer;
}

export interface MediaPlaylistServerOptions {
  readonly director: BreakDirector;
  readonly sessions: SessionService;
  readonly adSegmentUri: AdSegmentUri;
  readonly clock: Clock;
}

export function sourceUnavailable(cause: DomainError | undefined): DomainError {
  const reason = cause?.message ?? 'it has no segments yet';
  return domainError('SOURCE_UNAVAILABLE', { reason, code: cause?.code }, cause);
}

/** A break that is over everywhere, with a rendition that has not got its numbers. */
function hasUnfrozenBreak(plan: SplicePlan | undefined, source: ChannelSource): boolean {
  const settledMs = source.knownUntilMs - 2000 * source.targetDuration;
  return (
    plan?.breaks.some(
      ({ state, returnMs, renditions }) =>
        state === 'replaced' &&
        returnMs < settledMs &&
        source.windows.some(({ renditionId }) => renditions[renditionId]?.returnMsn === undefined),
    ) ?? false
  );
}

function stopsAtPending(plan: SplicePlan | undefined, knownUntilMs: number): boolean {
  const pending = plan?.breaks.find(({ state }) => state === 'pending');
  return pending !== undefined && pending.startMs < knownUntilMs;
}

export function createMediaPlaylistServer(
  options: MediaPlaylistServerOptions,
): MediaPlaylistServer {
  const { director, sessions, adSegmentUri, clock } = options;

  function begin(session: PlaybackSession, source: ChannelSource): void {
    session.plan = beginPlan(source, session, clock.now());
    if (session.plan) {
      sessions.started(session);
    }
  }

  /**
   * A break's numbers are taken from what it replaces: of every rendition, asked for or not. Once, when the
   * break is over everywhere; a rendition that is asked for before gets its numbers then.
   */
  function freezeAll(session: PlaybackSession, source: ChannelSource): void {
    if (!hasUnfrozenBreak(session.plan, source)) {
      return;
    }
    for (const window of source.windows) {
      const { plan } = session;
      if (plan) {
        const reference = source.referenceWindow;
        session.plan = stitchMediaPlaylist({ window, reference, plan, adSegmentUri }).plan;
      }
    }
  }

  const shared = new SharedOutputs();

  function stitch(plan: SplicePlan, source: ChannelSource, window: SourceWindow) {
    const { suppressed, referenceWindow: reference } = source;
    const stitched = stitchMediaPlaylist({ window, reference, plan, adSegmentUri, suppressed });
    if (stitched.segmentCount === 0) {
      throw sourceUnavailable(undefined);
    }
    return { plan: stitched.plan, body: Buffer.from(stitched.text, 'latin1') };
  }

  /** @throws {DomainError} SOURCE_UNAVAILABLE */
  function render(session: PlaybackSession, source: ChannelSource, window: SourceWindow): Buffer {
    const { plan } = session;
    if (!plan) {
      throw sourceUnavailable(undefined);
    }
    const { renditionId } = window;
    const key = planPrint(plan, renditionId);
    const known = shared.find(window, key);
    const output = known ? { plan, body: known } : stitch(plan, source, window);
    if (!known && output.plan === plan) {
      shared.add(window, key, output.body);
    }
    session.plan = output.plan;
    session.outputs.set(renditionId, { window, ...output });
    return output.body;
  }

  /** The plan as the newest poll has it. */
  function follow(session: PlaybackSession, source: ChannelSource): void {
    if (!session.plan) {
      begin(session, source);
    }
    if (session.followedPoll !== source.pollVersion) {
      director.follow(session, source);
      freezeAll(session, source);
    }
  }

  return {
    isHeld(session, source) {
      follow(session, source);
      return stopsAtPending(session.plan, source.knownUntilMs);
    },
    serve(session, source, renditionId) {
      const rendition = source.rendition(renditionId);
      if (!rendition) {
        throw domainError('SESSION_UNKNOWN');
      }
      const stale = source.staleness(rendition);
      const { window } = rendition;
      if (stale || !window) {
        throw sourceUnavailable(stale);
      }
      follow(session, source);
      const cached = session.outputs.get(renditionId);
      const isCurrent = cached?.window === window && cached.plan === session.plan;
      return isCurrent ? cached.body : render(session, source, window);
    },
  };
}
