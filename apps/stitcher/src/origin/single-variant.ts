/**
 * A source may be one media playlist. Outputs have a multivariant playlist above it all the same; its
 * bandwidth is not known, so a usual one is named (the attribute is required, RFC 8216 4.3.4.2).
 */
const usualBandwidth = 3_000_000;

export function singleVariantPlaylist(url: string): string {
  return `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=${usualBandwidth}\n${url}\n`;
}
