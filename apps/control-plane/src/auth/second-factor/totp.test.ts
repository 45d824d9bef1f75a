import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

/** RFC 6238 appendix B: the secret of its SHA-1 vectors; of 8 digits the last 6 are those of 6. */
const secret = Secret.fromLatin1('12345678901234567890').base32;
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

describe('codes of authenticator apps', () => {
  it.each(vectors)('SEC-S119 RFC 6238 appendix B: at %i s the code is %s', (seconds, code) => {
    expect(totpStep(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('SEC-S119 takes the codes of one step before and after, and names their step', () => {
    const nowMs = 1_800_000_000_000;
    const step = nowMs / 30_000;
    const at = (offset: number) =>
      TOTP.generate({
        secret: Secret.fromBase32(secret),
        digits: 6,
        timestamp: nowMs + offset * 30_000,
      });
    expect([-2, -1, 0, 1, 2].map((offset) => totpStep(secret, at(offset), nowMs))).toEqual([
      ...[undefined, step - 1, step, step + 1, undefined],
    ]);
  });

  it('SEC-S119 takes nothing but six digits', () => {
    for (const code of ['', '28708', '2870820', '28708a', '287082 ', '٢٨٧٠٨٢']) {
      expect(totpStep(secret, code, 59_000)).toBeUndefined();
    }
  });

  it('SEC-S119 secrets have 160 bits, and the address of the QR code is one that apps read', () => {
    const made = newTotpSecret();
    expect(made).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(made);
    const uri = new URL(totpUri(made, 'Our: Product', 'jane@example.org'));
    expect(uri.protocol).toBe('otpauth:');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      ...{ issuer: 'Our: Product', secret: made, algorithm: 'SHA1', digits: '6', period: '30' },
    });
  });
});
