/**
 * Verifies access tokens (RFC 9068, RFC 8725): allow-listed algorithms only, keys by `kid` out of
 * the issuer's own set (never out of the token), issuer, audience, expiry, type, scope.
 */
import { apiScope } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { VerifiedToken, VerifyToken } from '../http/authenticate.ts';

/** Seconds by which clocks of issuer and verifier may differ. */
const clockToleranceSeconds = 5;
/** Maximum length of a token, characters. */
const maxTokenLength = 8_192;

export interface AccessTokenRules {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly string[];
  /** Accepted `typ` headers, lower case. */
  readonly types: readonly string[];
  readonly keys: JWTVerifyGetKey;
}

function checkType(typ: string | undefined, types: readonly string[]): void {
  const type = (typ ?? '').toLowerCase().replace(/^application\//, '');
  if (!types.includes(type)) throw new Error(`token type ${type} is not accepted`);
}

function checkScope(scope: unknown): void {
  const scopes = typeof scope === 'string' ? scope.split(' ') : [];
  if (!scopes.includes(apiScope)) throw new Error('scope is missing');
}

/** True for errors that mean that the keys cannot be fetched, false for those of a bad token. */
function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ERR_JWKS_TIMEOUT' || error.code === 'ERR_JOSE_GENERIC')
  );
}

/** How long a verified token is cached; its own expiry is respected. */
const rememberMs = 60_000;
const maxRemembered = 5_000;

/** Skips the signature check of a token that was verified a moment ago. */
export function rememberVerified(verify: VerifyToken, now: () => number): VerifyToken {
  const known = new Map<string, { token: VerifiedToken; untilMs: number }>();
  return async (text) => {
    const found = known.get(text);
    if (found && now() < found.untilMs) return found.token;
    known.delete(text);
    const token = await verify(text);
    const expiresMs = Number(token.claims['exp']) * 1000;
    if (known.size >= maxRemembered) known.clear();
    known.set(text, { token, untilMs: Math.min(expiresMs, now() + rememberMs) });
    return token;
  };
}

export function createAccessTokenVerifier(rules: AccessTokenRules): VerifyToken {
  const { issuer, audience, algorithms, types, keys } = rules;
  return async (token) => {
    if (token.length > maxTokenLength) throw domainError('TOKEN_INVALID');
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: [...algorithms],
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      checkType(protectedHeader.typ, types);
      checkScope(payload['scope']);
      return { subject: payload.sub ?? '', claims: payload };
    } catch (cause) {
      if (isUnreachable(cause)) throw domainError('NOT_READY', {}, cause);
      throw domainError('TOKEN_INVALID', {}, cause);
    }
  };
}
