/** `fetch` with the bearer token and the rule for 401 (AUTH-006, AUTH-007, AUTH-008, OP-05). */
import { ApiError, type ClientFetch } from '@interlude/contract/api';
import type { RefreshToken } from './refresh-token.ts';
import type { TokenStorage } from './token-storage.ts';

export interface AuthorisedFetchOptions {
  readonly fetch: ClientFetch;
  readonly storage: TokenStorage;
  readonly refreshToken: RefreshToken;
  /** Leaves the app for the login page, after the tokens were cleared; `why` is the error of a refused refresh. */
  readonly onSignedOut: (why?: unknown) => void;
}

export function createAuthorisedFetch(options: AuthorisedFetchOptions): ClientFetch {
  const { storage } = options;
  const signOut = (why?: unknown) => {
    storage.clear();
    options.onSignedOut(why);
  };
  const send: (...call: Parameters<ClientFetch>) => ReturnType<ClientFetch> = (url, init) => {
    const token = storage.token();
    const headers = token === undefined ? init.headers : withToken(init.headers, token);
    return options.fetch(url, { ...init, headers });
  };
  return async (url, init) => {
    const used = storage.token();
    const answer = await send(url, init);
    if (answer.status !== 401) return answer;
    const body = await answer.text();
    const refused = { ...bare(answer), text: async () => body };
    if (!isInvalidToken(body) || storage.refreshToken() === undefined) {
      signOut();
      return refused;
    }
    try {
      await options.refreshToken(used);
    } catch (error) {
      signOut(error);
      throw error;
    }
    const second = await send(url, init);
    if (second.status === 401) signOut();
    return second;
  };
}

function withToken(headers: Record<string, string>, token: string): Record<string, string> {
  return { ...headers, authorization: `Bearer ${token}` };
}

function bare(answer: Awaited<ReturnType<ClientFetch>>) {
  const { ok, status, statusText, headers } = answer;
  return { ok, status, statusText, headers };
}

/** The standard body of a refused token: only this one is worth a refresh. */
function isInvalidToken(body: string): boolean {
  const { code, name, message } = new ApiError(401, '', body).error;
  return (
    code === 401 &&
    name === 'UnAuthorizedError' &&
    message === 'Request cannot be authenticated. Invalid token.'
  );
}
