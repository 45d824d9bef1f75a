import type { Segment } from '@interlude/hls';

const LEAST = 4;
const WITH_KEY_FORMAT = 5;
const WITH_MAP = 6;

/**
 * EXT-X-VERSION that an output of these segments needs, whatever its source declares: 4 for byte ranges, 5 for
 * KEYFORMAT and KEYFORMATVERSIONS, 6 for EXT-X-MAP.
 * @see RFC 8216 §7; rule H13
 */
export function neededVersion(segments: readonly Segment[]): number {
  let version = LEAST;
  let seen: Segment['keys'] | undefined;
  for (const { map, keys } of segments) {
    if (map !== undefined) return WITH_MAP;
    if (keys !== seen && keys.some(({ attributes }) => hasFormat(attributes)))
      version = WITH_KEY_FORMAT;
    seen = keys;
  }
  return version;
}

const hasFormat = (attributes: Segment['keys'][number]['attributes']) =>
  attributes.has('KEYFORMAT') || attributes.has('KEYFORMATVERSIONS');
