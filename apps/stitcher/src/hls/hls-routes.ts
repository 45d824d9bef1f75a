/** What each address of the data plane answers; see `http/path.ts` for the addresses. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { channelOutputUri, DomainError, domainError } from '@interlude/contract';
import type { BreakDirector } from '../ad-decisions/break-director.ts';
import { type ShownAd, writeVast } from '../ad-decisions/write-vast.ts';
import type { ChannelDirectory } from '../channels/channel-directory.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { contentTypes, sendBody, sendRedirect } from '../http/answer.ts';
import { decoded, type HlsPath, pathEnd } from '../http/path.ts';
import type { StitcherMetrics } from '../metrics.ts';
import type { SourcePool } from '../origin/source-pool.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { viewerContext } from '../sessions/viewer-context.ts';
import type { AdSegmentServer } from './serve-ad-segment.ts';
import { type MediaPlaylistServer, sourceUnavailable } from './serve-media-playlist.ts';
import { multivariantBody } from './serve-multivariant.ts';
import { sessionBreaks } from './session-breaks.ts';

export interface HlsRoutesOptions {
  readonly directory: ChannelDirectory;
  readonly sources: SourcePool;
  readonly sessions: SessionService;
  readonly director: BreakDirector;
  readonly mediaPlaylists: MediaPlaylistServer;
  readonly adSegments: AdSegmentServer;
  readonly metrics: StitcherMetrics;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** What a first request waits for its source, milliseconds. */
  readonly openWithinMs: number;
}

type Media = Extract<HlsPath, { kind: 'media' }>;
type InSession = { readonly channelId: string; readonly sessionId: string };

const queryOf = (request: IncomingMessage) => {
  const url = request.url ?? '';
  return new URLSearchParams(url.slice(pathEnd(url) + 1));
};

const digest = (text: string) => createHash('sha256').update(text).digest();

function checkApiKey(channel: ChannelEntry, request: IncomingMessage, query: URLSearchParams) {
  const { apiKey } = channel.settings;
  const header = request.headers['api-key'] ?? request.headers['x-api-key'];
  const given = query.get('api-key') ?? (typeof header === 'string' ? header : '');
  if (apiKey !== '' && !timingSafeEqual(digest(apiKey), digest(given))) {
    throw domainError('API_KEY_INVALID');
  }
}

const isStitched = (channel: ChannelEntry) => channel.settings.type === 'hls-live';

/** Ads of the break that is on screen or was just now. */
function shownAds(session: PlaybackSession): ShownAd[] {
  const [latest] = [...session.pods].toSorted((a, b) => b.startMs - a.startMs);
  return (latest?.pod.placements ?? []).flatMap(({ index, durationMs }) => {
    const ad = latest?.ads.get(index);
    return ad ? [{ ad, sequence: index + 1, durationSeconds: durationMs / 1000 }] : [];
  });
}

export class HlsRoutes {
  readonly #options: HlsRoutesOptions;

  constructor(options: HlsRoutesOptions) {
    this.#options = options;
  }

  #channel(channelId: string): ChannelEntry {
    const { directory } = this.#options;
    const channel = directory.find(channelId);
    if (!channel) {
      throw domainError(directory.hasSnapshot ? 'CHANNEL_NOT_FOUND' : 'NOT_READY');
    }
    return channel;
  }

  /** The bytes when nothing has to be waited for; undefined = use `handle`. */
  mediaNow({ channelId, sessionId, renditionId }: Media): Buffer | undefined {
    const { sessions, sources, mediaPlaylists } = this.#options;
    const session = sessions.get(sessionId);
    const source = session && sources.find(channelId);
    if (!source?.isOpen || session?.subject.channelId !== channelId) {
      return undefined;
    }
    if (mediaPlaylists.isHeld(session, source)) {
      return undefined;
    }
    return mediaPlaylists.serve(session, source, renditionId);
  }

  async handle(path: HlsPath, request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (path.kind) {
      case 'view':
        return this.#view(path.channelId, request, response);
      case 'multivariant':
        return this.#multivariant(path.channelId, request, response);
      case 'media':
        return this.#media(path, request, response);
      case 'vast':
        return this.#vast(path, request, response);
      case 'breaks':
        return this.#breaks(path, request, response);
      case 'ad':
        return this.#ad(path, request, response);
    }
  }

  #view(channelId: string, request: IncomingMessage, response: ServerResponse): void {
    const channel = this.#channel(channelId);
    const query = queryOf(request);
    checkApiKey(channel, request, query);
    const { settings } = channel;
    if (!isStitched(channel)) {
      this.#countRedirect('CHANNEL_TYPE_UNSUPPORTED');
      const body = JSON.stringify({ mediaURL: settings.sourceManifestUrl });
      sendBody(request, response, contentTypes.json, Buffer.from(body));
      return;
    }
    const session = this.#options.sessions.open(channel, viewerContext(request, query));
    const output = channelOutputUri(this.#options.publicUrl, { ...settings, id: channel.id });
    const folder = output.slice(0, output.lastIndexOf('/'));
    const mediaURL = `${output}?sid=${session.id}`;
    const vastURL = `${folder}/${session.id}/vast.xml`;
    const body = Buffer.from(JSON.stringify({ mediaURL, vastURL }));
    sendBody(request, response, contentTypes.json, body);
  }

  #countRedirect(reason: 'CHANNEL_TYPE_UNSUPPORTED' | 'SESSION_UNAVAILABLE'): void {
    this.#options.metrics.redirected.add({ reason });
  }

  async #multivariant(
    channelId: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const channel = this.#channel(channelId);
    const query = queryOf(request);
    if (!isStitched(channel)) {
      checkApiKey(channel, request, query);
      this.#countRedirect('CHANNEL_TYPE_UNSUPPORTED');
      sendRedirect(request, response, channel.settings.sourceManifestUrl);
      return;
    }
    const sessionId = query.get('sid');
    if (sessionId === null || sessionId === '') {
      checkApiKey(channel, request, query);
      this.#openByRedirect(channel, request, response, query);
      return;
    }
    const session = this.#options.sessions.resume(channel, sessionId, () =>
      viewerContext(request, query),
    );
    const { source, opened } = await this.#open(channel);
    const body = multivariantBody(opened, source, session.id);
    sendBody(request, response, contentTypes.hls, body);
  }

  /** A plain player gets its session by a redirect; beyond the limit it gets the source: content, no ads. */
  #openByRedirect(
    channel: ChannelEntry,
    request: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
  ): void {
    try {
      const session = this.#options.sessions.open(channel, viewerContext(request, query));
      query.delete('sid');
      query.delete('api-key');
      query.append('sid', session.id);
      sendRedirect(request, response, `master.m3u8?${query.toString()}`);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'SESSION_LIMIT_REACHED')) {
        throw error;
      }
      this.#countRedirect('SESSION_UNAVAILABLE');
      sendRedirect(request, response, channel.settings.sourceManifestUrl);
    }
  }

  async #open(channel: ChannelEntry) {
    const source = this.#options.sources.get(channel);
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<never>((_, reject) => {
      const timeoutMs = this.#options.openWithinMs;
      const { host } = new URL(channel.settings.sourceManifestUrl);
      const late = domainError('FETCH_TIMEOUT', { host, timeoutMs });
      timer = setTimeout(() => reject(late), timeoutMs);
    });
    try {
      return { source, opened: await Promise.race([source.open(), patience]) };
    } catch (error) {
      throw error instanceof DomainError ? sourceUnavailable(error) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #media(path: Media, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { channel, session } = this.#resume(path, request);
    const { source } = await this.#open(channel);
    const { mediaPlaylists, director } = this.#options;
    if (mediaPlaylists.isHeld(session, source)) {
      await director.decided(session);
    }
    const body = mediaPlaylists.serve(session, source, path.renditionId);
    sendBody(request, response, contentTypes.hls, body);
  }

  /** A session of this channel, taken up again when it is unknown here. */
  #resume(path: InSession, request: IncomingMessage) {
    const channel = this.#channel(path.channelId);
    const session = this.#options.sessions.resume(channel, path.sessionId, () =>
      viewerContext(request, queryOf(request)),
    );
    return { channel, session };
  }

  #vast(path: InSession, request: IncomingMessage, response: ServerResponse): void {
    const { channel, session } = this.#resume(path, request);
    const withTrackers = !channel.settings.enableServerSideBeacons;
    const body = Buffer.from(writeVast(shownAds(session), withTrackers));
    sendBody(request, response, contentTypes.xml, body);
  }

  #breaks(path: InSession, request: IncomingMessage, response: ServerResponse): void {
    const { session } = this.#resume(path, request);
    const body = Buffer.from(JSON.stringify(sessionBreaks(session)));
    sendBody(request, response, contentTypes.json, body);
  }

  async #ad(
    path: Extract<HlsPath, { kind: 'ad' }>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const session = this.#options.sessions.get(path.sessionId);
    const isOwn = session?.subject.channelId === path.channelId;
    const location = await this.#options.adSegments(isOwn ? session : undefined, {
      placementId: path.placementId,
      renditionId: path.renditionId,
      index: path.index,
      counts: request.method === 'GET' && path.renditionId.startsWith('v'),
      query: queryOf(request),
    });
    sendRedirect(request, response, location);
  }

  /** DASH is not stitched: the viewer gets the source. False when the address is none of ours. */
  async handleDash(
    url: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const match = /^\/dash\/(view\/)?([^/?]+)(?:\/manifest\.mpd|\/[^/?]+\.mpd)?(?:\?|$)/.exec(url);
    if (!match) {
      return false;
    }
    const channel = this.#channel(decoded(match[2] ?? ''));
    if (match[1]) {
      this.#view(channel.id, request, response);
      return true;
    }
    checkApiKey(channel, request, queryOf(request));
    this.#countRedirect('CHANNEL_TYPE_UNSUPPORTED');
    sendRedirect(request, response, channel.settings.sourceManifestUrl);
    return true;
  }
}
