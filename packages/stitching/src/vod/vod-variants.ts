// Variants and addresses of a multivariant playlist that on-demand sessions get.
import type { MultivariantPlaylist, Variant } from '@interlude/hls';

/**
 * The playlist without variants above a bandwidth (`shouldFilterHlsByBandwidth`); the lowest one always stays.
 * Their lines are gone, so nothing of them is printed.
 * @param maxBandwidth bits per second
 * @see RFC 8216 §4.3.4.2
 */
export function withoutHighVariants(
  playlist: MultivariantPlaylist,
  maxBandwidth: number,
): MultivariantPlaylist {
  const lowest = Math.min(...playlist.variants.map(({ bandwidth }) => bandwidth));
  const isKept = ({ bandwidth }: Pick<Variant, 'bandwidth'>) =>
    bandwidth <= Math.max(maxBandwidth, lowest);
  const dropped = new Set<number>();
  for (const variant of playlist.variants)
    if (!isKept(variant)) dropped.add(variant.lineIndex).add(variant.uriLineIndex);
  for (const variant of playlist.iFrameVariants)
    if (!isKept(variant)) dropped.add(variant.lineIndex);
  if (dropped.size === 0) return playlist;
  // Indices into `lines` have to stay.
  const lines = playlist.lines.map((line, index) =>
    dropped.has(index) ? { text: '', end: '' } : line,
  );
  return {
    ...playlist,
    lines,
    variants: playlist.variants.filter(isKept),
    iFrameVariants: playlist.iFrameVariants.filter(isKept),
  };
}

/**
 * The address relative to a document on the same host (`shouldUseRelativeSegmentUrl`), else as it is.
 * @see RFC 3986 §4.2
 */
export function relativeUri(uri: string, origin: string): string {
  return uri.startsWith(`${origin}/`) ? uri.slice(origin.length) : uri;
}
