/** Masks secrets in the addresses and texts of an ad server test. */
import { secretPlaceholder } from '@interlude/contract';

/** Shorter values would mask half of every text, and protect nothing. */
const shortest = 4;

/** Bounds the time for a hostile text. */
const userInfo = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@"'<>]{1,500}@/gi;

/** Also in their percent-encoded form. */
function spellings(secret: string): string[] {
  const query = new URLSearchParams({ s: secret }).toString().slice(2);
  return [secret, encodeURIComponent(secret), query, JSON.stringify(secret).slice(1, -1)];
}

export function createMask(secrets: readonly string[]): (text: string) => string {
  const hidden = [...new Set(secrets.filter(({ length }) => length >= shortest).flatMap(spellings))]
    // The longest first: a secret may be part of another.
    .toSorted((a, b) => b.length - a.length);
  return (text) => {
    let masked = text.replace(userInfo, `$1${secretPlaceholder}@`);
    for (const secret of hidden) masked = masked.replaceAll(secret, secretPlaceholder);
    return masked;
  };
}
