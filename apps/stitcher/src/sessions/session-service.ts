/** Opens, finds, resumes and ends playback sessions, and counts the time that they watch. */

import { deviceFamilyOf, type ViewerContext } from '@interlude/ad-requests';
import { tierPlans } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { Clock, SecretKey } from '@interlude/runtime';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { StitcherMetrics } from '../metrics.ts';
import type { KeptSession } from './kept-session.ts';
import { PlaybackSession } from './playback-session.ts';
import type { ReportRules } from './report-rules.ts';
import { idleTimeoutMs, sessionLimits } from './session-limits.ts';
import { sessionMark } from './session-mark.ts';
import { SessionStore } from './session-store.ts';
import { openSessionToken, sealSessionToken } from './session-token.ts';
import { type StitcherReports, TenantSessions } from './tenant-sessions.ts';
import { createViewerIds } from './viewer-id.ts';
import { addWatched, type Watched } from './watched-time.ts';

/** The start of a live session as the database has it. */
export interface NotedStart {
  /** Whether it plays for the first time. */
  readonly played: 'first' | 'played' | 'unknown';
  /** How it has begun elsewhere, plain data; left out where that is not known. */
  readonly began?: unknown;
  /** The database did not answer in time: another process may have played the session. */
  readonly isUnread?: boolean;
}

export interface SessionServiceOptions {
  readonly clock: Clock;
  readonly secretKey: SecretKey;
  readonly metrics: StitcherMetrics;
  readonly recorder: EventRecorder;
  /** Takes watched time and ends of sessions; left out: they are not reported. */
  readonly playerReports?: {
    /** The session was watched for so many milliseconds. */
    watched(session: PlaybackSession, durationMs: number): void;
    ended(session: PlaybackSession): void;
  };
  /** Length of the source window and target duration, ms. */
  readonly timing: (channelId: string) => { windowMs: number; targetDurationMs: number };
  readonly maxSessions?: number | undefined;
  /** Exchange of session counts; left out: this process has the limits of companies for itself. */
  readonly reports?: StitcherReports | undefined;
  readonly rulesOf: (tenantId: string) => ReportRules;
  /** Country of a client address, looked up by its network; left out: countries are unknown. */
  readonly countryOf?: ((address: string) => string | undefined) | undefined;
  /** Notes once for all processes that a session plays; left out: each is played by the process that opened it. */
  readonly noteStart?:
    | ((session: PlaybackSession, began?: unknown) => Promise<NotedStart>)
    | undefined;
  /** State that an earlier process kept of a session, by its mark. */
  readonly keptOf?: (mark: string) => KeptSession | undefined;
}

interface Doubt {
  /** Epoch ms. */
  readonly sinceMs: number;
  /** Of the plan that was stored by then: source time up to which it knew markers, ms. */
  readonly plannedUntilMs: number | undefined;
}

export class SessionService {
  readonly #options: SessionServiceOptions;
  readonly #store = new SessionStore();
  readonly #tenants = new TenantSessions();
  readonly #viewerId: ReturnType<typeof createViewerIds>;
  readonly #takenUp = new WeakMap<PlaybackSession, Promise<NotedStart>>();
  /** Sessions of which it is unknown what another stitcher has shown. */
  readonly #doubted = new WeakMap<PlaybackSession, Doubt>();
  #tickedMs: number;
  #reporting: Promise<void> | undefined;

  constructor(options: SessionServiceOptions) {
    this.#options = options;
    this.#viewerId = createViewerIds(options.clock, options.secretKey);
    this.#tickedMs = options.clock.now();
  }

  get count(): number {
    return this.#store.size;
  }

  /** Stitchers that share the limits of companies, this one included. */
  get stitchers(): number {
    return this.#tenants.stitchers;
  }

  get channelIds(): Iterable<string> {
    return this.#store.channelIds;
  }

  *all(): Generator<PlaybackSession> {
    for (const channelId of this.#store.channelIds) {
      yield* this.#store.ofChannel(channelId);
    }
  }

  ofChannel(channelId: string): ReadonlySet<PlaybackSession> {
    return this.#store.ofChannel(channelId);
  }

  /** @throws {DomainError} SESSION_LIMIT_REACHED, TIER_LIMIT_REACHED */
  open(channel: ChannelEntry, viewer: ViewerContext): PlaybackSession {
    const { secretKey, clock } = this.#options;
    const openedMs = Math.floor(clock.now() / 1000) * 1000;
    const content = { startedMs: openedMs, query: viewer.query };
    const sessionId = sealSessionToken(secretKey, channel.id, content);
    const tierLimit = tierPlans[channel.tier].sessions;
    this.#checkLimits(channel, viewer, this.#tenants.most(channel.tenantId, tierLimit));
    return this.#add(channel, viewer, { sessionId, openedMs, isResumed: false, kept: undefined });
  }

  /** The session of an id that this process holds; it is not marked as seen, as this is no request for media. */
  find(sessionId: string): PlaybackSession | undefined {
    return this.#store.find(sessionId);
  }

  /** The session of an id that this process holds, marked as seen now; no limit is checked. */
  get(sessionId: string): PlaybackSession | undefined {
    const session = this.#store.find(sessionId);
    if (session) {
      session.lastSeenMs = this.#options.clock.now();
    }
    return session;
  }

  /**
   * The session of an id that this installation made, also when this process does not hold it (restart, an idle one,
   * another node): playback goes on.
   * @param viewer makes its context from the parameters that the id carries
   * @param admit called for a session of which no earlier process has kept a state here; throws when it may not go on
   * @throws {DomainError} SESSION_UNKNOWN for any other id, SESSION_EXPIRED, SESSION_LIMIT_REACHED, TIER_LIMIT_REACHED;
   * what `admit` throws
   * @see rule SEC-S62
   */
  resume(
    channel: ChannelEntry,
    sessionId: string,
    viewer: (query: URLSearchParams) => ViewerContext,
    admit: () => void,
  ): PlaybackSession {
    const known = this.get(sessionId);
    if (known?.subject.channelId === channel.id) {
      return known;
    }
    const { secretKey, clock } = this.#options;
    const content = openSessionToken(secretKey, channel.id, sessionId, clock.now());
    if (content === 'expired') {
      throw domainError('SESSION_EXPIRED');
    }
    if (!content) {
      throw domainError('SESSION_UNKNOWN');
    }
    const { startedMs: openedMs, query } = content;
    const tierLimit = tierPlans[channel.tier].sessions;
    const resuming = viewer(query);
    this.#checkLimits(channel, resuming, this.#tenants.mostResumed(channel.tenantId, tierLimit));
    const kept = this.#keptOf(channel, sessionId);
    if (!kept && resuming.isMonitor !== true) {
      admit();
    }
    return this.#add(channel, resuming, { sessionId, openedMs, isResumed: true, kept });
  }

  #add(
    channel: ChannelEntry,
    viewer: ViewerContext,
    about: {
      readonly sessionId: string;
      readonly openedMs: number;
      readonly isResumed: boolean;
      readonly kept: KeptSession | undefined;
    },
  ): PlaybackSession {
    const { sessionId, openedMs, isResumed, kept } = about;
    const { rulesOf, countryOf } = this.#options;
    const { tenantId } = channel;
    const session = new PlaybackSession({
      id: sessionId,
      subject: {
        tenantId,
        channelId: channel.id,
        sessionId: sessionMark(sessionId),
        viewerId: this.#viewerId(tenantId, viewer, rulesOf(tenantId)),
        device: deviceFamilyOf(viewer.userAgent),
        country: countryOf?.(viewer.ip),
      },
      viewer,
      isResumed,
      kept,
      openedMs,
      idleTimeoutMs: idleTimeoutMs(channel.settings),
      nowMs: this.#options.clock.now(),
    });
    this.#store.add(session);
    this.#options.metrics.sessionsOpened.add({ how: isResumed ? 'resumed' : 'new' });
    return session;
  }

  /** @param most sessions of the company here */
  #checkLimits({ tier, tenantId }: ChannelEntry, viewer: ViewerContext, most: number): void {
    const limit = this.#options.maxSessions ?? sessionLimits.sessions;
    if (this.#store.size >= limit) {
      throw domainError('SESSION_LIMIT_REACHED', { limit });
    }
    if (viewer.isMonitor !== true && this.#store.countOfTenant(tenantId) >= most) {
      throw domainError('TIER_LIMIT_REACHED', { limit: tierPlans[tier].sessions });
    }
  }

  /** Reports the session counts of this process, and reads those of the others: one report at a time. */
  report(): Promise<void> {
    this.#reporting ??= this.#exchange().finally(() => {
      this.#reporting = undefined;
    });
    return this.#reporting;
  }

  async #exchange(): Promise<void> {
    const { reports } = this.#options;
    if (reports) {
      const own = new Map(this.#store.tenantCounts);
      this.#tenants.reported(own, await reports.exchange(own, this.#watching()));
    }
  }

  /** Removes the session counts of this process from those that stitchers share. */
  async leave(): Promise<void> {
    // A report that is under way would enter it again.
    await this.#reporting?.catch(() => undefined);
    await this.#options.reports?.leave();
  }

  #keptOf(channel: ChannelEntry, sessionId: string): KeptSession | undefined {
    const kept = this.#options.keptOf?.(sessionMark(sessionId));
    const isSame = kept?.channelId === channel.id && kept.resets === channel.resets;
    return isSame ? kept : undefined;
  }

  /** Whether another process may have played a session that has no plan here: then it is taken up first. */
  mayHavePlayed(session: PlaybackSession): boolean {
    const { noteStart, clock } = this.#options;
    const isLate = clock.now() - session.openedMs > sessionLimits.playsSoonMs;
    const mayBeElsewhere = isLate || this.#tenants.stitchers > 1;
    return session.isResumed || (noteStart !== undefined && mayBeElsewhere);
  }

  /**
   * Finds out whether another process has played a session, and sets `isResumed` to it: a load balancer that routes by
   * session id may have one process open it and another play it, or several in turns. Without an answer it stays as it
   * is. Never rejects.
   * @param began how it begins if it plays here first, plain data
   */
  takeUp(session: PlaybackSession, began?: unknown): Promise<NotedStart> {
    const known = this.#takenUp.get(session) ?? this.#takeUp(session, began);
    this.#takenUp.set(session, known);
    return known;
  }

  /**
   * Refuses a session of which it is unknown what another stitcher has shown: this one could contradict it. For 20 s
   * the load balancer is to try that one, or the player to try again; then the session goes on as if no other had
   * played it. A plan that another stitcher has stored meanwhile shows that it serves the session: the 20 s begin again.
   * @param plannedUntilMs of the stored plan: source time up to which it knew markers, ms; left out: none could be read
   * @throws {DomainError} SESSION_STATE_UNAVAILABLE
   */
  doubt(session: PlaybackSession, plannedUntilMs?: number): void {
    const nowMs = this.#options.clock.now();
    // Never new once another stitcher has played it: numbers of its own would contradict that one's.
    const isNew = !session.isResumed && nowMs - session.openedMs <= sessionLimits.playsSoonMs;
    // Sessions of the monitor are not stored.
    if (isNew || session.isMonitor || this.#tenants.stitchers < 2) return;
    const known = this.#doubted.get(session);
    const isServed = plannedUntilMs !== undefined && plannedUntilMs !== known?.plannedUntilMs;
    const doubt = known && !isServed ? known : { sinceMs: nowMs, plannedUntilMs };
    this.#doubted.set(session, doubt);
    if (nowMs - doubt.sinceMs >= sessionLimits.doubtMs) return;
    this.#takenUp.delete(session);
    throw domainError('SESSION_STATE_UNAVAILABLE');
  }

  async #takeUp(session: PlaybackSession, began: unknown): Promise<NotedStart> {
    const { noteStart, clock } = this.#options;
    const isOld = clock.now() - session.openedMs > sessionLimits.startsWithinMs;
    const noted = noteStart && !isOld ? await noteStart(session, began) : undefined;
    if (noted && noted.played !== 'unknown') {
      session.isResumed = noted.played === 'played';
    }
    return noted ? { ...noted, isUnread: noted.played === 'unknown' } : { played: 'unknown' };
  }

  /**
   * Called with the first media playlist of a session here: only then its viewer watches. It is counted where it plays
   * first, whichever process has opened it.
   */
  started(session: PlaybackSession): void {
    const { noteStart } = this.#options;
    if (session.isResumed) {
      return;
    }
    if (!noteStart || this.#takenUp.has(session)) {
      this.playsFirst(session);
    } else {
      void noteStart(session).then(({ played }) => played !== 'played' && this.playsFirst(session));
    }
  }

  /** Counts a session that no process has played before. */
  playsFirst(session: PlaybackSession): void {
    if (!session.isMonitor) {
      const { recorder } = this.#options;
      recorder.note(recorder.event('sessionStart', session.subject));
    }
  }

  dropChannel(channelId: string): void {
    for (const session of [...this.#store.ofChannel(channelId)]) {
      this.#end(session, false);
    }
  }

  #end(session: PlaybackSession, isOver: boolean): void {
    this.#store.remove(session);
    if (isOver && session.hasStarted && !session.isMonitor) {
      const { recorder } = this.#options;
      recorder.note(recorder.event('sessionEnd', session.subject));
      this.#options.playerReports?.ended(session);
    }
  }

  /** Ends sessions without a request for ten windows and their idle timeout; when crowded, for `minIdleMs`. */
  sweep(): void {
    const nowMs = this.#options.clock.now();
    const limit = this.#options.maxSessions ?? sessionLimits.sessions;
    const isCrowded = this.#store.size > sessionLimits.crowded * limit;
    for (const channelId of [...this.#store.channelIds]) {
      const { windowMs } = this.#options.timing(channelId);
      const leastMs = Math.max(sessionLimits.minIdleMs, sessionLimits.idleWindows * windowMs);
      for (const session of [...this.#store.ofChannel(channelId)]) {
        const idleMs = isCrowded
          ? sessionLimits.minIdleMs
          : Math.max(leastMs, session.idleTimeoutMs);
        if (nowMs - session.lastSeenMs > idleMs) {
          this.#end(session, true);
        }
      }
    }
    this.#options.metrics.sessions.set(this.#store.viewers);
  }

  /** Sessions of viewers that watch: with a request in the last three target durations, or the last 30 s if longer. */
  *#watchersOf(channelId: string): Generator<PlaybackSession> {
    const nowMs = this.#options.clock.now();
    const { targetDurationMs } = this.#options.timing(channelId);
    const aliveMs = Math.max(
      sessionLimits.minWatchingMs,
      sessionLimits.watchingTargetDurations * targetDurationMs,
    );
    for (const session of this.#store.ofChannel(channelId)) {
      const isAlive = session.hasStarted && nowMs - session.lastSeenMs <= aliveMs;
      if (isAlive && !session.isMonitor) {
        yield session;
      }
    }
  }

  /** Viewers now, by channel. */
  #watching(): Map<string, number> {
    const counts = [...this.#store.channelIds].map(
      (channelId) => [channelId, [...this.#watchersOf(channelId)].length] as const,
    );
    return new Map(counts.filter(([, viewers]) => viewers > 0));
  }

  /** Adds the time since the last tick for all that watch: one event for each channel, device, country and asset. */
  async tick(): Promise<void> {
    const nowMs = this.#options.clock.now();
    const elapsedMs = Math.min(nowMs - this.#tickedMs, 6 * sessionLimits.viewTickMs);
    this.#tickedMs = nowMs;
    const watched = new Map<string, Watched>();
    for (const channelId of this.#store.channelIds) {
      for (const session of this.#watchersOf(channelId)) {
        addWatched(watched, session.subject, elapsedMs);
        this.#options.playerReports?.watched(session, elapsedMs);
      }
    }
    const { recorder } = this.#options;
    await recorder.record(
      [...watched.values()].map(({ subject, durationMs }) =>
        recorder.event('view', subject, { durationMs }),
      ),
    );
  }
}
