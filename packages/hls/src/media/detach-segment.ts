import { keyTagOf } from './key-tag.ts';
import type { KeyTag, MapTag, Segment, Tag } from './media-playlist.ts';

/**
 * A copy that shares no memory with `text`: a slice would keep the whole text it was cut from alive. Joined with
 * another character and cut again it is written anew as a whole, which costs no object for each character.
 */
function copied(text: string): string {
  return ` ${text}`.slice(1);
}

/**
 * Keys and maps hold for many segments: each is copied once, and the copies are shared. A playlist with 32 keys in
 * force would have them 32 times for every segment.
 */
const copiedKeys = new WeakMap<readonly KeyTag[], readonly KeyTag[]>();
const copiedMaps = new WeakMap<MapTag, MapTag>();

function copyOfMap(map: MapTag): MapTag {
  const known = copiedMaps.get(map);
  if (known !== undefined) return known;
  const copy = { ...map, uri: copied(map.uri), keys: copyOfKeys(map.keys), text: copied(map.text) };
  copiedMaps.set(map, copy);
  return copy;
}

function copyOfKeys(keys: readonly KeyTag[]): readonly KeyTag[] {
  const known = copiedKeys.get(keys);
  if (known !== undefined) return known;
  const copies = keys.map(({ text, line }) => keyTagOf(copied(text), line));
  copiedKeys.set(keys, copies);
  return copies;
}

function copiedTag({ name, value, line }: Tag): Tag {
  return { name: copied(name), value: copied(value), line };
}

/**
 * A copy of the segment that does not reference its playlist's text. A parsed segment keeps the whole text of its
 * playlist in memory; a window over many reloads therefore detaches its segments. It follows no clause: it is about
 * memory.
 */
export function detachSegment(segment: Segment): Segment {
  const { map } = segment;
  return {
    msn: segment.msn,
    uri: copied(segment.uri),
    durationSeconds: segment.durationSeconds,
    discontinuity: segment.discontinuity,
    programDateTimeMs: segment.programDateTimeMs,
    map: map && copyOfMap(map),
    mapChanged: segment.mapChanged,
    keys: copyOfKeys(segment.keys),
    keysChanged: segment.keysChanged,
    byteRange: segment.byteRange,
    gap: segment.gap,
    offset: segment.offset,
    text: copied(segment.text),
    tags: segment.tags.map(copiedTag),
  };
}
