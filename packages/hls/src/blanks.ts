/**
 * Without the blanks at both ends. Not `trim`: in latin1 text, bytes of UTF-8 characters look like blanks to it
 * (`à` ends in 0xA0).
 */
export function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) <= 32) from++;
  while (to > from && text.charCodeAt(to - 1) <= 32) to--;
  return text.slice(from, to);
}
