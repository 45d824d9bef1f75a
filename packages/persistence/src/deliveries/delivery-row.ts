import {
  type Delivery,
  type DeliveryAttempt,
  deliveryStates,
  exchangedMessage,
  knownSentence,
  subscriptionChannels,
} from '@interlude/contract';
import type { Selectable } from 'kysely';
import type { DeliveriesTable, DeliveryAttemptsTable } from '../schema.ts';

export type DeliveryRow = Selectable<DeliveriesTable>;
export type AttemptRow = Selectable<DeliveryAttemptsTable>;

export function toDelivery(row: DeliveryRow): Delivery {
  const state = deliveryStates.find((known) => known === row.state) ?? 'waiting';
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    channel: subscriptionChannels.find((known) => known === row.channel) ?? 'webhook',
    topic: row.topic,
    content: row.content,
    sentence: knownSentence(row.sentence),
    state,
    attempts: row.attempts,
    nextAttemptAt: state === 'waiting' ? row.due_at.toISOString() : null,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

export function toAttempt(row: AttemptRow): DeliveryAttempt {
  return {
    number: row.number,
    at: row.at.toISOString(),
    durationMs: row.duration_ms,
    status: row.status,
    request: exchangedMessage.safeParse(row.request).data ?? null,
    answer: exchangedMessage.safeParse(row.answer).data ?? null,
    error: row.error,
  };
}
