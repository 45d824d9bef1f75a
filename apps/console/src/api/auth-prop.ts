/** Public facts of the installation; requested once per page load. */
import { publicApi } from './api.ts';
import { routes } from './contract-routes.ts';

export type AuthProp = Awaited<ReturnType<typeof load>>;

function load() {
  return publicApi(routes.auth.authProp);
}

let asked: ReturnType<typeof load> | undefined;

/** After a failure the next caller requests it again. */
export function fetchAuthProp(): ReturnType<typeof load> {
  asked ??= load().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** Shown until the answer arrives, or without one. */
export const defaultProductName = 'Interlude';
