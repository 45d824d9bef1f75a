/** The keyword that is marked in the manifests of a selection (MON-006, OP-29). Pure. */
import type { MonitoringSegment } from '@interlude/contract';
import type { Protocol } from '../timeline/geometry.ts';

/** The first places of a keyword that are unfolded and counted. */
export const maxPlaces = 200;

/** Characters. Shorter ids occur by chance in other texts: they are marked only as the value of an `id`. */
const plainIdLength = 4;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const alternatives = (texts: readonly string[]) => texts.map(escaped).join('|');

/** The texts that identify an entry: its addresses (HLS), the id of its event or Period (DASH). */
export function keywordsOf(entry: MonitoringSegment, protocol: Protocol): string[] {
  const { uri, origUri, eventId, periodId } = entry;
  const words = protocol === 'hls' ? [uri, origUri] : [eventId === '' ? periodId : eventId];
  return [...new Set(words.filter((word) => word !== ''))];
}

/** A pattern of all words, the longest first. Undefined without a word: an empty pattern would match everywhere. */
export function keywordPattern(words: readonly string[], protocol: Protocol): RegExp | undefined {
  const longestFirst = words.filter(Boolean).toSorted((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return;
  const any = alternatives(longestFirst);
  if (protocol === 'hls') return new RegExp(any, 'g');
  const isShort = longestFirst.every(({ length }) => length < plainIdLength);
  return isShort
    ? new RegExp(`(?<=\\bid=["'])(?:${any})(?=["'])`, 'g')
    : new RegExp(`(?<![A-Za-z0-9])(?:${any})(?![A-Za-z0-9])`, 'g');
}

/**
 * Words of an entry that occur in the texts, and their pattern. HLS lists absolute or relative addresses: where the
 * whole address does not occur, the end of its path is the word.
 */
export function keywordFor(
  entry: MonitoringSegment,
  protocol: Protocol,
  texts: readonly string[],
): { readonly words: readonly string[]; readonly pattern: RegExp | undefined } {
  const whole = keywordsOf(entry, protocol);
  const isIn = (word: string) => texts.some((text) => text.includes(word));
  if (protocol === 'dash') return { words: whole, pattern: keywordPattern(whole, protocol) };
  const words = [...whole.filter(isIn), ...whole.flatMap((uri) => relativeIn(uri, texts))];
  const found = words.length > 0 ? [...new Set(words)] : whole;
  return { words: found, pattern: keywordPattern(found, protocol) };
}

/** `720p/seg_65.m4s` of `https://o.example/live/720p/seg_65.m4s`, where a manifest lists it so. */
function relativeIn(uri: string, texts: readonly string[]): string[] {
  const path = uri.replace(/^[a-z]+:\/\/[^/]+\//i, '');
  const parts = path.split('/');
  for (let from = 0; from < parts.length; from += 1) {
    const end = parts.slice(from).join('/');
    const line = new RegExp(`^${escaped(end)}$`, 'm');
    if (end.length > 3 && texts.some((text) => line.test(text))) return [end];
  }
  return [];
}

/** Start offsets in a text, at most `maxPlaces`. */
export function placesOf(text: string, pattern: RegExp | undefined): number[] {
  if (pattern === undefined) return [];
  const places: number[] = [];
  for (const { index } of text.matchAll(pattern)) {
    places.push(index);
    if (places.length === maxPlaces) break;
  }
  return places;
}
