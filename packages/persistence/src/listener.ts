/**
 * One LISTEN connection a process. It connects at the first subscription and again, forever, when it is
 * lost. What was notified meanwhile is gone: `onGap` tells the subscriber to read anew.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@interlude/runtime';
import type pg from 'pg';
import { createConnection, type DatabaseAddress } from './connections.ts';

export interface Subscription {
  readonly onPayload: (payload: string) => void;
  /** Called after a lost connection is back. */
  readonly onGap?: (() => void) | undefined;
}

export interface Listener {
  /** Resolves when the database listens. The answer ends the subscription. */
  listen(channel: string, subscription: Subscription): Promise<() => void>;
  stop(): Promise<void>;
}

const pause = { firstMs: 100, mostMs: 5_000 };
const channelName = /^[a-z_]{1,60}$/;

export function createListener(address: DatabaseAddress, logger: Logger): Listener {
  const subscriptions = new Map<string, Set<Subscription>>();
  let stopped = false;
  let connecting: Promise<pg.Client> | undefined;
  let asking: Promise<unknown> = Promise.resolve();

  const deliver = (message: pg.Notification) => {
    for (const subscription of subscriptions.get(message.channel) ?? []) {
      try {
        subscription.onPayload(message.payload ?? '');
      } catch (error) {
        logger.error({ error, channel: message.channel }, 'a listener failed');
      }
    }
  };

  const open = async (): Promise<pg.Client> => {
    const client = createConnection(address, 'interlude-listen');
    try {
      await client.connect();
      client.on('notification', deliver);
      for (const channel of subscriptions.keys()) await client.query(`listen ${channel}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    client.once('end', () => {
      if (!stopped) {
        logger.warn('the connection for notifications was lost');
        connecting = reopen();
        connecting.catch(() => undefined);
      }
    });
    return client;
  };

  const reopen = async (): Promise<pg.Client> => {
    for (let pauseMs = pause.firstMs; ; pauseMs = Math.min(pauseMs * 2, pause.mostMs)) {
      await sleep(pauseMs);
      if (stopped) throw new Error('the listener was stopped');
      try {
        const client = await open();
        logger.info('the connection for notifications is back');
        for (const group of subscriptions.values()) {
          for (const subscription of group) subscription.onGap?.();
        }
        return client;
      } catch {
        // The database is still away; the pools log why.
      }
    }
  };

  return {
    async listen(channel, subscription) {
      if (!channelName.test(channel)) throw new Error(`not a channel name: ${channel}`);
      const group = subscriptions.get(channel) ?? new Set();
      group.add(subscription);
      subscriptions.set(channel, group);
      connecting ??= open();
      const client = await connecting;
      asking = asking.catch(() => undefined).then(() => client.query(`listen ${channel}`));
      await asking;
      return () => {
        group.delete(subscription);
      };
    },
    async stop() {
      stopped = true;
      const client = await connecting?.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}
