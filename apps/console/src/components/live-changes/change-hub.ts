/**
 * One stream of changes for all that listens in this tab. An open stream takes one of the six HTTP/1.1 connections of a
 * browser to a server, so a hidden tab closes its stream; what it missed is read when it is visible again.
 */
import { type ChangeEvent, selectedTenantHeader } from '@interlude/contract';
import { authorisedFetch, currentTenant } from '../../api/api.ts';
import { apiBaseUrl } from '../../api/api-base.ts';
import { routes } from '../../api/contract-routes.ts';
import { followChanges } from './change-stream.ts';

/** Delay before a stream is opened: pages that are left at once open none. */
const openAfterMs = 1_500;

export interface ChangeListener {
  /** Undefined: changes may have been missed, everything is read again. */
  readonly onChange: (change: ChangeEvent | undefined) => void;
  /** Whether a stream is open now; said at once, and when that changes. */
  readonly onState?: ((open: boolean) => void) | undefined;
}

interface Hub {
  readonly listeners: Set<ChangeListener>;
  readonly isOpen: () => boolean;
  readonly end: () => void;
}

/** By tenant. */
const hubs = new Map<string, Hub>();

/** Calls `listener` for the changes of the selected tenant while the tab is visible. @returns ends it */
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
    // A feed begins at its opening: what changed since the pages were read is not in it, at the first one neither.
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
