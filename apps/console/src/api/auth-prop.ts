/** Public facts of the installation; requested once per page load. */
import { publicApi } from './api.ts';
import { routes } from './contract-routes.ts';

export type AuthProp = Awaited<ReturnType<typeof load>>;

function load() {
  return publicApi(routes.auth.authProp);
}

let requested: ReturnType<typeof load> | undefined;

/** After a failure the next caller requests it again. */
export function fetchAuthProp(): ReturnType<typeof load> {
  requested ??= load().catch((error: unknown) => {
    requested = undefined;
    throw error;
  });
  return requested;
}

/** False where accounts come by invitation, or not at all. */
export function takesRegistrations(installation: AuthProp | undefined): boolean {
  return (installation?.registration ?? 'open') === 'open';
}

/** Shown until the answer arrives, or without one. */
export const defaultProductName = 'Interlude';
