/**
 * Changes in the database, for the event streams and the caches of this process: one database subscription, many
 * subscribers. After a gap all subscribers have to read again.
 */
import type { ChangeEvent } from '@interlude/contract/api';

/** `user`: the one member whom it concerns; undefined = the whole tenant. */
export type Change = ChangeEvent & { readonly tenant: string; readonly user?: string | undefined };

export interface ChangeFeed {
  /** `onGap`: changes may have been missed. @returns ends the subscription */
  subscribe(onChange: (change: Change) => void, onGap: () => void): () => void;
  stop(): void;
}

/** Starts watching. @returns ends it */
export type WatchChanges = (
  onChange: (change: Change) => void,
  onGap: () => void,
) => Promise<() => void>;

export async function createChangeFeed(watch: WatchChanges): Promise<ChangeFeed> {
  const subscribers = new Set<{ onChange: (change: Change) => void; onGap: () => void }>();
  const end = await watch(
    (change) => {
      for (const { onChange } of subscribers) onChange(change);
    },
    () => {
      for (const { onGap } of subscribers) onGap();
    },
  );
  return {
    subscribe: (onChange, onGap) => {
      const subscriber = { onChange, onGap };
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    stop: () => {
      subscribers.clear();
      end();
    },
  };
}
