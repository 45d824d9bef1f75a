/**
 * What has changed in the database, for the event streams and the caches of this process: one
 * subscription there, many here. After a gap everybody is told to read anew.
 */
import type { ChangeEvent } from '@interlude/contract';

export type Change = ChangeEvent & { readonly tenant: string };

export interface ChangeFeed {
  /** `onGap`: changes may have been missed. The answer ends the subscription. */
  subscribe(onChange: (change: Change) => void, onGap: () => void): () => void;
  stop(): void;
}

/** Starts watching; the answer ends it. */
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
