// The EXT-X-KEY and EXT-X-MAP lines before a segment: those that must apply to it and to its map (RFC 8216 4.3.2.4-5).
// A KEY applies to the maps behind it, too, and only METHOD=NONE or another KEY of its KEYFORMAT ends it.
import { type KeyTag, replaceAttribute, type Segment } from '@interlude/hls';
import type { UriResolver } from '../source/resolve-uri.ts';

export const NO_KEY = '#EXT-X-KEY:METHOD=NONE';
const NO_KEY_LINE = `${NO_KEY}\n`;

/** Ciphers in CBC mode take the media sequence number as IV when none is given (RFC 8216 5.2). */
function needsExplicitIv(key: KeyTag): boolean {
  return key.iv === undefined && key.keyFormat === 'identity' && !key.method.endsWith('-CTR');
}

/** The KEY as its source wrote it, its address made absolute. */
export function placedKey(key: KeyTag, resolve: UriResolver): string {
  return key.uri === undefined
    ? key.text
    : replaceAttribute(key.text, 'URI', `"${resolve(key.uri)}"`);
}

function keyLines({ keys, msn }: Segment, resolve: UriResolver): string {
  const iv = `0x${msn.toString(16).toUpperCase().padStart(32, '0')}`;
  const lines = keys.map((key) => {
    const line = placedKey(key, resolve);
    return needsExplicitIv(key) ? replaceAttribute(line, 'IV', iv) : line;
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** Keys that apply to maps: AES-128 encrypts whole resources, sample encryption leaves maps clear. */
export function mapKeys(keys: readonly KeyTag[]): readonly KeyTag[] {
  return keys.filter(({ method }) => method === 'AES-128');
}

export function sameKeys(a: readonly KeyTag[], b: readonly KeyTag[]): boolean {
  return a.length === b.length && a.every((key, index) => key.text === b[index]?.text);
}

function drops(from: readonly KeyTag[], to: readonly KeyTag[]): boolean {
  return from.some(({ keyFormat }) => !to.some((key) => key.keyFormat === keyFormat));
}

/** Whether a map has to be printed again: it is another one, or encrypted otherwise. */
function isOtherMap({ map }: Segment, { map: before }: Segment): boolean {
  return (
    map?.text !== before?.text || !sameKeys(mapKeys(map?.keys ?? []), mapKeys(before?.keys ?? []))
  );
}

/**
 * METHOD=NONE where keys apply that no other line replaces; map and keys are then printed in full.
 * @param inForce keys of the segment before in the output
 */
export function clearingLine(inForce: readonly KeyTag[], { keys, map }: Segment): string {
  const encrypting = mapKeys(inForce);
  const spoilsMap =
    map !== undefined && encrypting.length > 0 && !sameKeys(encrypting, mapKeys(map.keys));
  return spoilsMap || drops(inForce, keys) ? NO_KEY_LINE : '';
}

/**
 * All keys and the map of a segment, where no key applies: a map that stood before the keys of its segment stays before
 * them, one with keys of its own stands behind those.
 */
export function fullState(segment: Segment, resolve: UriResolver): string {
  const { map, keys } = segment;
  const own = keyLines(segment, resolve);
  if (map === undefined) return own;
  const mapLine = `${replaceAttribute(map.text, 'URI', `"${resolve(map.uri)}"`)}\n`;
  const needed = mapKeys(map.keys);
  if (sameKeys(needed, mapKeys(keys))) {
    const isBefore = needed.length === 0 && map.line < (keys[0]?.line ?? 0);
    return isBefore ? mapLine + own : own + mapLine;
  }
  const ofMap = needed.map((key) => `${placedKey(key, resolve)}\n`).join('');
  return `${ofMap}${mapLine}${drops(needed, keys) ? NO_KEY_LINE : ''}${own}`;
}

/** Keys and map as far as they differ from those of the segment before. */
export function changedState(segment: Segment, previous: Segment, resolve: UriResolver): string {
  const { keys } = segment;
  const areOther = !sameKeys(keys, previous.keys);
  if (isOtherMap(segment, previous))
    return clearingLine(previous.keys, segment) + fullState(segment, resolve);
  if (areOther) return (drops(previous.keys, keys) ? NO_KEY_LINE : '') + keyLines(segment, resolve);
  return keys.some(needsExplicitIv) ? keyLines(segment, resolve) : '';
}
