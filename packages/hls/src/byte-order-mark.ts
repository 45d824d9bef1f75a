/** Length of a byte order mark at the start, decoded as UTF-8 (1) or as latin1 (3). */
export function byteOrderMarkLength(text: string): number {
  if (text.startsWith('\uFEFF')) return 1;
  return text.startsWith('\u00EF\u00BB\u00BF') ? 3 : 0;
}
