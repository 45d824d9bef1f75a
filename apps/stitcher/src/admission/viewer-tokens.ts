/**
 * Viewer tokens of channels with `authentication.hmac`: a session begins only with a token in the query (`hdnts`,
 * `hdnea`, or `token` with `expires`), or with the cookie of an earlier one. The sealed session id is the proof
 * afterwards: only this installation can make one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tokenParameters } from '@interlude/ad-requests';
import type { ChannelSettings } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { type Clock, openViewerSecret, type SecretKey } from '@interlude/runtime';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { pathEnd, queryOf } from '../http/path.ts';
import { akamaiTokenProblem } from './akamai-token.ts';
import { cookieProblem, isCookieToken, tokenCookie } from './token-cookie.ts';
import { isSigned, type TokenProblem, type TokenRules, timeProblem } from './token-rules.ts';

export interface ViewerTokensOptions {
  readonly secretKey: SecretKey;
  readonly clock: Clock;
}

/** The value of a parameter, not decoded: generators that escape fields before they sign sign the escapes. */
function rawParameter(url: string, name: string): string {
  const pairs = url.slice(pathEnd(url) + 1).split('&');
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/** Checks the token in the query; undefined when the query carries none. */
function queryTokenProblem(
  url: string,
  query: URLSearchParams,
  rules: TokenRules,
): { readonly problem: TokenProblem | undefined } | undefined {
  for (const name of tokenParameters) {
    const token = query.get(name);
    if (token !== null) {
      const raw = rawParameter(url, name);
      if (isCookieToken(token) || isCookieToken(raw)) {
        return { problem: 'is a cookie, which is taken as a cookie alone' };
      }
      const problem = akamaiTokenProblem(token, rules);
      const isOther = problem !== undefined && raw !== token;
      return { problem: isOther && !akamaiTokenProblem(raw, rules) ? undefined : problem };
    }
  }
  const token = query.get('token');
  const expires = query.get('expires') ?? '';
  return token === null ? undefined : { problem: simpleTokenProblem(token, expires, rules) };
}

/**
 * Admits a viewer by token or cookie. A viewer who shows a token gets a cookie when the channel names a domain for it.
 * @param ip the viewer's address
 * @throws {DomainError} VIEWER_TOKEN_INVALID
 */
export function checkViewerToken(
  options: ViewerTokensOptions,
  channel: ChannelEntry,
  viewer: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly ip: string;
  },
): void {
  const { hmac } = channel.settings.authentication;
  if (!hmac) {
    return;
  }
  const { request, response, ip } = viewer;
  const { url = '' } = request;
  const rules: TokenRules = {
    keys: secretKeys(hmac, options.secretKey),
    method: hmac.method === 'SHA1' ? 'sha1' : 'sha256',
    windowSeconds: hmac.window,
    channelId: channel.id,
    path: url.slice(0, pathEnd(url)),
    ip,
    nowSeconds: Math.floor(options.clock.now() / 1000),
  };
  if (rules.keys.length === 0) {
    refuse('cannot be checked: the secret of the channel is empty or cannot be opened');
  }
  const shown = queryTokenProblem(url, queryOf(request), rules);
  const problem = shown ? shown.problem : cookieProblem(request.headers.cookie, rules);
  if (problem) {
    refuse(problem);
  }
  const cookie = shown && tokenCookie(hmac.cookieDomain, rules);
  if (cookie) {
    response.setHeader('set-cookie', cookie);
  }
}

function refuse(problem: TokenProblem): never {
  throw domainError('VIEWER_TOKEN_INVALID', { problem });
}

/** The settings of a channel's viewer tokens. */
type Hmac = NonNullable<ChannelSettings['authentication']['hmac']>;

const hex = /^(?:[0-9a-f]{2})+$/i;

/** The secret as keys; none when it is empty or cannot be opened, so that every viewer is refused. */
function secretKeys(hmac: Hmac, key: SecretKey): readonly Buffer[] {
  const secret = openViewerSecret(hmac, key);
  if (secret === '') {
    return [];
  }
  const text = Buffer.from(secret, 'utf8');
  return hex.test(secret) ? [text, Buffer.from(secret, 'hex')] : [text];
}

/**
 * Checks `token=…&expires=…`: the signature of `{path or channel id}:{expires}` (the colon may be left out), `expires`
 * in seconds since 1970.
 */
function simpleTokenProblem(
  token: string,
  expires: string,
  rules: TokenRules,
): TokenProblem | undefined {
  if (!/^\d{1,12}$/.test(expires)) {
    return 'cannot be read';
  }
  const { path, channelId } = rules;
  const texts = [path, channelId].flatMap((what) => [`${what}:${expires}`, `${what}${expires}`]);
  return isSigned(texts, token, rules)
    ? timeProblem({ startSeconds: undefined, expiresSeconds: Number(expires) }, rules)
    : 'is wrong';
}
