/** The kind of a resource by its first bytes: Content-Type is often wrong. */
import { detectManifest } from '@interlude/hls';

export type SourceKind =
  | 'hls-multivariant'
  | 'hls-media'
  | 'dash'
  | 'mp4'
  | 'mrss'
  | 'html'
  | 'json'
  | 'xml'
  | 'media'
  | 'empty'
  | 'unknown';

/** Boxes that a file of ISO/IEC 14496-12 begins with. */
const firstBoxes = /^(?:ftyp|styp|moov|moof|mdat|sidx|free|skip|wide|pdin|emsg)$/;
/** Characters within which the root element begins, behind comments and declarations. */
const headLength = 64 * 1024;

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** MPEG-TS in two packets, ID3, ADTS or MP3, Matroska, Ogg, FLAC. */
function isOtherMedia(bytes: Uint8Array): boolean {
  if (bytes[0] === 0x47 && bytes[188] === 0x47) return true;
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0 && bytes[1] !== 0xff) {
    return bytes[1] !== 0xfe; // UTF-16 begins with ff fe
  }
  return /^(?:ID3|OggS|fLaC|.E\u00df\u00a3)/.test(ascii(bytes, 0, 4));
}

/**
 * The kind of a file that its first bytes suffice to distinguish from a manifest; undefined when it may be text.
 * @param bytes at least the first 189, unless there are fewer
 * @see ISO/IEC 14496-12 §4.3; ISO/IEC 13818-1 §2.4.3; CHE-031
 */
export function mediaKind(bytes: Uint8Array): 'mp4' | 'media' | undefined {
  if (firstBoxes.test(ascii(bytes, 4, 8))) return 'mp4';
  return isOtherMedia(bytes) ? 'media' : undefined;
}

/** Local name of the root element, lower case; undefined when the text is no XML. */
function rootName(head: string): string | undefined {
  let rest = head.trimStart();
  while (/^<[!?]/.test(rest)) {
    const end = rest.startsWith('<!--') ? rest.indexOf('-->') : rest.indexOf('>');
    if (end < 0) return undefined;
    rest = rest.slice(rest.indexOf('>', end) + 1).trimStart();
  }
  return /^<(?:[\w.-]+:)?([A-Za-z][\w.-]*)/.exec(rest)?.[1]?.toLowerCase();
}

function xmlKind(head: string): SourceKind | undefined {
  const root = rootName(head);
  if (root === undefined) return undefined;
  if (root === 'mpd') return 'dash';
  if (root === 'rss' || /search\.yahoo\.com\/mrss/i.test(head)) return 'mrss';
  return root === 'html' || root === 'head' || root === 'body' ? 'html' : 'xml';
}

/**
 * @param text of the whole body
 * @returns the kind of manifest, or why it is none
 * @see CHE-030, CHE-032
 */
export function sourceKind(text: string): SourceKind {
  const head = text.slice(0, headLength).replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)/, '');
  if (head.trim() === '') return 'empty';
  const playlist = detectManifest(text);
  if (playlist !== undefined) return playlist === 'media' ? 'hls-media' : 'hls-multivariant';
  if (/^\s*<!doctype\s+html/i.test(head)) return 'html';
  return xmlKind(head) ?? (/^\s*[[{]/.test(head) ? 'json' : 'unknown');
}
