import { type Observation, type ObservedSegment, overlap } from './observation.ts';
import type { FindingLog } from './rules.ts';

/** H7: EXT-X-DISCONTINUITY where the asset changes; needs an observation with `ad`. */
export function checkDiscontinuities(later: Observation, log: FindingLog): void {
  let before: ObservedSegment | undefined;
  for (const segment of later.segments) {
    if (segment.discontinuities > 1)
      log.add('H7', segment.line, `${segment.discontinuities} EXT-X-DISCONTINUITY on one segment`);
    if (before !== undefined && before.ad !== segment.ad && segment.discontinuities === 0)
      log.add('H7', segment.line, `no EXT-X-DISCONTINUITY at ${change(before, segment)}`);
    before = segment;
  }
}

function change(before: ObservedSegment, segment: ObservedSegment): string {
  return `the change from ${before.ad ?? 'content'} to ${segment.ad ?? 'content'}`;
}

/** A map of ISO BMFF; TS and WebVTT may have maps of their own kind (RFC 8216 3.2, 3.5). */
const MAP_OF_FRAGMENTS = /\.(?:mp4|m4[asv]|cmf[atv]|fmp4)(?:[?#\s]|$)/i;
const NO_FRAGMENT = /\.(?:ts|aac|mp3|ac3|ec3|vtt|webvtt)(?:[?#]|$)/i;

/** H8, in one output. */
export function checkMaps(later: Observation, log: FindingLog): void {
  let before: ObservedSegment | undefined;
  for (const segment of later.segments) {
    if (MAP_OF_FRAGMENTS.test(segment.map) && NO_FRAGMENT.test(segment.uri))
      log.add('H8', segment.line, `the map ${segment.map} is in force on ${segment.uri}`);
    const changes = before !== undefined && before.ad !== segment.ad;
    const mapped = segment.map !== '' || (before !== undefined && before.map !== '');
    if (before !== undefined && changes && mapped && !segment.mapPrinted)
      log.add('H8', segment.line, `no EXT-X-MAP at ${change(before, segment)}`);
    before = segment;
  }
}

/** H8 and H9, over time: map and keys stay in force when the segment with their tags leaves the window. */
export function checkStateKept(earlier: Observation, later: Observation, log: FindingLog): void {
  const lost = { map: false, keys: false };
  for (const [before, now] of overlap(earlier, later)) {
    if (before.map !== now.map && !lost.map) {
      lost.map = true;
      log.add(
        'H8',
        now.line,
        `segment ${now.msn} had the map "${before.map}", has "${now.map}"`,
        earlier.output,
      );
    }
    if (keyText(before) !== keyText(now) && !lost.keys) {
      lost.keys = true;
      log.add(
        'H9',
        now.line,
        `segment ${now.msn} had the keys "${keyText(before)}", has "${keyText(now)}"`,
        earlier.output,
      );
    }
  }
}

function keyText(segment: ObservedSegment): string {
  return segment.keys
    .map((key) => key.identity)
    .sort()
    .join(', ');
}

/**
 * H9, in one output: the keys around ads.
 * @param adsSeen ads were in this session before: then media sequence numbers may differ from the
 * source's, and a key without IV decrypts to noise (RFC 8216 5.2)
 */
export function checkKeys(later: Observation, adsSeen: boolean, log: FindingLog): void {
  let content: ObservedSegment | undefined;
  let before: ObservedSegment | undefined;
  let ivMissing = false;
  for (const segment of later.segments) {
    if (segment.ad === undefined) {
      const returns = before !== undefined && before.ad !== undefined;
      if (returns && content !== undefined && content.keys.length > 0 && segment.keys.length === 0)
        log.add('H9', segment.line, 'the content key is not printed again after the ad');
      content = segment;
    } else if (sharesKey(segment, content)) {
      log.add('H9', segment.line, 'the content key is in force on an ad: METHOD=NONE is missing');
    }
    const needsIv = segment.keys.some((key) => key.numberIsIv);
    if (needsIv && adsSeen && !ivMissing) {
      ivMissing = true;
      log.add('H9', segment.line, 'a key without IV in a session with ads');
    }
    before = segment;
  }
}

function sharesKey(ad: ObservedSegment, content: ObservedSegment | undefined): boolean {
  return content?.keys.some((key) => ad.keys.some((other) => other.uri === key.uri)) === true;
}
