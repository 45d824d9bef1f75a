/** Reloads a resource when the server reports a change, while the page is visible. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../../app/session.ts';
import { listenToChanges } from './change-hub.ts';

/** Changes within this time cause one reload. */
const gatherMs = 1_000;

export type LiveResource =
  | 'deliveries'
  | 'jobs'
  | 'medias'
  | 'notifications'
  | 'titles'
  | 'userSubscriptions';

interface Followed {
  readonly tenant: string;
  /** Kind of the changes that are followed, as the feed names it, e.g. `jobs`. */
  readonly kind: string;
  readonly readAgain: () => void;
  readonly onState?: (open: boolean) => void;
}

/** @returns stops following */
function followKind({ tenant, kind, readAgain, onState }: Followed): () => void {
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const gathered = () => {
    gathering = undefined;
    readAgain();
  };
  const onChange = (change: { readonly kind: string } | undefined) => {
    const concerns = change === undefined || change.kind === kind;
    if (concerns) gathering ??= setTimeout(gathered, gatherMs);
  };
  const end = listenToChanges(tenant, { onChange, onState });
  return () => {
    clearTimeout(gathering);
    end();
  };
}

/** @param parts of the query keys that are read again: all of the resource, or only its lists */
export function useLiveChanges(resource: LiveResource, ...parts: 'list'[]): void {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const part = parts[0];
  useEffect(() => {
    const queryKey = [tenant, resource, ...(part === undefined ? [] : [part])];
    const readAgain = () => void queries.invalidateQueries({ queryKey });
    return followKind({ tenant, kind: resource, readAgain });
  }, [tenant, resource, part, queries]);
}

/**
 * Reads the figures of today again when events were counted, which happens within seconds of them.
 * @returns whether a stream is open; the page has to poll while there is none
 */
export function useLiveFigures(): boolean {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const queryKey = [tenant, 'channels', 'summary'];
    const readAgain = () => void queries.invalidateQueries({ queryKey });
    return followKind({ tenant, kind: 'figures', readAgain, onState: setOpen });
  }, [tenant, queries]);
  return open;
}
