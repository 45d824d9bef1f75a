/**
 * The one door for text that becomes a key of the figures (SEC-S51). PostgreSQL takes no U+0000, half a surrogate
 * pair does not come back as it was, and an index row holds 2,704 bytes (PostgreSQL 18, nbtree.h, BTMaxItemSize).
 */
import { hash64 } from '../sketches/hash-64.ts';

declare const isKeyText: unique symbol;

/** Text that PostgreSQL stores, indexes and gives back as it is. Made by `keyTextOf` alone. */
export type KeyText = string & { readonly [isKeyText]: true };

/** UTF-16 units. With 3 bytes each and the key of a tenant beside them, a quarter of what an index row holds. */
export const maxKeyTextChars = 200;

/** `~` and 64 bits: two long texts with the same beginning stay two. */
const markChars = 17;

const unstorable = /\0/g;
const replacement = '\ufffd';

/** Stands in the figures for every value of a company that came after as many new ones on a day as are kept apart. */
export const otherText = '(other)' as KeyText;

const hex = (value: number) => value.toString(16).padStart(8, '0');

/**
 * A text as a key: what cannot be stored is replaced by U+FFFD, and a text beyond 200 characters keeps its first 183
 * before `~` and 64 bits of its hash. What it has made it leaves as it is.
 * @see rule SEC-S51
 */
export function keyTextOf(text: string): KeyText {
  // Nearly all are as they should be: this stands in the path of every event.
  if (text.length <= maxKeyTextChars && text.isWellFormed() && !text.includes('\0')) {
    return text as KeyText;
  }
  const isLong = text.length > maxKeyTextChars;
  const [high, low] = isLong ? hash64(text) : [0, 0];
  const kept = isLong ? text.slice(0, maxKeyTextChars - markChars) : text;
  const storable = kept.toWellFormed().replace(unstorable, replacement);
  return (isLong ? `${storable}~${hex(high)}${hex(low)}` : storable) as KeyText;
}
