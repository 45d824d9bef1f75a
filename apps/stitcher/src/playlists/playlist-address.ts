/** Addresses of playlists: `{base}/api/v2/playlists/{id}?content=…&format=mrss`. */
import { decoded } from '../http/path.ts';

export const playlistPrefix = '/api/v2/playlists/';

const form = /\/api\/v2\/playlists\/([^/]+)\/?$/;

export interface PlaylistAddress {
  readonly id: string;
  /** Addresses that replace its placeholders, in order. */
  readonly contents: readonly string[];
  readonly isOurs: boolean;
  /** Its public address as MRSS. */
  readonly mrssUrl: string;
}

/** Parses an address; undefined when it is not of a playlist. */
export function playlistAddress(url: string, publicUrl: string): PlaylistAddress | undefined {
  if (!URL.canParse(url)) {
    return undefined;
  }
  const address = new URL(url);
  const id = form.exec(address.pathname)?.[1];
  if (id === undefined) {
    return undefined;
  }
  const contents = address.searchParams.getAll('content');
  const isOurs = address.host === new URL(publicUrl).host;
  address.searchParams.set('format', 'mrss');
  return { id: decoded(id), contents, isOurs, mrssUrl: address.href };
}
