/** Routes of on-demand playback; see `vod-path.ts` for their addresses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError, domainError } from '@interlude/contract/errors';
import type { SecretKey, SourceBudgets } from '@interlude/runtime';
import type { SessionAdmission } from '../admission/session-admission.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { createAdAddresses } from '../delivery/ad-address.ts';
import type { AdSegmentServer } from '../delivery/serve-ad-segment.ts';
import { contentTypes, sendBody, sendRedirect } from '../http/answer.ts';
import { cmcdOf } from '../http/cmcd.ts';
import { queryOf } from '../http/path.ts';
import type { Routes } from '../http/routes.ts';
import { sourceUnavailable } from '../origin/open-within.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { vodMediaPlaylist, vodMpd, vodMultivariant } from './serve-vod.ts';
import { parseVodPath, type VodPath } from './vod-path.ts';
import { isStateUnavailable, type VodPlayback, type VodSessions } from './vod-sessions.ts';

export interface VodRoutesOptions {
  readonly admission: SessionAdmission;
  readonly vod: VodSessions;
  readonly adSegments: AdSegmentServer;
  /** Long manifests are written in turns, too (SEC-S57). */
  readonly sourceBudgets: Pick<SourceBudgets, 'work'>;
  readonly secretKey: SecretKey;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** A manifest of a session was requested. */
  readonly heard: (session: PlaybackSession, request: IncomingMessage) => void;
}

type InSession = Extract<VodPath, { sessionId: string }>;

/** Channels that are stitched by these routes. */
export const isOnDemand = ({ settings }: ChannelEntry) =>
  settings.type === 'hls-vod' || settings.type === 'dash-vod';

export class VodRoutes implements Routes {
  readonly prefixes = ['/hls/', '/dash/'];
  readonly #options: VodRoutesOptions;
  readonly #adAddresses: ReturnType<typeof createAdAddresses>;

  constructor(options: VodRoutesOptions) {
    this.#options = options;
    this.#adAddresses = createAdAddresses(options.secretKey);
  }

  kindOf(url: string): string {
    const kind = parseVodPath(url)?.kind;
    return kind === undefined ? 'other' : `vod-${kind}`;
  }

  async handle(url: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const path = parseVodPath(url);
    if (!path) {
      return false;
    }
    const channel = this.#options.admission.channel(path.channelId);
    const isOwn = channel.settings.type === (url.startsWith('/hls/') ? 'hls-vod' : 'dash-vod');
    if (!isOwn) {
      return false;
    }
    if ('sessionId' in path) {
      await this.#inSession(path, request, response);
    } else {
      await this.#entry(path.kind, channel, request, response);
    }
    return true;
  }

  async #entry(
    kind: 'multivariant' | 'entry',
    channel: ChannelEntry,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { admission } = this.#options;
    const sessionId = queryOf(request).get('sid') ?? '';
    if (kind === 'entry' || sessionId === '') {
      const address = (id: string) => (kind === 'entry' ? `${id}.mpd` : `master.m3u8?sid=${id}`);
      admission.openByRedirect(channel, request, response, address);
      return;
    }
    const { session } = admission.resume({ channelId: channel.id, sessionId }, request);
    this.#options.heard(session, request);
    const { asset } = await this.#available(this.#options.vod.opened(session, channel));
    if (asset.kind !== 'hls') {
      throw domainError('SESSION_UNKNOWN');
    }
    const body = vodMultivariant(asset, session, channel.settings);
    sendBody(request, response, contentTypes.hls, body);
  }

  async #available<Found>(found: Promise<Found>): Promise<Found> {
    try {
      return await found;
    } catch (error) {
      const isOfAsset = error instanceof DomainError && !isStateUnavailable(error);
      throw isOfAsset ? sourceUnavailable(error) : error;
    }
  }

  async #inSession(
    path: InSession,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { admission, publicUrl, sourceBudgets } = this.#options;
    const { channel, session } = admission.resume(path, request);
    if (path.kind !== 'ad') {
      this.#options.heard(session, request);
    }
    const playback = await this.#available(this.#options.vod.playback(session, channel));
    const { asset } = playback;
    const about = { session, settings: channel.settings, publicUrl };
    const size = { bytes: 0, entries: asset.content.boundariesMs.length };
    const written = (write: () => Buffer) => sourceBudgets.work(channel, size, write);
    if (path.kind === 'media' && asset.kind === 'hls') {
      const { renditionId } = path;
      const body = await written(() =>
        vodMediaPlaylist(playback, asset, renditionId, this.#adAddresses, about),
      );
      sendBody(request, response, contentTypes.hls, body);
    } else if (path.kind === 'mpd' && asset.kind === 'dash') {
      const body = await written(() => vodMpd(playback, asset, about));
      sendBody(request, response, contentTypes.dash, body);
    } else if (path.kind === 'ad') {
      const location = await this.#ad(path, session, playback, request);
      sendRedirect(request, response, location);
    } else {
      throw domainError('SESSION_UNKNOWN');
    }
  }

  /** The media behind an ad segment of DASH; its events happen once each. */
  async #ad(
    path: Extract<VodPath, { kind: 'ad' }>,
    session: PlaybackSession,
    { plan, asset }: VodPlayback,
    request: IncomingMessage,
  ): Promise<string> {
    const { placementId, representationId, segment } = path;
    const dot = placementId.lastIndexOf('.');
    const found = plan.breaks.find(({ breakId }) => breakId === placementId.slice(0, dot));
    const placement = found?.placements[Number(placementId.slice(dot + 1))];
    const rendition = placement?.creative.renditions[representationId];
    const uri = segment === 'init' ? rendition?.map?.uri : rendition?.segments[segment]?.uri;
    if (!rendition || uri === undefined) {
      throw domainError('SESSION_UNKNOWN');
    }
    if (segment === 'init' || placement?.kind !== 'ad') {
      return uri;
    }
    const isVideo = asset.profile.renditions.some(
      ({ renditionId, kind }) => renditionId === representationId && kind === 'variant',
    );
    const query = new URLSearchParams();
    return this.#options.adSegments(session, {
      ...{ placementId, renditionId: representationId, index: segment, isVideo, query },
      counts: request.method === 'GET',
      cmcd: cmcdOf(request),
    });
  }
}
