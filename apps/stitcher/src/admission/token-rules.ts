/** Checks that all forms of viewer tokens have in common: the signature, in constant time, and the validity. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type TokenProblem =
  | 'is missing'
  | 'cannot be read'
  | 'is wrong'
  | 'has expired'
  | 'is not valid yet'
  | 'is valid for longer than the channel allows'
  | 'is for other addresses'
  | 'is for another viewer'
  | 'is a cookie, which is taken as a cookie alone'
  | 'cannot be checked: the secret of the channel is empty or cannot be opened';

export interface TokenRules {
  /** The secret in both readings: its characters, and the bytes that they spell in hex. */
  readonly keys: readonly Buffer[];
  readonly method: 'sha256' | 'sha1';
  readonly windowSeconds: number;
  readonly channelId: string;
  /** Of the request, without query. */
  readonly path: string;
  /** The viewer's address. */
  readonly ip: string;
  /** Seconds since 1970. */
  readonly nowSeconds: number;
}

export interface Validity {
  readonly startSeconds: number | undefined;
  readonly expiresSeconds: number;
}

/**
 * Difference between the signer's clock and ours, seconds, that is tolerated for the start and the length of the
 * validity; its end gets none.
 */
const leewaySeconds = 30;
const digestBytes = { sha256: 32, sha1: 20 } as const;

/** Bytes of a signature in hex, or in base64 with either alphabet; undefined when it has another length. */
function signatureBytes(text: string, length: number): Buffer | undefined {
  const isHex = text.length === 2 * length && /^[0-9a-f]+$/i.test(text);
  const bytes = Buffer.from(text, isHex ? 'hex' : 'base64url');
  return bytes.length === length && /^[\w+/=-]+$/.test(text) ? bytes : undefined;
}

/**
 * Whether `signature` is that of one of the texts under one of the keys. All are compared, so that the time does not
 * depend on which one matches.
 */
export function isSigned(
  texts: readonly string[],
  signature: string,
  { keys, method }: Pick<TokenRules, 'keys' | 'method'>,
): boolean {
  const given = signatureBytes(signature, digestBytes[method]);
  if (!given) {
    return false;
  }
  let isOne = false;
  for (const key of keys) {
    for (const text of texts) {
      const expected = createHmac(method, key).update(text).digest();
      isOne = timingSafeEqual(expected, given) || isOne;
    }
  }
  return isOne;
}

export function timeProblem(validity: Validity, rules: TokenRules): TokenProblem | undefined {
  const { startSeconds, expiresSeconds } = validity;
  const { nowSeconds, windowSeconds } = rules;
  if (expiresSeconds <= nowSeconds) {
    return 'has expired';
  }
  if (startSeconds !== undefined && startSeconds > nowSeconds + leewaySeconds) {
    return 'is not valid yet';
  }
  return expiresSeconds > nowSeconds + windowSeconds + leewaySeconds
    ? 'is valid for longer than the channel allows'
    : undefined;
}
