/** What the installation says about itself before anyone signs in; asked once per page load. */
import { publicApi } from './api.ts';
import { routes } from './contract-routes.ts';

export type AuthProp = Awaited<ReturnType<typeof load>>;

function load() {
  return publicApi(routes.auth.authProp);
}

let asked: ReturnType<typeof load> | undefined;

/** A failed question is asked again by the next caller. */
export function fetchAuthProp(): ReturnType<typeof load> {
  asked ??= load().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** What the pages show while the answer is missing or cannot be had. */
export const defaultProductName = 'Interlude';
