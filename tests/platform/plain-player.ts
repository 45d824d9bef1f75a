/**
 * For the tests of this folder: a player without a decoder. It reloads playlists, fetches each segment once, and keeps
 * the segments that a viewer would see.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type MediaPlaylist, parseMediaPlaylist, parseMultivariantPlaylist } from '@interlude/hls';
import { sessionMark } from '../../apps/stitcher/src/sessions/session-mark.ts';

const RELOAD_MS = 1_000;

export interface Played {
  /** Breaches of RFC 8216bis that a reload showed, as sentences. */
  readonly breaches: string[];
  /** URI of each segment by its media sequence number. */
  readonly segments: Map<number, string>;
  /** Discontinuity number (sequence + tags before it) of each segment. */
  readonly discontinuities: Map<number, number>;
}

const isAd = (uri: string): boolean => uri.includes('/ad/') || uri.startsWith('ad/');

async function fetchText(url: string): Promise<{ text: string; url: string }> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return { text: await answer.text(), url: answer.url };
}

/** Opens the channel as a plain player does: one address, redirects followed. */
export async function openChannel(
  outputUri: string,
): Promise<{ mark: string; renditions: string[] }> {
  const master = await fetchText(outputUri);
  const { playlist } = parseMultivariantPlaylist(master.text);
  const uris = [
    ...playlist.variants.map((variant) => variant.uri),
    ...playlist.renditions.flatMap((rendition) => rendition.uri ?? []),
  ];
  return {
    mark: sessionMark(new URL(master.url).searchParams.get('sid') ?? ''),
    renditions: [...new Set(uris)].map((uri) => new URL(uri, master.url).href),
  };
}

function note(played: Played, playlist: MediaPlaylist, playlistUrl: string): string[] {
  const fresh: string[] = [];
  let discontinuity = playlist.discontinuitySequence;
  for (const segment of playlist.segments) {
    if (segment.discontinuity) discontinuity += 1;
    const uri = new URL(segment.uri, playlistUrl).href;
    const known = played.segments.get(segment.msn);
    if (known === undefined) fresh.push(uri);
    else if (known !== uri) played.breaches.push(`segment ${segment.msn} became ${uri}`);
    const number = played.discontinuities.get(segment.msn) ?? discontinuity;
    if (number !== discontinuity) {
      played.breaches.push(
        `segment ${segment.msn}: discontinuity ${number} became ${discontinuity}`,
      );
    }
    if (Math.round(segment.durationSeconds) > playlist.targetDuration) {
      played.breaches.push(`segment ${segment.msn} is longer than the target duration`);
    }
    played.segments.set(segment.msn, uri);
    played.discontinuities.set(segment.msn, discontinuity);
  }
  return fresh;
}

/** True when a break that began after `joinedAt` was played up to the content after it. */
function hasSeenBreak(played: Played, joinedAt: number): boolean {
  const uris = [...played.segments]
    .filter(([msn]) => msn > joinedAt)
    .sort(([a], [b]) => a - b)
    .map(([, uri]) => uri);
  const afterContent = uris.slice(
    Math.max(
      0,
      uris.findIndex((uri) => !isAd(uri)),
    ),
  );
  const first = afterContent.findIndex(isAd);
  return first > 0 && afterContent.slice(first).some((uri) => !isAd(uri));
}

/** Plays one rendition until a break that began after joining has been played. */
export async function playBreak(playlistUrl: string, withinMs: number): Promise<Played> {
  const played: Played = { breaches: [], segments: new Map(), discontinuities: new Map() };
  const until = performance.now() + withinMs;
  let newest = 0;
  let joinedAt = Number.POSITIVE_INFINITY;
  while (!hasSeenBreak(played, joinedAt)) {
    if (performance.now() > until) throw new Error(`no whole break within ${withinMs} ms`);
    const { text, url } = await fetchText(playlistUrl);
    const { playlist } = parseMediaPlaylist(text);
    if (playlist.mediaSequence < newest) played.breaches.push('EXT-X-MEDIA-SEQUENCE fell');
    newest = playlist.mediaSequence;
    joinedAt = Math.min(joinedAt, playlist.segments.at(-1)?.msn ?? joinedAt);
    for (const segment of note(played, playlist, url)) {
      const answer = await fetch(segment);
      const bytes = await answer.arrayBuffer();
      if (!answer.ok || bytes.byteLength === 0) {
        played.breaches.push(`${segment} answered ${answer.status}`);
      }
    }
    await sleep(RELOAD_MS);
  }
  return played;
}
