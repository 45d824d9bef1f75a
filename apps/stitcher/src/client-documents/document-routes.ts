/**
 * Documents that a client reads beside the manifests, for HLS and DASH alike; see `document-path.ts` for the addresses.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ChannelSettings } from '@interlude/contract';
import type { SessionAdmission } from '../admission/session-admission.ts';
import { sessionAddresses } from '../delivery/session-addresses.ts';
import { contentTypes, sendBody } from '../http/answer.ts';
import { queryOf } from '../http/path.ts';
import type { Routes } from '../http/routes.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { clientTrackers } from './client-trackers.ts';
import { clickPath, type DocumentPath, parseDocumentPath } from './document-path.ts';
import { sessionBreaks } from './session-breaks.ts';
import { currentBreak, findShownAd, type ShownAd, type ShownBreak } from './shown-ads.ts';
import { trackingDocument } from './tracking-json.ts';
import { writeVast } from './write-vast.ts';

export interface DocumentRoutesOptions {
  readonly admission: SessionAdmission;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** A viewer has clicked on an ad. */
  readonly clicked: (session: PlaybackSession, breakId: string, placementIndex: number) => void;
  /** `availabilityStartTime` of the channel's DASH source, epoch ms; undefined when it is not known. */
  readonly availabilityStartMs?: (channelId: string) => number | undefined;
}

export class DocumentRoutes implements Routes {
  readonly prefixes = ['/hls/', '/dash/'];
  readonly #options: DocumentRoutesOptions;

  constructor(options: DocumentRoutesOptions) {
    this.#options = options;
  }

  kindOf(url: string): string {
    return parseDocumentPath(url)?.kind ?? 'other';
  }

  async handle(url: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const path = parseDocumentPath(url);
    if (!path) {
      return false;
    }
    if (path.kind === 'view') {
      this.#view(path.channelId, request, response);
    } else {
      this.#inSession(path, request, response);
    }
    return true;
  }

  #view(channelId: string, request: IncomingMessage, response: ServerResponse): void {
    const { admission, publicUrl } = this.#options;
    const channel = admission.channel(channelId);
    const session = admission.open(channel, request, response);
    sendJson(request, response, sessionAddresses(publicUrl, channel, session.id));
  }

  #clicked(session: PlaybackSession, adId: string): void {
    const found = findShownAd(session, adId);
    if (found) {
      this.#options.clicked(session, found.shown.breakId, found.ad.index);
    }
  }

  #inSession(
    path: Exclude<DocumentPath, { kind: 'view' }>,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const { admission, availabilityStartMs, publicUrl } = this.#options;
    const { channel, session } = admission.resume(path, request);
    const { settings } = channel;
    const clickUrlOf = ({ breakId }: ShownBreak, { index }: ShownAd) =>
      publicUrl + clickPath(path.format, channel.id, session.id, `${breakId}.${index}`);
    if (path.kind === 'click') {
      this.#clicked(session, path.adId);
      sendBody(request, response, 'image/gif', transparentPixel);
    } else if (path.kind === 'breaks') {
      sendJson(request, response, sessionBreaks(session));
    } else if (path.kind === 'tracking') {
      const { format } = path;
      const about = {
        settings,
        query: queryOf(request),
        format,
        availabilityStartMs: availabilityStartMs?.(channel.id),
        clickUrlOf,
      };
      sendJson(request, response, trackingDocument(session, about));
    } else {
      const body = Buffer.from(vastOf(session, settings, { adId: path.adId, clickUrlOf }));
      sendBody(request, response, contentTypes.xml, body);
    }
  }
}

/** The answer to a tracker of clicks: a GIF of 1 × 1, which every player can read. */
const transparentPixel = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
);

/** All ads of the break on screen, or the one that the manifest names. */
function vastOf(
  session: PlaybackSession,
  settings: ChannelSettings,
  {
    adId,
    clickUrlOf,
  }: {
    readonly adId: string | undefined;
    readonly clickUrlOf: (shown: ShownBreak, ad: ShownAd) => string;
  },
): string {
  const found = adId === undefined ? undefined : findShownAd(session, adId);
  const current = adId === undefined ? currentBreak(session) : found?.shown;
  const ads = found ? [found.ad] : (current?.ads ?? []);
  return writeVast(
    ads.flatMap((ad) =>
      current
        ? [
            {
              ...ad,
              breakId: current.breakId,
              trackers: clientTrackers({
                session,
                settings,
                shown: current,
                ad,
                clickUrl: clickUrlOf(current, ad),
              }),
            },
          ]
        : [],
    ),
  );
}

function sendJson(request: IncomingMessage, response: ServerResponse, value: unknown): void {
  sendBody(request, response, contentTypes.json, Buffer.from(JSON.stringify(value)));
}
