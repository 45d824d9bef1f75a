/**
 * Gets a new access token. Refresh tokens rotate, and a second use revokes the whole family, so all callers of all tabs
 * share one exchange: a promise within the tab, a lock between tabs.
 */
import { text } from '../messages.ts';
import type { TokenStorage, Tokens } from './token-storage.ts';

export interface RefreshOptions {
  readonly storage: TokenStorage;
  /** POST /api/refresh. */
  readonly exchange: (refreshToken: string) => Promise<Tokens>;
  /** Runs one task at a time among all tabs; `navigator.locks` in the browser. */
  readonly exclusively: <Result>(task: () => Promise<Result>) => Promise<Result>;
}

/** @param refused token @returns the token to use instead @throws Error 'Cannot refresh: …' */
export type RefreshToken = (refused: string | undefined) => Promise<string>;

export function createRefreshToken(options: RefreshOptions): RefreshToken {
  let running: Promise<string> | undefined;
  return (refused) => {
    running ??= refreshOnce(options, refused).finally(() => {
      running = undefined;
    });
    return running;
  };
}

function refreshOnce(options: RefreshOptions, refused: string | undefined): Promise<string> {
  const { storage, exchange, exclusively } = options;
  return exclusively(async () => {
    const current = storage.token();
    // Another tab has refreshed already: use its token.
    if (current !== undefined && current !== refused) return current;
    try {
      const tokens = await exchange(storage.refreshToken() ?? '');
      if (tokens.token === '') throw new Error(text('cannotGetToken'));
      storage.store(tokens);
      return tokens.token;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(text('cannotRefresh', { reason }), { cause: error });
    }
  });
}
