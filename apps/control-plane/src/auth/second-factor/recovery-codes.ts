/** Recovery codes: each opens the second step once, when app and passkeys are lost. */
import { randomBytes } from 'node:crypto';
import { secondFactorLimits } from '@interlude/contract';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** 80 bits, in four groups of four characters. */
function newCode(): string {
  const characters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return (characters.match(/.{4}/g) ?? []).join('-');
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: secondFactorLimits.recoveryCodes }, newCode);
}
