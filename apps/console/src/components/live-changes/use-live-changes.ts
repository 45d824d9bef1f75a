/**
 * Reads a resource again when the server says that it changed, while the page is looked at. An open
 * stream is one of the six connections that a browser has to a server by HTTP/1.1: a hidden tab gives
 * its own back.
 */
import { selectedTenantHeader } from '@interlude/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authorisedFetch, currentTenant } from '../../api/api.ts';
import { apiBaseUrl } from '../../api/api-base.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { followChanges } from './change-stream.ts';

/** A page that is only passed through opens no stream. */
const openAfterMs = 1_500;
/** Changes that come close together are read once. */
const gatherMs = 1_000;

/** @param parts of the query keys that are read again: all of the resource, or only its lists */
export function useLiveChanges(resource: 'jobs' | 'medias' | 'titles', ...parts: 'list'[]): void {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const part = parts[0];
  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const queryKey = [tenant, resource, ...(part === undefined ? [] : [part])];
    const readAgain = () => {
      gathering = undefined;
      void queries.invalidateQueries({ queryKey });
    };
    const end = whileVisible((signal) =>
      followChanges({
        open: openFeed,
        onChange: ({ kind }) => {
          if (kind === resource) gathering ??= setTimeout(readAgain, gatherMs);
        },
        signal,
      }),
    );
    return () => {
      clearTimeout(gathering);
      end();
    };
  }, [tenant, resource, part, queries]);
}

async function openFeed(signal: AbortSignal): Promise<ReadableStream<Uint8Array> | undefined> {
  const answer = await authorisedFetch(apiBaseUrl(globalThis.location) + routes.events.feed.path, {
    method: routes.events.feed.method,
    headers: { accept: 'text/event-stream', [selectedTenantHeader]: currentTenant() },
    signal,
  });
  if (!answer.ok || !(answer instanceof Response)) return;
  return answer.body ?? undefined;
}

/** Runs something while the page is visible, a moment after it became so; returns the end of it. */
function whileVisible(run: (signal: AbortSignal) => Promise<void>): () => void {
  let running: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    running?.abort();
    running = undefined;
  };
  const follow = () => {
    stop();
    if (document.visibilityState === 'hidden') return;
    timer = setTimeout(() => {
      running = new AbortController();
      void run(running.signal);
    }, openAfterMs);
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stop();
  };
}
