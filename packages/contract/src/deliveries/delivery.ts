import { z } from 'zod';
import { notificationSentence } from '../notifications/notification-sentence.ts';
import { subscriptionChannels } from '../user-subscriptions/user-subscription.ts';

export const deliveryStates = ['waiting', 'mailed', 'delivered', 'failed', 'cancelled'] as const;

/** The topic of 'send a test'. */
export const testTopic = 'subscription.test';

/** A notification on its way to one subscription, with the state of its delivery. */
export const delivery = z.object({
  id: z.string().describe('the same at each attempt: webhook-id'),
  subscriptionId: z.string(),
  channel: z.enum(subscriptionChannels),
  topic: z.string(),
  content: z.string().describe('one sentence, in English'),
  sentence: notificationSentence.optional(),
  state: z
    .enum(deliveryStates)
    .describe('mailed = the mail is made; cancelled = its subscription was switched off'),
  attempts: z.number().int(),
  nextAttemptAt: z.iso.datetime().nullable(),
  error: z.string().describe('why the last attempt failed'),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type Delivery = z.output<typeof delivery>;

/** Headers and the beginning of a body, secrets masked. */
export const exchangedMessage = z.object({
  line: z.string().describe('method and address, or status'),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type ExchangedMessage = z.output<typeof exchangedMessage>;

export const deliveryAttempt = z.object({
  number: z.number().int(),
  at: z.iso.datetime(),
  durationMs: z.number().int().nullable().describe('null = the worker was ended meanwhile'),
  status: z.number().int().nullable(),
  request: exchangedMessage.nullable(),
  answer: exchangedMessage.nullable(),
  error: z.string(),
});
export type DeliveryAttempt = z.output<typeof deliveryAttempt>;

/** A delivery with its newest 20 attempts, newest first. */
export const deliveryDetail = delivery.extend({ log: z.array(deliveryAttempt) });
export type DeliveryDetail = z.output<typeof deliveryDetail>;
