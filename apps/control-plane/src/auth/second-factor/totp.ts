/** Codes of authenticator apps. @see RFC 6238 */
import { Secret, TOTP } from 'otpauth';

/** The parameters that all authenticator apps support (RFC 6238 §4, defaults of the otpauth: address). */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the present one whose codes are accepted: clocks differ (RFC 6238 §5.2). */
const drift = 1;
/** RFC 4226 §4 R6: at least 128 bits, 160 recommended. */
const secretBytes = 20;

export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The address that a QR code carries. */
export function totpUri(secret: string, issuer: string, label: string): string {
  return new TOTP({ ...shape, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The step of a code at `nowMs`, which is used once; undefined for a wrong code. */
export function totpStep(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = TOTP.validate({
    ...{ ...shape, token: code, secret: Secret.fromBase32(secret) },
    ...{ timestamp: nowMs, window: drift },
  });
  return delta === null
    ? undefined
    : TOTP.counter({ period: shape.period, timestamp: nowMs }) + delta;
}
