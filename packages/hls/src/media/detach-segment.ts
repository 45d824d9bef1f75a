import { parseAttributeList } from '../attribute-list.ts';
import type { KeyTag, MapTag, Segment, Tag } from './media-playlist.ts';

/** A copy that shares no memory with `text`: a slice would keep the whole text it was cut from alive. */
function copied(text: string): string {
  return text.split('').join('');
}

function copiedMap(map: MapTag, keys: readonly KeyTag[]): MapTag {
  return { ...map, uri: copied(map.uri), keys, text: copied(map.text) };
}

function copiedKey(key: KeyTag): KeyTag {
  const text = copied(key.text);
  const attributes = parseAttributeList(text.slice(text.indexOf(':') + 1));
  return {
    method: attributes.get('METHOD') ?? '',
    uri: attributes.get('URI'),
    iv: attributes.get('IV'),
    keyFormat: copied(key.keyFormat),
    attributes,
    text,
    line: key.line,
  };
}

function copiedTag({ name, value, line }: Tag): Tag {
  return { name: copied(name), value: copied(value), line };
}

/**
 * The segment without its playlist's text. A parsed segment keeps the whole text alive that it stands in; who
 * holds segments of many reloads (a window of hours) detaches them, or holds all those texts. Returns an equal
 * segment whose texts are copies. It follows no clause: it is about memory.
 */
export function detachSegment(segment: Segment): Segment {
  const { map } = segment;
  const keys = segment.keys.map(copiedKey);
  const ofMap = map === undefined || map.keys === segment.keys ? keys : map.keys.map(copiedKey);
  return {
    msn: segment.msn,
    uri: copied(segment.uri),
    durationSeconds: segment.durationSeconds,
    discontinuity: segment.discontinuity,
    programDateTimeMs: segment.programDateTimeMs,
    map: map && copiedMap(map, ofMap),
    mapChanged: segment.mapChanged,
    keys,
    keysChanged: segment.keysChanged,
    byteRange: segment.byteRange,
    gap: segment.gap,
    offset: segment.offset,
    text: copied(segment.text),
    tags: segment.tags.map(copiedTag),
  };
}
