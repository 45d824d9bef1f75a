/**
 * The cookie `hdntl`, set when a viewer has shown a token: later requests need no token then, and a CDN under the same
 * domain that has the secret takes the cookie as a token for segments. Its signed `data` names its purpose and channel,
 * so that here it is refused as a token of a query, opens no other channel with the same secret, and is not followed by
 * a new cookie.
 */
import { createHmac } from 'node:crypto';
import { decoded } from '../http/path.ts';
import { akamaiTokenProblem, tokenData } from './akamai-token.ts';
import type { TokenProblem, TokenRules } from './token-rules.ts';

const name = 'hdntl';
const purpose = 'viewer-cookie.';
const domainPattern = /^\.?[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/i;

/** The Set-Cookie value; undefined when the channel names no domain that a browser would take. */
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

/** Whether a token of a query was made for a cookie. The signature is not checked. */
export const isCookieToken = (token: string) => decoded(tokenData(token) ?? '').startsWith(purpose);

/**
 * The problem of the cookies of this channel; undefined when one of them is valid. A request may have several of the
 * name, also of other channels, which do not count.
 */
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
