// Segments as plain data, for a list of them that outlives its process: JSON holds it.
import { byteOrderMarkLength } from '../byte-order-mark.ts';
import { keyTagOf } from './key-tag.ts';
import type { KeyTag, MapTag, Segment } from './media-playlist.ts';
import { readTags } from './read-tags.ts';

type StoredKey = Pick<KeyTag, 'text' | 'line'>;

interface StoredMap extends Pick<MapTag, 'uri' | 'byteRange' | 'text' | 'line'> {
  /** Index into `StoredSegments.keys`. */
  readonly keys: number;
}

interface StoredSegment
  extends Pick<
    Segment,
    'msn' | 'uri' | 'durationSeconds' | 'programDateTimeMs' | 'byteRange' | 'text'
  > {
  /** Index into `StoredSegments.keys`. */
  readonly keys: number;
  /** Index into `StoredSegments.maps`. */
  readonly map?: number | undefined;
  readonly discontinuity?: true | undefined;
  readonly gap?: true | undefined;
  readonly keysChanged?: true | undefined;
  readonly mapChanged?: true | undefined;
}

/** Keys and maps hold for many segments, and are there once. */
export interface StoredSegments {
  readonly keys: readonly (readonly StoredKey[])[];
  readonly maps: readonly StoredMap[];
  readonly segments: readonly StoredSegment[];
}

/** Stores each distinct value once; segments refer to it by its index. */
class Table<Value extends object, Stored> {
  readonly values: Stored[] = [];
  readonly #store: (value: Value) => Stored;
  readonly #known = new Map<Value, number>();
  readonly #byText = new Map<string, number>();

  constructor(store: (value: Value) => Stored) {
    this.#store = store;
  }

  indexOf(value: Value): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const stored = this.#store(value);
    const text = JSON.stringify(stored);
    const index = this.#byText.get(text) ?? this.values.push(stored) - 1;
    this.#byText.set(text, index);
    this.#known.set(value, index);
    return index;
  }
}

const trueOrLeftOut = (value: boolean) => (value ? true : undefined);

/**
 * Plain data from which `restoreSegments` makes equal segments, but for `offset` and the line numbers of their tags:
 * the text that they stood in is not kept.
 * @param segments as they were parsed, or detached
 */
export function storeSegments(segments: readonly Segment[]): StoredSegments {
  const keys = new Table((list: readonly KeyTag[]) =>
    list.map(({ text, line }): StoredKey => ({ text, line })),
  );
  const maps = new Table(({ uri, byteRange, text, line, keys: ofMap }: MapTag): StoredMap => {
    return { uri, byteRange, text, line, keys: keys.indexOf(ofMap) };
  });
  const stored = segments.map((segment): StoredSegment => {
    const { msn, uri, durationSeconds, programDateTimeMs, byteRange, text, map } = segment;
    return {
      ...{ msn, uri, durationSeconds, programDateTimeMs, byteRange, text },
      keys: keys.indexOf(segment.keys),
      map: map && maps.indexOf(map),
      discontinuity: trueOrLeftOut(segment.discontinuity),
      gap: trueOrLeftOut(segment.gap),
      keysChanged: trueOrLeftOut(segment.keysChanged),
      mapChanged: trueOrLeftOut(segment.mapChanged),
    };
  });
  return { keys: keys.values, maps: maps.values, segments: stored };
}

/** Restores the result of `storeSegments`, also after it went through JSON. */
export function restoreSegments(stored: StoredSegments): Segment[] {
  const keys = stored.keys.map((list) => list.map(({ text, line }) => keyTagOf(text, line)));
  const maps = stored.maps.map((map): MapTag => ({ ...map, keys: keys[map.keys] ?? [] }));
  return stored.segments.map((segment): Segment => {
    const { text, uri, map, gap, discontinuity, keysChanged, mapChanged } = segment;
    return {
      ...segment,
      keys: keys[segment.keys] ?? [],
      map: map === undefined ? undefined : maps[map],
      discontinuity: discontinuity ?? false,
      gap: gap ?? false,
      keysChanged: keysChanged ?? false,
      mapChanged: mapChanged ?? false,
      offset: 0,
      tags: readTags(text, byteOrderMarkLength(text), text.lastIndexOf(uri), 1),
    };
  });
}
