/**
 * The decision before the first page (PUB-022, PUB-023 as decided in OP-01): `/` with a stored token opens the app, the
 * app without a user opens the login page, all other paths open themselves.
 */
import { isAppPath, paths } from '../../paths.ts';

export interface StartUp {
  readonly path: string;
  readonly hasToken: boolean;
  readonly isLoading?: boolean;
  /** Set during the return from an external provider. */
  readonly returnTarget?: string;
}

export type StartDecision = 'open-app' | 'login' | 'stay';

export function decideStart({ path, hasToken, isLoading, returnTarget }: StartUp): StartDecision {
  if (hasToken) return path === paths.welcome ? 'open-app' : 'stay';
  if (isLoading || returnTarget !== undefined) return 'stay';
  if (path.includes('register') || path.includes('openapi')) return 'stay';
  return isAppPath(path) ? 'login' : 'stay';
}
