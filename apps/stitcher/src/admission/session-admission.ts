/**
 * Admits the viewers of every protocol: finds the channel, checks key and token, opens or resumes a session. Beyond the
 * limits of sessions a viewer is redirected to the public fallback address of the channel, if it names one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViewerContext } from '@interlude/ad-requests';
import { DomainError, domainError, type ErrorCode } from '@interlude/contract/errors';
import {
  type ClientAddresses,
  type Clock,
  isMonitorKey,
  monitorParameter,
  type SecretKey,
} from '@interlude/runtime';
import type { ChannelDirectory } from '../channels/channel-directory.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { sendRedirect } from '../http/answer.ts';
import { queryOf } from '../http/path.ts';
import type { StitcherMetrics } from '../metrics.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { feedParameter, sealedMonitor, viewerContext } from '../sessions/viewer-context.ts';
import { checkApiKey } from './api-key.ts';
import { SessionRate } from './session-rate.ts';
import { checkViewerToken } from './viewer-tokens.ts';

export interface SessionAdmissionOptions {
  readonly directory: ChannelDirectory;
  readonly sessions: SessionService;
  readonly metrics: StitcherMetrics;
  /** Finds the address of a viewer behind trusted proxies. */
  readonly addresses: ClientAddresses;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
}

/** Names a new session to a balancer, so that its later requests come to this process. */
const sessionHeader = 'interlude-session';

/** Limits beyond which a viewer may still watch, without ads: at the fallback address of the channel. */
const limitCodes: readonly ErrorCode[] = [
  'SESSION_LIMIT_REACHED',
  'TIER_LIMIT_REACHED',
  'TOO_MANY_REQUESTS',
];

/** Query parameters that only the platform sets: the feed, and the mark of the monitor. */
const reserved: ReadonlySet<string> = new Set([feedParameter, monitorParameter]);

/**
 * The query that the session id carries, as far as it fits: parameters of the platform first, so that they are kept.
 */
function sessionQuery(
  parameters: URLSearchParams,
  { feedUrl, isMonitor }: { readonly feedUrl: string; readonly isMonitor: boolean },
): URLSearchParams {
  const query = new URLSearchParams({
    ...(isMonitor && { [monitorParameter]: sealedMonitor }),
    ...(feedUrl !== '' && { [feedParameter]: feedUrl }),
  });
  for (const [name, value] of parameters) {
    if (!reserved.has(name)) {
      query.append(name, value);
    }
  }
  return query;
}

export class SessionAdmission {
  readonly #options: SessionAdmissionOptions;
  readonly #rate: SessionRate;

  constructor(options: SessionAdmissionOptions) {
    this.#options = options;
    this.#rate = new SessionRate(options.clock, options.addresses);
  }

  /** @throws {DomainError} CHANNEL_NOT_FOUND, NOT_READY before any channel was read */
  channel(channelId: string): ChannelEntry {
    const { directory } = this.#options;
    const channel = directory.find(channelId);
    if (!channel) {
      throw domainError(directory.hasSnapshot ? 'CHANNEL_NOT_FOUND' : 'NOT_READY');
    }
    return channel;
  }

  #addressOf(request: IncomingMessage): string {
    return this.#options.addresses.find(request.socket.remoteAddress ?? '', request.headers);
  }

  #viewer(request: IncomingMessage, query: URLSearchParams): ViewerContext {
    return viewerContext(request, query, this.#addressOf(request));
  }

  /**
   * Whether the monitor of this installation opens the session: it has a key of its own, and takes no place of a
   * viewer.
   */
  #isMonitor(channel: ChannelEntry, request: IncomingMessage): boolean {
    const { secretKey, clock } = this.#options;
    const given = queryOf(request).get(monitorParameter);
    return given !== null && isMonitorKey(secretKey, channel.id, given, clock.now() / 1000);
  }

  /**
   * Admits a viewer who may begin a session; the response may get a cookie.
   * @throws {DomainError} API_KEY_INVALID, VIEWER_TOKEN_INVALID
   */
  admit(channel: ChannelEntry, request: IncomingMessage, response: ServerResponse): void {
    this.#counted(() => {
      checkApiKey(this.#options, channel, request, queryOf(request));
      checkViewerToken(this.#options, channel, { request, response, ip: this.#addressOf(request) });
    });
  }

  /** Counts refused viewers by error code. */
  #counted<T>(work: () => T, counts: (code: ErrorCode) => boolean = () => true): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof DomainError && counts(error.code)) {
        this.#options.metrics.refused.add({ reason: error.code });
      }
      throw error;
    }
  }

  /**
   * Opens a session for a viewer who is admitted; the response names it in the header `interlude-session`.
   * @param parameters of the viewer, for ad servers
   * @param feedUrl the feed that the session plays instead of the source, where the protocol lets a request name one
   * @throws {DomainError} as `admit`; SESSION_LIMIT_REACHED, TIER_LIMIT_REACHED, TOO_MANY_REQUESTS
   */
  open(
    channel: ChannelEntry,
    request: IncomingMessage,
    response: ServerResponse,
    { parameters = queryOf(request), feedUrl = '' } = {},
  ): PlaybackSession {
    const isMonitor = this.#isMonitor(channel, request);
    if (!isMonitor) {
      this.admit(channel, request, response);
    }
    const query = sessionQuery(parameters, { feedUrl, isMonitor });
    const viewer = this.#viewer(request, query);
    return this.#counted(() => {
      if (!isMonitor) {
        this.#rate.take(viewer.ip);
      }
      const session = this.#options.sessions.open(channel, viewer);
      response.setHeader(sessionHeader, session.id);
      return session;
    });
  }

  /**
   * Opens a session for a player that calls no API, and redirects it to the session. The query of the request goes no
   * further: the session id carries what is needed of it. The address of the source is never shown: it may be a secret.
   * @param address of the session, relative to the request or absolute
   * @throws {DomainError} as `open`
   * @see rule SEC-S25
   */
  openByRedirect(
    channel: ChannelEntry,
    request: IncomingMessage,
    response: ServerResponse,
    address: (sessionId: string) => string,
  ): void {
    try {
      const session = this.open(channel, request, response);
      sendRedirect(request, response, address(session.id));
    } catch (error) {
      const { fallbackUrl } = channel.settings;
      const isLimit = error instanceof DomainError && limitCodes.includes(error.code);
      if (!isLimit || fallbackUrl === '') {
        throw error;
      }
      this.#options.metrics.redirected.add({ reason: 'SESSION_UNAVAILABLE' });
      sendRedirect(request, response, fallbackUrl);
    }
  }

  /**
   * The session that a path names, resumed when this process does not know it. One that no process before this one has
   * left here takes a turn of its network like a new session, because ids can be collected.
   * @throws {DomainError} CHANNEL_NOT_FOUND, SESSION_UNKNOWN, SESSION_EXPIRED, SESSION_LIMIT_REACHED,
   * TIER_LIMIT_REACHED, TOO_MANY_REQUESTS
   * @see rule SEC-S62
   */
  resume(
    path: { readonly channelId: string; readonly sessionId: string },
    request: IncomingMessage,
  ): { readonly channel: ChannelEntry; readonly session: PlaybackSession } {
    const channel = this.channel(path.channelId);
    const { sessions } = this.#options;
    const viewer = (query: URLSearchParams) => this.#viewer(request, query);
    const takeTurn = () => this.#rate.take(this.#addressOf(request));
    // Only limits count as refused viewers: an unknown or expired id is a mistake of the client.
    const session = this.#counted(
      () => sessions.resume(channel, path.sessionId, viewer, takeTurn),
      (code) => limitCodes.includes(code),
    );
    return { channel, session };
  }

  /**
   * The session of an ad segment. After a restart a player may request the next ad segment before its manifest: the
   * session is resumed then, so that the events of its ads are counted.
   * @param mayResume the beacon journal has ads that were shown before the restart
   * @returns undefined when the session is not of this channel, or cannot be resumed
   */
  adSession(
    path: { readonly channelId: string; readonly sessionId: string },
    request: IncomingMessage,
    mayResume: boolean,
  ): PlaybackSession | undefined {
    const session = this.#options.sessions.get(path.sessionId);
    if (session) {
      return session.subject.channelId === path.channelId ? session : undefined;
    }
    try {
      return mayResume ? this.resume(path, request).session : undefined;
    } catch {
      return undefined;
    }
  }
}
