/** The shared card of the link in the address. The token is the hash, which browsers send to no server. */
import type { SharedCard } from '@interlude/contract';
import { ApiError } from '@interlude/contract/api';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { publicApi } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';

/** A live card is read anew after this time, in milliseconds, while its page is visible. */
const refreshMs = 60_000;

function watchHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

export interface LoadedCard {
  readonly card: SharedCard | undefined;
  /** Error of the last reading; the card that was read before stays. */
  readonly error: unknown;
  readonly retry: () => void;
}

const isOver = (error: unknown) => error instanceof ApiError && error.status === 404;

export function useSharedCard(): LoadedCard {
  const token = useSyncExternalStore(watchHash, () => location.hash.slice(1));
  const [loaded, setLoaded] = useState<{ card?: SharedCard; error?: unknown }>({});
  const read = useCallback(
    (signal?: AbortSignal) =>
      publicApi(routes.shareLinks.open, { body: { token }, ...(signal && { signal }) }).then(
        (card) => setLoaded({ card }),
        (error: unknown) => {
          if (signal?.aborted) return;
          // A revoked or expired link removes the card from the screen.
          setLoaded((before) => (isOver(error) ? { error } : { ...before, error }));
        },
      ),
    [token],
  );
  useEffect(() => {
    const abort = new AbortController();
    setLoaded({});
    void read(abort.signal);
    return () => abort.abort();
  }, [read]);
  const isLive = loaded.card?.kind === 'live';
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void read();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [isLive, read]);
  return { card: loaded.card, error: loaded.error, retry: () => void read() };
}
