/** One LISTEN connection that notices when it is lost, also when the other side vanished without a word. */
import type pg from 'pg';
import { createConnection, type DatabaseAddress } from './connections.ts';

const heartbeatEveryMs = 30_000;
const answerTimeoutMs = 10_000;

export interface ListenConnection {
  /** Starts listening; resolves when the database does. */
  listen(channel: string): Promise<void>;
  end(): Promise<void>;
}

export interface ListenConnectionOptions {
  readonly onNotification: (message: pg.Notification) => void;
  /** Called once, when the connection ends by itself. */
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
  let asking: Promise<unknown> = Promise.resolve();
  /** One question at a time; fails when there is no answer in time. */
  const ask = (text: string): Promise<unknown> => {
    asking = asking.catch(() => undefined).then(() => client.query(text));
    return asking;
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
  const heartbeat = setInterval(() => ask('select 1').catch(lose), heartbeatEveryMs);
  heartbeat.unref();
  client.once('end', lose);
  client.on('notification', onNotification);
  return {
    async listen(channel) {
      await ask(`listen ${channel}`);
    },
    end: finish,
  };
}
