/** Messages of the upload socket, from the process that handles an upload to the one that holds the socket. */
import { type UploadEvent, uploadEvent } from '@interlude/contract';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

const notifyChannel = 'upload_events';
/** Characters of a message: PostgreSQL limits a notification to 8,000 bytes. */
const maxMessage = 300;
const maxAddress = 2_000;

export interface AddressedUploadEvent {
  readonly tenantId: string;
  /** The user who uploads. */
  readonly userId: string;
  readonly event: UploadEvent;
}

/**
 * Sends the progress of an upload to all processes.
 * @param event its message is cut to 300 characters, and an address of more than 2,000 is left out
 * @see API-039; PostgreSQL, NOTIFY
 */
export async function notifyUploadEvent(
  { system }: Pick<Database, 'system'>,
  { tenantId, userId, event }: AddressedUploadEvent,
): Promise<void> {
  const { url, ...rest } = event;
  const shortened = {
    ...rest,
    message: event.message.slice(0, maxMessage),
    ...(url !== undefined && url.length <= maxAddress && { url }),
  };
  const payload = JSON.stringify({ tenantId, userId, event: shortened });
  await sql`select pg_notify(${notifyChannel}, ${payload})`.execute(system);
}

function parse(payload: string): AddressedUploadEvent | undefined {
  const value: unknown = JSON.parse(payload);
  if (typeof value !== 'object' || value === null) return undefined;
  const { tenantId, userId, event } = value as Record<string, unknown>;
  const checked = uploadEvent.safeParse(event);
  return typeof tenantId === 'string' && typeof userId === 'string' && checked.success
    ? { tenantId, userId, event: checked.data }
    : undefined;
}

/**
 * Calls `onEvent` for each event from now on, of all tenants.
 * @returns a function that ends the subscription
 * @see API-039; PostgreSQL, LISTEN
 */
export function watchUploadEvents(
  database: Pick<Database, 'listen'>,
  onEvent: (event: AddressedUploadEvent) => void,
): Promise<() => void> {
  return database.listen(notifyChannel, (payload) => {
    const event = parse(payload);
    if (event !== undefined) onEvent(event);
  });
}
