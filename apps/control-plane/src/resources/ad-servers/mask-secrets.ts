/** Keeps what the API answers as a placeholder out of addresses and texts that a test shows. */
import { secretPlaceholder } from '@interlude/contract';

/** A shorter value would mask half of every text, and is none that hides anything. */
const shortest = 4;

/** Bounded: a text may be made to take long. */
const userInfo = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@"'<>]{1,500}@/gi;

/** As they stand in an address, too. */
function spellings(secret: string): string[] {
  const query = new URLSearchParams({ s: secret }).toString().slice(2);
  return [secret, encodeURIComponent(secret), query, JSON.stringify(secret).slice(1, -1)];
}

export function createMask(secrets: readonly string[]): (text: string) => string {
  const hidden = [...new Set(secrets.filter(({ length }) => length >= shortest).flatMap(spellings))]
    // The longest first: one may be part of another.
    .toSorted((a, b) => b.length - a.length);
  return (text) => {
    let masked = text.replace(userInfo, `$1${secretPlaceholder}@`);
    for (const secret of hidden) masked = masked.replaceAll(secret, secretPlaceholder);
    return masked;
  };
}
