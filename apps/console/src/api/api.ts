/**
 * The two clients of the browser. `publicApi` carries no token and leaves 401 to its caller;
 * `api` carries the token and the selected tenant, and refreshes once.
 * @example await api(routes.channels.list, { query: { limit: 10 } })
 */
import { selectedTenantHeader } from '@interlude/contract';
import { type ClientFetch, createClient } from '@interlude/contract/api';
import { ownTask } from '../own-task.ts';
import { paths } from '../paths.ts';
import { apiBaseUrl } from './api-base.ts';
import { errorCodeOf } from './api-error.ts';
import { createAuthorisedFetch } from './authorised-fetch.ts';
import { routes } from './contract-routes.ts';
import { createRefreshToken } from './refresh-token.ts';
import { tokenStorage } from './token-storage.ts';
import { chooseTenant, signedInUser } from './token-user.ts';

const baseUrl = apiBaseUrl(globalThis.location);
const browserFetch: ClientFetch = (url, init) => fetch(url, init);

let isLeaving = false;

/** Called before the session is ended: the server would refuse requests that are under way or still to come. */
export function stopRequests(): void {
  isLeaving = true;
  stop();
  // A page that is restored from the browser's history requests again, is refused, and leads to the login.
  addEventListener('pagehide', () => {
    isLeaving = false;
  });
}

const never = new Promise<Response>(() => undefined);

const untilLeaving: ClientFetch = async (url, init) => {
  if (isLeaving) return never;
  // The parts of a page begin their requests all at once, and each takes some milliseconds of a phone.
  await ownTask();
  // `stopRequests` may have been called while this request waited for its task.
  return isLeaving ? never : fetch(url, init);
};

export const publicApi = createClient({ baseUrl, fetch: browserFetch, headers: () => ({}) });

function exclusively<Result>(task: () => Promise<Result>): Promise<Result> {
  // Locks exist in secure contexts only; a plain http host in a local network has none.
  if (!('locks' in navigator)) return task();
  return navigator.locks.request('interlude-refresh', task) as Promise<Result>;
}

const refreshToken = createRefreshToken({
  storage: tokenStorage,
  exclusively,
  exchange: async (refreshed) => {
    const answer = await publicApi(routes.auth.refresh, { body: { refresh_token: refreshed } });
    return { token: answer.access_token, refreshToken: answer.refresh_token };
  },
});

/** Id of the tenant that requests name in their header (DATA-037); empty without a signed-in user. */
export function currentTenant(): string {
  const user = signedInUser(tokenStorage.token(), tokenStorage.member());
  return user === undefined ? '' : chooseTenant(tokenStorage.selectedTenant(), user);
}

/** Address of the login page; `?second-factor` makes it say that the company requires a second factor. */
function loginPath(why: unknown): string {
  const cause = why instanceof Error ? why.cause : undefined;
  return errorCodeOf(cause) === 'SECOND_FACTOR_NEEDED'
    ? `${paths.login}?second-factor`
    : paths.login;
}

/** A `fetch` with token, tenant and refresh, for answers that are no JSON. */
export const authorisedFetch = createAuthorisedFetch({
  fetch: untilLeaving,
  storage: tokenStorage,
  refreshToken,
  onSignedOut: (why) => location.assign(loginPath(why)),
});

export const api = createClient({
  baseUrl,
  fetch: authorisedFetch,
  headers: () => {
    const tenant = currentTenant();
    return tenant === '' ? {} : { [selectedTenantHeader]: tenant };
  },
});
