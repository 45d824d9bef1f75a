/**
 * One change feed for all listeners of this tab. An open feed takes one of the six HTTP/1.1 connections of a browser to
 * a server, so a hidden tab closes it; when the tab is visible again, everything is read again.
 */
import { selectedTenantHeader } from '@interlude/contract';
import type { ChangeEvent } from '@interlude/contract/api';
import { authorisedFetch, currentTenant } from '../../api/api.ts';
import { apiBaseUrl } from '../../api/api-base.ts';
import { routes } from '../../api/contract-routes.ts';
import { followChanges } from './change-stream.ts';

/** Delay before a stream is opened: pages that are left at once open none. */
const openAfterMs = 1_500;

export interface ChangeListener {
  /** Undefined: changes may have been missed, everything is read again. */
  readonly onChange: (change: ChangeEvent | undefined) => void;
  /** Reports whether the feed is open: at once, and on each change. */
  readonly onState?: ((open: boolean) => void) | undefined;
}

interface Hub {
  readonly listeners: Set<ChangeListener>;
  readonly isOpen: () => boolean;
  readonly end: () => void;
}

/** Hubs by tenant. */
const hubs = new Map<string, Hub>();

/** Calls `listener` for the changes of the selected tenant while the tab is visible. @returns stops listening */
export function listenToChanges(tenant: string, listener: ChangeListener): () => void {
  const hub = hubs.get(tenant) ?? openHub(tenant);
  hub.listeners.add(listener);
  listener.onState?.(hub.isOpen());
  return () => {
    hub.listeners.delete(listener);
    if (hub.listeners.size > 0) return;
    hub.end();
    hubs.delete(tenant);
  };
}

function openHub(tenant: string): Hub {
  const listeners = new Set<ChangeListener>();
  const onChange = (change: ChangeEvent | undefined) => {
    for (const listener of listeners) listener.onChange(change);
  };
  let isOpen = false;
  const onState = (open: boolean) => {
    isOpen = open;
    for (const listener of listeners) listener.onState?.(open);
  };
  const open = async (signal: AbortSignal) => {
    const body = await openFeed(signal);
    // A feed has no changes from before its opening, and pages were read before it, before the first one, too.
    if (body !== undefined) onChange(undefined);
    return body;
  };
  const end = whileVisible((signal) => followChanges({ open, onChange, onState, signal }));
  const hub = { listeners, isOpen: () => isOpen, end };
  hubs.set(tenant, hub);
  return hub;
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

/** Runs a task while the page is visible, after a delay. @returns stops the task */
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
