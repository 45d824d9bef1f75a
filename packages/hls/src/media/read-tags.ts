import type { Tag } from './media-playlist.ts';

const HASH = 35;
const COLON = 58;

/** Index of the colon in [at, end), or `end`. Not indexOf: without a colon it would search the rest of the text. */
export function colonIn(text: string, at: number, end: number): number {
  let colon = at;
  while (colon < end && text.charCodeAt(colon) !== COLON) colon++;
  return colon;
}

/** The first position at or after `at` that is no blank, at most `end`. */
export function skipBlanks(text: string, at: number, end: number): number {
  let from = at;
  while (from < end && text.charCodeAt(from) <= 32) from++;
  return from;
}

/** Where the text before `end` ends without its blanks (line end included), at least `at`. */
export function trimmedEnd(text: string, at: number, end: number): number {
  let to = end;
  while (to > at && text.charCodeAt(to - 1) <= 32) to--;
  return to;
}

/**
 * The `#EXT…` lines in [from, to), a range of whole lines.
 * @param firstLine 1-based number of the line at `from`
 */
export function readTags(text: string, from: number, to: number, firstLine: number): Tag[] {
  const tags: Tag[] = [];
  let line = firstLine;
  let start = from;
  while (start < to) {
    const lineFeed = text.indexOf('\n', start);
    const next = lineFeed < 0 || lineFeed >= to ? to : lineFeed + 1;
    const at = skipBlanks(text, start, next);
    if (at < next && text.charCodeAt(at) === HASH && text.startsWith('#EXT', at)) {
      const end = trimmedEnd(text, at, next);
      const colon = colonIn(text, at, end);
      tags.push({
        name: text.slice(at + 1, colon),
        value: colon < end ? text.slice(colon + 1, end) : '',
        line,
      });
    }
    line++;
    start = next;
  }
  return tags;
}
