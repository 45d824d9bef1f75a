/**
 * Linear channels out of playlists (vod2live), for anybody, as the source of an hls-live or dash-live channel:
 *
 *   /linear/{playlist}/master.m3u8 · /linear/{playlist}/{rendition}.m3u8 · /linear/{playlist}/empty.vtt
 *   /linear/{playlist}/manifest.mpd · /linear/{playlist}/time
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { domainError } from '@interlude/contract/errors';
import type { StoredPlaylist } from '@interlude/persistence';
import type { Clock } from '@interlude/runtime';
import {
  type DashProgramme,
  type HlsGeneration,
  type HlsProgramme,
  LINEAR_EMPTY_SUBTITLES,
  writeLinearMpd,
  writeLinearMultivariant,
  writeLinearPlaylist,
} from '@interlude/stitching';
import { emptySubtitles } from '../delivery/empty-subtitles.ts';
import { contentTypes, sendBody } from '../http/answer.ts';
import { decoded, pathEnd } from '../http/path.ts';
import type { Routes } from '../http/routes.ts';
import type { PlaylistDirectory } from '../playlists/playlist-directory.ts';
import { dashProtocol } from './dash-protocol.ts';
import { hlsProtocol } from './hls-protocol.ts';
import { LinearChannel, type LinearParts } from './linear-channel.ts';
import { linearLimits } from './linear-limits.ts';

export interface LinearRoutesOptions extends LinearParts {
  readonly directory: PlaylistDirectory;
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

interface Channels {
  readonly hls: LinearChannel<HlsProgramme, HlsGeneration>;
  readonly dash: LinearChannel<DashProgramme, DashProgramme>;
}

const linearPrefix = '/linear/';
const clockName = 'time';
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
    const answer = await this.#answer(decoded(id), name);
    if (answer === undefined) {
      return false;
    }
    sendBody(request, response, ...answer);
    return true;
  }

  async #answer(id: string, name: string): Promise<readonly [string, Buffer] | undefined> {
    if (name === LINEAR_EMPTY_SUBTITLES) {
      return [contentTypes.webVtt, emptySubtitles];
    }
    if (name === clockName) {
      return ['text/plain; charset=utf-8', Buffer.from(new Date(this.#clock.now()).toISOString())];
    }
    if (name === 'manifest.mpd') {
      const text = await this.#dash(await this.#playlist(id));
      return [contentTypes.dash, Buffer.from(text)];
    }
    const rendition = renditionForm.exec(name)?.[1];
    if (name !== 'master.m3u8' && rendition === undefined) {
      return undefined;
    }
    const text = await this.#hls(await this.#playlist(id), rendition);
    return [contentTypes.hls, Buffer.from(text, 'latin1')];
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
      dash: new LinearChannel(this.#options, dashProtocol),
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
  async #hls(playlist: StoredPlaylist, requested: string | undefined): Promise<string> {
    const { generations, programme } = await this.#channelsOf(playlist).hls.view(playlist);
    const { first, renditions } = programme;
    const renditionId = requested ?? renditions[0]?.renditionId ?? '';
    if (!renditions.some((one) => one.renditionId === renditionId)) {
      throw domainError('PLAYLIST_NOT_FOUND');
    }
    const { text, hasSegments } = writeLinearPlaylist(generations, renditionId, this.#clock.now());
    if (!hasSegments) {
      throw notBegun(playlist);
    }
    return requested === undefined ? writeLinearMultivariant(first, renditions) : text;
  }

  async #dash(playlist: StoredPlaylist): Promise<string> {
    const { generations } = await this.#channelsOf(playlist).dash.view(playlist);
    const { id } = playlist;
    const clockUrl = `${this.#options.publicUrl}${linearPrefix}${encodeURIComponent(id)}/${clockName}`;
    const nowMs = this.#clock.now();
    const { text, hasSegments } = writeLinearMpd(generations, { nowMs, id, clockUrl });
    if (!hasSegments) {
      throw notBegun(playlist);
    }
    return text;
  }
}
