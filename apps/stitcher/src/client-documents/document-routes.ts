/** What a client reads beside the manifests, for HLS and DASH alike; see `document-path.ts` for the addresses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { channelOutputUri } from '@interlude/contract';
import { type ShownAd, writeVast } from '../ad-decisions/write-vast.ts';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { sessionBreaks } from '../hls/session-breaks.ts';
import { contentTypes, sendBody } from '../http/answer.ts';
import type { Routes } from '../http/routes.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { ViewerDoor } from '../sessions/viewer-door.ts';
import { type DocumentPath, parseDocumentPath } from './document-path.ts';

export interface DocumentRoutesOptions {
  readonly door: ViewerDoor;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** Whether a channel of this type gets a session; the viewers of the others get their source. */
  readonly isStitched: (channel: ChannelEntry) => boolean;
}

/** Ads of the break that is on screen or was just now. */
function shownAds(session: PlaybackSession): ShownAd[] {
  const [latest] = [...session.pods].toSorted((a, b) => b.startMs - a.startMs);
  return (latest?.pod.placements ?? []).flatMap(({ index, durationMs }) => {
    const ad = latest?.ads.get(index);
    return ad ? [{ ad, sequence: index + 1, durationSeconds: durationMs / 1000 }] : [];
  });
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
    if (!path || path.kind === 'tracking' || (path.kind === 'vast' && path.adId !== undefined)) {
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
    const { door, publicUrl, isStitched } = this.#options;
    const channel = door.channel(channelId);
    const { settings } = channel;
    if (!isStitched(channel)) {
      door.admit(channel, request, response);
      door.countSentToSource('CHANNEL_TYPE_UNSUPPORTED');
      const body = JSON.stringify({ mediaURL: settings.sourceManifestUrl });
      sendBody(request, response, contentTypes.json, Buffer.from(body));
      return;
    }
    const session = door.open(channel, request, response);
    const output = channelOutputUri(publicUrl, { ...settings, id: channel.id });
    const folder = output.slice(0, output.lastIndexOf('/'));
    const isDash = output.endsWith('.mpd');
    const mediaURL = isDash ? `${folder}/${session.id}.mpd` : `${output}?sid=${session.id}`;
    const vastURL = `${folder}/${session.id}/vast.xml`;
    const body = Buffer.from(JSON.stringify({ mediaURL, vastURL }));
    sendBody(request, response, contentTypes.json, body);
  }

  #inSession(
    path: Exclude<DocumentPath, { kind: 'view' }>,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const { channel, session } = this.#options.door.resume(path, request);
    if (path.kind === 'breaks') {
      const body = Buffer.from(JSON.stringify(sessionBreaks(session)));
      sendBody(request, response, contentTypes.json, body);
      return;
    }
    const withTrackers = !channel.settings.enableServerSideBeacons;
    const body = Buffer.from(writeVast(shownAds(session), withTrackers));
    sendBody(request, response, contentTypes.xml, body);
  }
}
