/**
 * Addresses of ad segments, relative to the media playlist: `ad/{break}.{index}/{rendition}/{n}.m4s?m=…&s=…`.
 * `m` is the address of the media and `s` its signature: a process that does not know the session (restart,
 * another node) sends the player to the media all the same, and nobody can make us redirect anywhere else.
 */
import { type SecretKey, signText, verifyText } from '@interlude/runtime';
import { type AdSegmentRef, type CreativeSegment, EMPTY_SUBTITLES_URI } from '@interlude/stitching';

const purpose = 'ad media';
const extension = /\.([a-z0-9]{2,4})(?:$|[?#])/i;

function suffixOf(key: SecretKey, uri: string): string {
  if (uri === EMPTY_SUBTITLES_URI) {
    return '.vtt';
  }
  const media = Buffer.from(uri, 'latin1').toString('base64url');
  const extensionOf = extension.exec(uri)?.[1];
  const ending = extensionOf === undefined ? '' : `.${extensionOf}`;
  return `${ending}?m=${media}&s=${signText(key, purpose, media)}`;
}

/** The part after `ad/` up to the rendition: which placement of which break. */
export function placementId(breakId: string, placementIndex: number): string {
  return `${breakId}.${placementIndex}`;
}

export function parsePlacementId(
  id: string,
): { readonly breakId: string; readonly placementIndex: number } | undefined {
  const dot = id.lastIndexOf('.');
  const index = Number(id.slice(dot + 1));
  return dot > 0 && Number.isInteger(index)
    ? { breakId: id.slice(0, dot), placementIndex: index }
    : undefined;
}

/** The address of an ad segment, of a live playlist's item or of an asset's. */
type AdAddresses = (
  ref: AdSegmentRef,
  item: { readonly ad: { readonly segment: CreativeSegment } },
) => string;

/** Makes the addresses; each is signed once, however many sessions show it. */
export function createAdAddresses(key: SecretKey): AdAddresses {
  const suffixes = new WeakMap<CreativeSegment, string>();
  return (ref, { ad: { segment } }) => {
    let suffix = suffixes.get(segment);
    if (suffix === undefined) {
      suffix = suffixOf(key, segment.uri);
      suffixes.set(segment, suffix);
    }
    const placement = encodeURIComponent(placementId(ref.breakId, ref.placementIndex));
    return `ad/${placement}/${ref.renditionId}/${ref.segmentIndex}${suffix}`;
  };
}

/** The media's address out of the query of an ad segment; undefined when it is not one of ours. */
export function signedMedia(key: SecretKey, query: URLSearchParams): string | undefined {
  const media = query.get('m') ?? '';
  const signature = query.get('s') ?? '';
  return media !== '' && verifyText(key, purpose, media, signature)
    ? Buffer.from(media, 'base64url').toString('latin1')
    : undefined;
}
