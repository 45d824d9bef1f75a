/**
 * A source may be a single media playlist. Its outputs have a multivariant playlist all the same, whose BANDWIDTH is
 * required (RFC 8216 4.3.4.2) and not known: a usual value stands in for it.
 */
const usualBandwidth = 3_000_000;

export function singleVariantPlaylist(url: string): string {
  return `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=${usualBandwidth}\n${url}\n`;
}
