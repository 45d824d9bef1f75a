/** A player without a decoder: opens a channel, reloads playlists, requests segments. */
import type { TestEnvironment } from './test-environment.suite.ts';

export interface ReadPlaylist {
  readonly status: number;
  readonly text: string;
  readonly mediaSequence: number;
  readonly discontinuitySequence: number;
  /** Addresses of segments as printed. */
  readonly uris: string[];
  readonly adUris: string[];
}

function number(text: string, tag: string): number {
  return Number(new RegExp(`#EXT-X-${tag}:(\\d+)`).exec(text)?.[1] ?? Number.NaN);
}

function readPlaylist(status: number, text: string): ReadPlaylist {
  const uris = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return {
    status,
    text,
    mediaSequence: number(text, 'MEDIA-SEQUENCE'),
    discontinuitySequence: number(text, 'DISCONTINUITY-SEQUENCE'),
    uris,
    adUris: uris.filter((uri) => uri.startsWith('ad/')),
  };
}

export class TestPlayer {
  #origin: string;
  readonly #channelId: string;
  sessionId = '';

  constructor(port: number, channelId: string) {
    this.#origin = `http://127.0.0.1:${port}`;
    this.#channelId = channelId;
  }

  /** The same session goes on at another stitcher. */
  moveTo(port: number): void {
    this.#origin = `http://127.0.0.1:${port}`;
  }

  get(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.#origin}${path}`, { redirect: 'manual', ...init });
  }

  /** Opens a session, and requests nothing in it. @returns the address to which its player is redirected */
  async openOnly(query = ''): Promise<string | Response> {
    const first = await this.get(`/hls/${this.#channelId}/master.m3u8${query}`);
    const location = first.headers.get('location');
    if (location === null) {
      return first;
    }
    this.sessionId = new URLSearchParams(location.split('?')[1]).get('sid') ?? '';
    return location;
  }

  /** Opens the channel like a plain player. @returns the multivariant playlist */
  async open(query = ''): Promise<string> {
    const location = await this.openOnly(query);
    if (typeof location !== 'string') {
      return location.text();
    }
    const second = await this.get(`/hls/${this.#channelId}/${location}`);
    return second.text();
  }

  get folder(): string {
    return `/hls/${this.#channelId}/${this.sessionId}`;
  }

  async reload(rendition = 'v0'): Promise<ReadPlaylist> {
    const answer = await this.get(`${this.folder}/${rendition}.m3u8`);
    return readPlaylist(answer.status, Buffer.from(await answer.arrayBuffer()).toString('latin1'));
  }

  /** Reloads until the playlist is as wanted; fails after 8 s. */
  async until(
    wanted: (playlist: ReadPlaylist) => boolean,
    rendition = 'v0',
  ): Promise<ReadPlaylist> {
    const endMs = Date.now() + 8_000;
    for (;;) {
      const playlist = await this.reload(rendition);
      if (wanted(playlist)) {
        return playlist;
      }
      if (Date.now() > endMs) {
        throw new Error(`the playlist never became as wanted:\n${playlist.text}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Requests an ad segment by its address in the playlist. @returns the address to which it is redirected */
  async adSegment(uri: string, init: RequestInit = {}): Promise<string | null> {
    return (await this.get(`${this.folder}/${uri}`, init)).headers.get('location');
  }
}

/** Publishes one segment at a time and lets the player see each, until the edge is there. */
export async function playUpTo(
  environment: TestEnvironment,
  player: TestPlayer,
  edge: number,
  each: (playlist: ReadPlaylist) => void | Promise<void> = () => undefined,
): Promise<void> {
  while (environment.edge < edge) {
    environment.edge += 1;
    const polled = environment.requested('/live/v0.m3u8');
    await player.until(() => environment.requested('/live/v0.m3u8') > polled + 1);
    await each(await player.reload());
  }
}
