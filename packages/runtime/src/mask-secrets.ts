/** Masks secrets in addresses and texts that are shown: of an ad server test, of the record of a break. */
import { secretPlaceholder } from '@interlude/contract/launch';

/** Shorter values would mask half of every text, and protect nothing. */
const shortest = 4;

/** Bounds the time for a hostile text. */
const userInfo = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@"'<>]{1,500}@/gi;

/** Also in their percent-encoded form. */
function spellings(secret: string): string[] {
  const query = new URLSearchParams({ s: secret }).toString().slice(2);
  return [secret, encodeURIComponent(secret), query, JSON.stringify(secret).slice(1, -1)];
}

/**
 * @param secrets those of less than four characters are left out
 * @returns puts the placeholder in place of each secret, however it is spelled, and of users and passwords in addresses
 * @see rule SEC-S13
 */
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
