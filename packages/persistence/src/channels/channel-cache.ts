/**
 * Cache of parsed channels by version, so that a list reads, parses and unseals the settings of a channel only once. It
 * is never stale: the database gives the versions of each page, and a version never changes.
 */
import type { StoredChannel } from './channel-row.ts';

/** Identifies one state of a channel. */
export interface ChannelVersion {
  readonly tenantId: string;
  readonly id: string;
  readonly updatedAtMs: number;
  readonly resetCount: number;
}

/** Channels; each takes about 8 kB, and its text about 3 kB for each role that reads it. */
const defaultCapacity = 2_000;

const keyOf = ({ tenantId, id, updatedAtMs, resetCount }: ChannelVersion) =>
  `${tenantId} ${id} ${updatedAtMs} ${resetCount}`;

/** Freezes the object, because callers share it. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

export class ChannelCache {
  readonly #channels = new Map<string, StoredChannel>();
  readonly #capacity: number;

  constructor(capacity = defaultCapacity) {
    this.#capacity = capacity;
  }

  find(version: ChannelVersion): StoredChannel | undefined {
    const key = keyOf(version);
    const channel = this.#channels.get(key);
    if (channel !== undefined) {
      this.#channels.delete(key); // to the end: least recently used goes first
      this.#channels.set(key, channel);
    }
    return channel;
  }

  add(channel: StoredChannel): StoredChannel {
    const updatedAtMs = Date.parse(channel.updatedAt);
    this.#channels.set(keyOf({ ...channel, updatedAtMs }), deepFreeze(channel));
    if (this.#channels.size > this.#capacity) {
      const [oldest] = this.#channels.keys();
      if (oldest !== undefined) this.#channels.delete(oldest);
    }
    return channel;
  }
}
