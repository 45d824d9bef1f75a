/**
 * Reloads a resource when the server reports a change, while the page is visible. An open stream takes one of the six
 * HTTP/1.1 connections of a browser to a server, so a hidden tab closes its stream.
 */
import { selectedTenantHeader } from '@interlude/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authorisedFetch, currentTenant } from '../../api/api.ts';
import { apiBaseUrl } from '../../api/api-base.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { followChanges } from './change-stream.ts';

/** Delay before a stream is opened: pages that are left at once open none. */
const openAfterMs = 1_500;
/** Changes within this time cause one reload. */
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

/** Runs a task while the page is visible, after a delay. @returns stops it */
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
