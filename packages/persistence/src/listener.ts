/**
 * One LISTEN connection for each process. It connects at the first subscription, and reconnects without a limit when it
 * is lost. Notifications of the meantime are lost: `onGap` makes the subscriber read its rows again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@interlude/runtime';
import type pg from 'pg';
import type { DatabaseAddress } from './connections.ts';
import { type ListenConnection, openListenConnection } from './listen-connection.ts';

export interface Subscription {
  readonly onPayload: (payload: string) => void;
  /** Called when a lost connection is back: notifications may have been missed. */
  readonly onGap?: (() => void) | undefined;
}

export interface Listener {
  /** Resolves when the database listens. The returned function ends the subscription. */
  listen(channel: string, subscription: Subscription): Promise<() => void>;
  stop(): Promise<void>;
}

const pause = { firstMs: 100, mostMs: 5_000 };
const channelName = /^[a-z_]{1,60}$/;

export function createListener(address: DatabaseAddress, logger: Logger): Listener {
  const subscriptions = new Map<string, Set<Subscription>>();
  let stopped = false;
  let reopening = false;
  let connecting: Promise<ListenConnection> | undefined;

  const onNotification = (message: pg.Notification) => {
    for (const subscription of subscriptions.get(message.channel) ?? []) {
      try {
        subscription.onPayload(message.payload ?? '');
      } catch (error) {
        logger.error({ err: error, channel: message.channel }, 'a listener failed');
      }
    }
  };

  const open = async (): Promise<ListenConnection> => {
    const connection = await openListenConnection(address, { onNotification, onLost });
    try {
      for (const channel of subscriptions.keys()) await connection.listen(channel);
      return connection;
    } catch (error) {
      await connection.end();
      throw error;
    }
  };

  const onLost = () => {
    if (stopped || reopening) return;
    logger.warn('the connection for notifications was lost');
    reopening = true;
    connecting = reopen().finally(() => {
      reopening = false;
    });
    connecting.catch(() => undefined);
  };

  const reopen = async (): Promise<ListenConnection> => {
    for (let pauseMs = pause.firstMs; ; pauseMs = Math.min(pauseMs * 2, pause.mostMs)) {
      await sleep(pauseMs);
      if (stopped) throw new Error('the listener was stopped');
      try {
        const connection = await open();
        logger.info('the connection for notifications is back');
        for (const group of subscriptions.values()) {
          for (const subscription of group) subscription.onGap?.();
        }
        return connection;
      } catch {
        // The database is still down; the pools log why.
      }
    }
  };

  return {
    async listen(channel, subscription) {
      if (!channelName.test(channel)) throw new Error(`not a channel name: ${channel}`);
      connecting ??= open();
      try {
        await (await connecting).listen(channel);
      } catch (error) {
        if (!reopening) connecting = undefined;
        throw error;
      }
      const group = subscriptions.get(channel) ?? new Set();
      subscriptions.set(channel, group.add(subscription));
      return () => {
        group.delete(subscription);
      };
    },
    async stop() {
      stopped = true;
      const connection = await connecting?.catch(() => undefined);
      await connection?.end();
    },
  };
}
