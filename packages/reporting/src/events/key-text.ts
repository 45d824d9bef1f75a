/**
 * Bounds every text that becomes a key of the figures (SEC-S51): PostgreSQL refuses U+0000, a lone surrogate does not
 * come back as it was, and an index row has at most 2,704 bytes (PostgreSQL 18, nbtree.h, BTMaxItemSize).
 */
import { hash64 } from '../sketches/hash-64.ts';

declare const isKeyText: unique symbol;

/** Text that PostgreSQL stores, indexes and gives back as it is. Made by `keyTextOf` alone. */
export type KeyText = string & { readonly [isKeyText]: true };

/** UTF-16 units. With 3 bytes each, and the key of a tenant beside them, a quarter of an index row. */
export const maxKeyTextChars = 200;

/** `~` and 64 bits of the hash: long texts with the same beginning stay apart. */
const markChars = 17;

const unstorable = /\0/g;
const replacement = '\ufffd';

/** Key of all values of a company beyond the number of new values that are kept apart on a day. */
export const otherText = '(other)' as KeyText;

const hex = (value: number) => value.toString(16).padStart(8, '0');

/**
 * A text as a key: what cannot be stored is replaced by U+FFFD, and a text beyond 200 characters keeps its first 183
 * before `~` and 64 bits of its hash. A key text stays as it is.
 * @see rule SEC-S51
 */
export function keyTextOf(text: string): KeyText {
  // Fast path of every event: nearly all texts can be stored.
  if (text.length <= maxKeyTextChars && text.isWellFormed() && !text.includes('\0')) {
    return text as KeyText;
  }
  const isLong = text.length > maxKeyTextChars;
  const [high, low] = isLong ? hash64(text) : [0, 0];
  const kept = isLong ? text.slice(0, maxKeyTextChars - markChars) : text;
  const storable = kept.toWellFormed().replace(unstorable, replacement);
  return (isLong ? `${storable}~${hex(high)}${hex(low)}` : storable) as KeyText;
}
