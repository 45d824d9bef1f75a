/**
 * Linear channels out of playlists (vod2live), for anybody, as the source of an hls-live or dash-live channel:
 *
 *   /linear/{playlist}/master.m3u8 · /linear/{playlist}/{rendition}.m3u8 · /linear/{playlist}/empty.vtt
 *   /linear/{playlist}/manifest.mpd
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { domainError } from '@interlude/contract';
import type { StoredPlaylist } from '@interlude/persistence';
import type { Clock } from '@interlude/runtime';
import {
  type HlsProgramme,
  type HlsSpell,
  LINEAR_EMPTY_SUBTITLES,
  writeLinearMultivariant,
  writeLinearPlaylist,
} from '@interlude/stitching';
import { emptySubtitles } from '../hls/empty-subtitles.ts';
import { contentTypes, sendBody } from '../http/answer.ts';
import { decoded, pathEnd } from '../http/path.ts';
import type { Routes } from '../http/routes.ts';
import type { PlaylistDirectory } from '../playlists/playlist-directory.ts';
import { hlsProtocol } from './hls-protocol.ts';
import { LinearChannel, type LinearParts } from './linear-channel.ts';
import { linearLimits } from './linear-limits.ts';

export interface LinearRoutesOptions extends LinearParts {
  readonly directory: PlaylistDirectory;
}

interface Channels {
  readonly hls: LinearChannel<HlsProgramme, HlsSpell>;
}

const linearPrefix = '/linear/';
const maxPathChars = 200;
const renditionForm = /^([a-z]\d{1,3})\.m3u8$/;

const notBegun = ({ startDate }: StoredPlaylist) =>
  domainError('PLAYLIST_NOT_BEGUN', { startDate: startDate ?? '' });

export class LinearRoutes implements Routes {
  readonly prefixes = [linearPrefix];
  readonly #options: LinearRoutesOptions;
  readonly #clock: Clock;
  readonly #channels = new Map<string, Channels>();

  constructor(options: LinearRoutesOptions) {
    this.#options = options;
    this.#clock = options.clock;
  }

  kindOf(): string {
    return 'linear';
  }

  async handle(url: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const end = pathEnd(url);
    const [id = '', name = '', ...more] = url.slice(linearPrefix.length, end).split('/');
    if (end > maxPathChars || more.length > 0 || request.method === 'POST') {
      return false;
    }
    const rendition = renditionForm.exec(name)?.[1];
    if (name === LINEAR_EMPTY_SUBTITLES) {
      sendBody(request, response, contentTypes.webVtt, emptySubtitles);
      return true;
    }
    if (name !== 'master.m3u8' && rendition === undefined) {
      return false;
    }
    const playlist = await this.#playlist(decoded(id));
    const text = await this.#hls(playlist, rendition);
    sendBody(request, response, contentTypes.hls, Buffer.from(text, 'latin1'));
    return true;
  }

  /** @throws {DomainError} PLAYLIST_NOT_FOUND, also of one that is no linear channel */
  async #playlist(id: string): Promise<StoredPlaylist> {
    const playlist = await this.#options.directory.load(id);
    if (playlist.type !== 'vod2live') {
      throw domainError('PLAYLIST_NOT_FOUND');
    }
    return playlist;
  }

  #channelsOf({ id }: StoredPlaylist): Channels {
    const known = this.#channels.get(id) ?? {
      hls: new LinearChannel(this.#options, hlsProtocol),
    };
    this.#channels.delete(id);
    this.#channels.set(id, known);
    for (const oldest of this.#channels.keys()) {
      if (this.#channels.size <= linearLimits.channels) {
        break;
      }
      this.#channels.delete(oldest);
    }
    return known;
  }

  /** The multivariant playlist is not there before a media playlist is: players would give up. */
  async #hls(playlist: StoredPlaylist, asked: string | undefined): Promise<string> {
    const { spells, programme } = await this.#channelsOf(playlist).hls.view(playlist);
    const { first, renditions } = programme;
    const renditionId = asked ?? renditions[0]?.renditionId ?? '';
    if (!renditions.some((one) => one.renditionId === renditionId)) {
      throw domainError('PLAYLIST_NOT_FOUND');
    }
    const { text, hasSegments } = writeLinearPlaylist(spells, renditionId, this.#clock.now());
    if (!hasSegments) {
      throw notBegun(playlist);
    }
    return asked === undefined ? writeLinearMultivariant(first, renditions) : text;
  }
}
