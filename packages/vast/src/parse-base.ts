/** `true`/`1` and `false`/`0` in any case; undefined for anything else. */
export function parseFlag(text: string | undefined): boolean | undefined {
  const word = text?.trim().toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : undefined;
}

/**
 * A MIME type for comparison: in lower case, without parameters (`; charset=utf-8`).
 * @see RFC 9110 §8.3.1
 */
export function parseMimeType(value: string | undefined): string {
  if (value === 'video/mp4') return value;
  return (value ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
