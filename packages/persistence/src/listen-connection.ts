/** One LISTEN connection that detects its loss, also when the peer vanishes without closing it. */
import type pg from 'pg';
import { createConnection, type DatabaseAddress } from './connections.ts';

const heartbeatEveryMs = 30_000;
const answerTimeoutMs = 10_000;

export interface ListenConnection {
  /** Starts listening; resolves when the database has confirmed it. */
  listen(channel: string): Promise<void>;
  end(): Promise<void>;
}

export interface ListenConnectionOptions {
  readonly onNotification: (message: pg.Notification) => void;
  /** Called once, when the connection ends without `end`. */
  readonly onLost: () => void;
}

export async function openListenConnection(
  address: DatabaseAddress,
  { onNotification, onLost }: ListenConnectionOptions,
): Promise<ListenConnection> {
  const client = createConnection(address, 'interlude-listen', { query_timeout: answerTimeoutMs });
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  let isOver = false;
  let pending: Promise<unknown> = Promise.resolve();
  /** Runs one query at a time; rejects without an answer in time. */
  const query = (text: string): Promise<unknown> => {
    pending = pending.catch(() => undefined).then(() => client.query(text));
    return pending;
  };
  const finish = async () => {
    isOver = true;
    clearInterval(heartbeat);
    await client.end().catch(() => undefined);
  };
  const lose = () => {
    if (isOver) return;
    void finish();
    onLost();
  };
  const heartbeat = setInterval(() => query('select 1').catch(lose), heartbeatEveryMs);
  heartbeat.unref();
  client.once('end', lose);
  client.on('notification', onNotification);
  return {
    async listen(channel) {
      await query(`listen ${channel}`);
    },
    end: finish,
  };
}
