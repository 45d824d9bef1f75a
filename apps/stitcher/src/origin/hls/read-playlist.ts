/** Requests and parses one media playlist of a source. */
import type { DomainError } from '@interlude/contract/errors';
import { type MediaPlaylist, parseMediaPlaylist } from '@interlude/hls';
import { type Egress, keptBytes, type SourceBudget } from '@interlude/runtime';
import { substituteVariables, type Variables } from '@interlude/stitching';
import { asDomainError } from '../open-within.ts';
import { fetchManifest, type ManifestAnswer, parsedWithin } from './fetch-manifest.ts';

export interface ReadPlaylist {
  readonly answer: ManifestAnswer;
  readonly playlist: MediaPlaylist;
}

/** Result of the request of a rendition; with neither `read` nor `error` the playlist is unchanged. */
export interface RequestedPlaylist {
  readonly renditionId: string;
  readonly url: string;
  /** The playlist, when it has changed. */
  readonly read?: ReadPlaylist | undefined;
  readonly error?: DomainError | undefined;
}

export interface PlaylistPlace {
  readonly renditionId: string;
  /** Address of the request. */
  readonly url: string;
  /** EXT-X-DEFINE of the multivariant playlist. */
  readonly imports?: Variables | undefined;
}

/** Name of the part that a playlist takes of the memory of its source. */
export const playlistPart = (renditionId: string): string => `${renditionId} playlist`;

/** @throws {DomainError} FETCH_TOO_LARGE, SOURCE_TOO_LARGE */
export async function readPlaylist(
  budget: SourceBudget,
  answer: ManifestAnswer,
  { renditionId, url, imports }: PlaylistPlace,
): Promise<ReadPlaylist> {
  const { size } = answer;
  const { host } = new URL(url);
  const part = playlistPart(renditionId);
  // Counted before parsing allocates the objects.
  budget.memory.keep(part, keptBytes(size));
  const playlist = await budget.work(size, () => {
    const { text } = substituteVariables(answer.text, {
      ...{ url: answer.url, imports },
      mostAdded: budget.documentBytes,
    });
    budget.memory.keep(part, keptBytes({ ...size, bytes: text.length }));
    return parsedWithin(host, () => parseMediaPlaylist(text)).playlist;
  });
  return { answer, playlist };
}

/**
 * Requests a media playlist, and parses it when it has changed. Never rejects.
 * @param egress of the channel's source, see `sourceFetcher`
 * @param known the answer before: its validators are sent
 */
export async function requestPlaylist(
  egress: Pick<Egress, 'request'>,
  budget: SourceBudget,
  place: PlaylistPlace,
  known: ManifestAnswer | undefined,
): Promise<RequestedPlaylist> {
  const { renditionId, url } = place;
  try {
    const answer = await fetchManifest(egress, budget, { url, kind: 'media', known });
    const read = answer === known ? undefined : await readPlaylist(budget, answer, place);
    return { renditionId, url, read };
  } catch (error) {
    return { renditionId, url, error: asDomainError(error, url) };
  }
}
