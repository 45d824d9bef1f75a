/**
 * Where every protocol lets its viewers in: finds the channel, asks for its key, opens a session or takes it
 * up again. Beyond the limit of sessions a viewer gets the source: content without ads.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError, domainError } from '@interlude/contract';
import type { ClientAddresses } from '@interlude/runtime';
import { checkApiKey } from '../admission/api-key.ts';
import type { ChannelDirectory } from '../channels/channel-directory.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { sendRedirect } from '../http/answer.ts';
import { queryOf } from '../http/path.ts';
import type { StitcherMetrics } from '../metrics.ts';
import type { PlaybackSession } from './playback-session.ts';
import type { SessionService } from './session-service.ts';
import { type ViewerContext, viewerContext } from './viewer-context.ts';

export interface ViewerDoorOptions {
  readonly directory: ChannelDirectory;
  readonly sessions: SessionService;
  readonly metrics: StitcherMetrics;
  /** Whose word on a viewer's address counts. */
  readonly addresses: ClientAddresses;
}

/** Why a viewer got the source instead of a stitched stream. */
export type SentToSource = 'CHANNEL_TYPE_UNSUPPORTED' | 'SESSION_UNAVAILABLE';

export class ViewerDoor {
  readonly #options: ViewerDoorOptions;

  constructor(options: ViewerDoorOptions) {
    this.#options = options;
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

  #viewer(request: IncomingMessage, query: URLSearchParams): ViewerContext {
    const { addresses } = this.#options;
    const ip = addresses.find(request.socket.remoteAddress ?? '', request.headers);
    return viewerContext(request, query, ip);
  }

  /** Whether this viewer may begin. @throws {DomainError} API_KEY_INVALID */
  admit(channel: ChannelEntry, request: IncomingMessage): void {
    checkApiKey(channel, request, queryOf(request));
  }

  /** A new session for an admitted viewer. @throws {DomainError} API_KEY_INVALID, SESSION_LIMIT_REACHED */
  open(channel: ChannelEntry, request: IncomingMessage): PlaybackSession {
    this.admit(channel, request);
    return this.#options.sessions.open(channel, this.#viewer(request, queryOf(request)));
  }

  /**
   * A session for a plain player, which is sent to the address of it. The query of the request goes no
   * further: the id carries what is needed of it.
   * @param address where the session is, relative to the request or whole
   */
  openByRedirect(
    channel: ChannelEntry,
    request: IncomingMessage,
    response: ServerResponse,
    address: (sessionId: string) => string,
  ): void {
    try {
      const session = this.open(channel, request);
      sendRedirect(request, response, address(session.id));
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'SESSION_LIMIT_REACHED')) {
        throw error;
      }
      this.sendToSource(channel, request, response, 'SESSION_UNAVAILABLE');
    }
  }

  /**
   * The session of the address, taken up again when it is unknown here.
   * @throws {DomainError} CHANNEL_NOT_FOUND, SESSION_UNKNOWN, SESSION_EXPIRED, SESSION_LIMIT_REACHED
   */
  resume(
    path: { readonly channelId: string; readonly sessionId: string },
    request: IncomingMessage,
  ): { readonly channel: ChannelEntry; readonly session: PlaybackSession } {
    const channel = this.channel(path.channelId);
    const session = this.#options.sessions.resume(channel, path.sessionId, (query) =>
      this.#viewer(request, query),
    );
    return { channel, session };
  }

  /** The viewer gets the source as it is, counted. The caller has admitted it. */
  sendToSource(
    channel: ChannelEntry,
    request: IncomingMessage,
    response: ServerResponse,
    reason: SentToSource,
  ): void {
    this.countSentToSource(reason);
    sendRedirect(request, response, channel.settings.sourceManifestUrl);
  }

  countSentToSource(reason: SentToSource): void {
    this.#options.metrics.redirected.add({ reason });
  }
}
