// Rule V11: ad servers declare the encoding wrongly or not at all. A byte order mark has priority, then the HTTP
// header, then the XML declaration; an undeclared encoding is read as UTF-8.

const MARKS: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  // Without a mark, `<?` or `<V` in two bytes each.
  ['utf-16le', [0x3c, 0x00]],
  ['utf-16be', [0x00, 0x3c]],
];

function markedEncoding(bytes: Uint8Array): string | undefined {
  return MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1];
}

/** Of nearly every document: to make a decoder costs more than to decode a small one. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

const decoderOf = (label: string) =>
  /^utf-?8$/i.test(label) ? utf8 : new TextDecoder(label, { fatal: true });

/** Undefined when the label names no encoding, or the bytes are no text in it. */
function decodeFatal(bytes: Uint8Array, label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return decoderOf(label).decode(bytes);
  } catch {
    return undefined;
  }
}

const charsetOf = (contentType: string) =>
  /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1];

/**
 * The text of a response body, without its byte order mark; never throws. Bytes that are invalid in the declared
 * encoding are read as UTF-8, and failing that as windows-1252, where every byte is a character.
 * @param contentType the header as received, e.g. `text/xml; charset=ISO-8859-1`
 * @see RFC 7303 §3; rule V11
 */
export function decodeDocument(bytes: Uint8Array, contentType = ''): string {
  return (
    decodeFatal(bytes, markedEncoding(bytes)) ??
    decodeFatal(bytes, charsetOf(contentType)) ??
    decodeFatal(bytes, declaredEncoding(bytes)) ??
    decodeFatal(bytes, 'utf-8') ??
    new TextDecoder('windows-1252').decode(bytes)
  );
}
