/**
 * The cookie by which a viewer that has shown its token comes back without one, and by which a CDN under the
 * same domain that knows the secret lets its segment requests pass: `hdntl`, a token like any other to the CDN. To us
 * its signed `data` names its purpose and channel: it is no token of a query, so it opens no other channel with the
 * same secret, and is not followed by a new cookie.
 */
import { createHmac } from 'node:crypto';
import { decoded } from '../http/path.ts';
import { akamaiTokenProblem, tokenData } from './akamai-token.ts';
import type { TokenProblem, TokenRules } from './token-rules.ts';

const name = 'hdntl';
const purpose = 'viewer-cookie.';
const domainPattern = /^\.?[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/i;

/** Undefined when the channel names no domain that a browser would take. */
export function tokenCookie(cookieDomain: string, rules: TokenRules): string | undefined {
  const [key] = rules.keys;
  if (!domainPattern.test(cookieDomain) || !key) {
    return undefined;
  }
  const { windowSeconds, nowSeconds, channelId, method } = rules;
  const signed = `exp=${nowSeconds + windowSeconds}~acl=/*~data=${purpose}${encodeURIComponent(channelId)}`;
  const hmac = createHmac(method, key).update(signed).digest('hex');
  return [
    `${name}=${signed}~hmac=${hmac}`,
    `Domain=${cookieDomain.replace(/^\./, '')}`,
    'Path=/',
    `Max-Age=${windowSeconds}`,
    'Secure',
    'HttpOnly',
    'SameSite=None',
  ].join('; ');
}

function cookieTokens(header: string): string[] {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Whether a token, as it stands in a query, was made for a cookie. */
export const isCookieToken = (token: string) => decoded(tokenData(token) ?? '').startsWith(purpose);

/** Cookies of other channels are none; there may be several of one name. */
export function cookieProblem(
  header: string | undefined,
  rules: TokenRules,
): TokenProblem | undefined {
  const own = cookieTokens(header ?? '').filter(
    (token) => decoded(tokenData(token) ?? '') === purpose + rules.channelId,
  );
  const problems = own.map((token) => akamaiTokenProblem(token, rules));
  if (problems.length === 0) {
    return 'is missing';
  }
  return problems.includes(undefined) ? undefined : problems[0];
}
