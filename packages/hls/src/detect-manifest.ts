import { byteOrderMarkLength } from './byte-order-mark.ts';

const MULTIVARIANT_TAG = /^[ \t]*#EXT-X-(?:STREAM-INF|I-FRAME-STREAM-INF|MEDIA):/m;
/** EXTM3U is looked for in this many characters: a book of comments before it is no playlist. */
const HEAD_LENGTH = 16_384;

/** True when EXTM3U is the first line that is neither blank nor a comment. */
function startsAsPlaylist(head: string): boolean {
  for (const line of head.split('\n')) {
    const text = line.trim();
    if (text === '#EXTM3U' || /^#EXTM3U[\s:]/.test(text)) return true;
    if (text !== '' && (!text.startsWith('#') || text.startsWith('#EXT'))) return false;
  }
  return false;
}

/** True when the text holds a tag that only a multivariant playlist has (RFC 8216 4.3.4). */
export function isMultivariant(text: string): boolean {
  return MULTIVARIANT_TAG.test(text);
}

/**
 * Which kind of playlist it is; undefined when it is none (no EXTM3U but for comments before it).
 * @see RFC 8216 §4.3.1.1, §4.3.4
 */
export function detectManifest(text: string): 'multivariant' | 'media' | undefined {
  const start = byteOrderMarkLength(text);
  if (!startsAsPlaylist(text.slice(start, start + HEAD_LENGTH))) return undefined;
  return isMultivariant(text) ? 'multivariant' : 'media';
}
