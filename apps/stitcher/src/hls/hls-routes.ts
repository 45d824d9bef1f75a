/** Answers of the addresses of live HLS; see `http/path.ts` for them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BreakDecisions } from '../ad-decisions/break-decisions.ts';
import type { SessionAdmission } from '../admission/session-admission.ts';
import type { AdEvents } from '../beacons/ad-events.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import {
  type EmptyTextPath,
  emptySubtitles,
  emptyText,
  isSubtitles,
  parseEmptyTextPath,
} from '../delivery/empty-subtitles.ts';
import { adLocationOf, contentLocationOf } from '../delivery/locations.ts';
import { followDecided } from '../delivery/pending-break.ts';
import type { AdSegmentServer } from '../delivery/serve-ad-segment.ts';
import { contentTypes, sendBody, sendRedirect } from '../http/answer.ts';
import { cmcdOf } from '../http/cmcd.ts';
import { type HlsPath, parseHlsPath, queryOf } from '../http/path.ts';
import type { Routes } from '../http/routes.ts';
import type { HlsSource } from '../origin/hls/hls-source.ts';
import { openWithin } from '../origin/open-within.ts';
import type { SourcePool } from '../origin/source-pool.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { SessionService } from '../sessions/session-service.ts';
import type { MediaPlaylistServer, RequestedList } from './serve-media-playlist.ts';
import { multivariantBody } from './serve-multivariant.ts';

export interface HlsRoutesOptions {
  readonly admission: SessionAdmission;
  readonly sources: SourcePool<HlsSource>;
  readonly sessions: SessionService;
  readonly breakDecisions: BreakDecisions;
  readonly mediaPlaylists: MediaPlaylistServer;
  readonly adSegments: AdSegmentServer;
  readonly adEvents: Pick<AdEvents, 'hasResumedPods'>;
  /** Longest wait of a first request until its source is open, milliseconds. */
  readonly openWithinMs: number;
  /** A media playlist was answered on the fast path. */
  readonly onMedia: () => void;
  /** A manifest of a session was requested. */
  readonly heard: (session: PlaybackSession, request: IncomingMessage) => void;
}

type Media = Extract<HlsPath, { kind: 'media' }>;
type Ad = Extract<HlsPath, { kind: 'ad' }>;

/** Channels whose HLS is stitched by these routes. */
export const isLiveHls = (channel: ChannelEntry) => channel.settings.type === 'hls-live';

/** `_HLS_skip`: v2, too, may be answered by an update with all date ranges (RFC 8216bis §6.2.5.1). */
const skip = /[?&]_HLS_skip=(?:YES|v2)(?:&|$)/;

const listOf = (renditionId: string, { url = '' }: IncomingMessage): RequestedList => ({
  renditionId,
  isUpdate: skip.test(url),
});

export class HlsRoutes implements Routes {
  readonly prefixes = ['/hls/'];
  readonly #options: HlsRoutesOptions;

  constructor(options: HlsRoutesOptions) {
    this.#options = options;
  }

  kindOf(url: string): string {
    return parseHlsPath(url)?.kind ?? (parseEmptyTextPath(url) ? 'empty-text' : 'other');
  }

  /** Answers a media playlist whose session, source and plan are in this process, which is nearly always. */
  handleNow(url: string, request: IncomingMessage, response: ServerResponse): boolean {
    const path = parseHlsPath(url);
    const body = path?.kind === 'media' ? this.#mediaNow(path, request) : undefined;
    if (!body) {
      return false;
    }
    sendBody(request, response, contentTypes.hls, body);
    this.#options.onMedia();
    return true;
  }

  async handle(url: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const path = parseHlsPath(url);
    if (path?.kind === 'multivariant') {
      return this.#multivariant(path.channelId, request, response);
    }
    if (path?.kind === 'media') {
      return this.#media(path, request, response);
    }
    if (path?.kind === 'ad') {
      return this.#ad(path, request, response);
    }
    const empty = parseEmptyTextPath(url);
    return empty !== undefined && this.#emptyText(empty, request, response);
  }

  /** Answers empty subtitles in fMP4, also of assets on demand. */
  #emptyText(path: EmptyTextPath, request: IncomingMessage, response: ServerResponse): boolean {
    const { settings } = this.#options.admission.channel(path.channelId);
    const isHls = settings.type.startsWith('hls');
    if (isHls) {
      sendBody(request, response, 'application/mp4', emptyText(path));
    }
    return isHls;
  }

  #mediaNow(
    { channelId, sessionId, renditionId }: Media,
    request: IncomingMessage,
  ): Buffer | undefined {
    const { sessions, sources, mediaPlaylists } = this.#options;
    const session = sessions.get(sessionId);
    const source = session && sources.find(channelId);
    if (!source?.isOpen || session?.subject.channelId !== channelId) {
      return undefined;
    }
    const isUnknown = !session.plan && sessions.mayHavePlayed(session);
    if (isUnknown || source.confirm()) {
      return undefined;
    }
    if (mediaPlaylists.follow(session, source)) {
      return undefined;
    }
    const body = mediaPlaylists.serve(session, source, listOf(renditionId, request));
    this.#options.heard(session, request);
    return body;
  }

  async #multivariant(
    channelId: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const { admission } = this.#options;
    const channel = admission.channel(channelId);
    if (!isLiveHls(channel)) {
      return false;
    }
    const sessionId = queryOf(request).get('sid');
    if (sessionId === null || sessionId === '') {
      admission.openByRedirect(channel, request, response, (id) => `master.m3u8?sid=${id}`);
      return true;
    }
    const { session } = admission.resume({ channelId, sessionId }, request);
    this.#options.heard(session, request);
    const { source, opened } = await this.#open(channel);
    const { settings } = channel;
    const body = multivariantBody(opened, source, {
      sessionId: session.id,
      settings,
      contentLocation: contentLocationOf(session, settings),
    });
    sendBody(request, response, contentTypes.hls, body);
    return true;
  }

  async #open(channel: ChannelEntry) {
    const source = this.#options.sources.get(channel);
    return { source, opened: await openWithin(source, channel, this.#options.openWithinMs) };
  }

  async #media(path: Media, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { admission, mediaPlaylists, breakDecisions } = this.#options;
    if (!isLiveHls(admission.channel(path.channelId))) {
      return false;
    }
    const { channel, session } = admission.resume(path, request);
    this.#options.heard(session, request);
    const { source } = await this.#open(channel);
    await source.confirm();
    await mediaPlaylists.prepare(session, source);
    await followDecided(
      () => mediaPlaylists.follow(session, source),
      () => breakDecisions.decided(session),
    );
    const body = mediaPlaylists.serve(session, source, listOf(path.renditionId, request));
    sendBody(request, response, contentTypes.hls, body);
    return true;
  }

  async #ad(path: Ad, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (isSubtitles(path.renditionId)) {
      sendBody(request, response, contentTypes.webVtt, emptySubtitles);
      return true;
    }
    const { admission, adEvents, adSegments } = this.#options;
    const session = admission.adSession(path, request, adEvents.hasResumedPods);
    const uri = await adSegments(session, {
      placementId: path.placementId,
      renditionId: path.renditionId,
      index: path.index,
      counts: request.method === 'GET',
      query: queryOf(request),
      cmcd: cmcdOf(request),
    });
    const adLocation = adLocationOf(session, admission.channel(path.channelId).settings);
    sendRedirect(request, response, adLocation?.rewrite(uri) ?? uri);
    return true;
  }
}
