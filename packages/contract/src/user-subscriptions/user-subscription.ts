import { z } from 'zod';
import { isHttpUrl } from '../http-url.ts';
import type { SecretSetting } from '../secrets.ts';
import { secretPlaceholder } from '../secrets.ts';

export const subscriptionTopics = [
  'workflow.jobs.create',
  'workflow.jobs.failed',
  'workflow.jobs.done',
  'asset.channels.synchronisation',
  'asset.stream-monitor.source',
  'asset.stream-monitor.output',
] as const;
export type SubscriptionTopic = (typeof subscriptionTopics)[number];

export const subscriptionChannels = ['email', 'slack', 'webhook'] as const;
export type SubscriptionChannel = (typeof subscriptionChannels)[number];

export const webhookMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Subscriptions of one member of a company. */
export const maxSubscriptions = 100;

/** A rule for which notifications reach a user, and how (DATA-005). */
export const userSubscription = z.object({
  id: z.string().max(100).default('').describe('given by the server; empty = a new one'),
  topic: z.enum(subscriptionTopics),
  channel: z.enum(subscriptionChannels),
  listenTo: z
    .enum(['own', 'all'])
    .describe('own = what this user made or changed, all = of the company'),
  webhookUrl: z.string().max(2_000).default(''),
  webhookMethod: z.enum(webhookMethods).default('POST'),
  webhookSecret: z
    .string()
    .max(200)
    .default('')
    .describe('signs what a webhook gets (Standard Webhooks): whsec_ and 24 to 64 bytes in base64'),
  state: z.enum(['on', 'off']).default('on').describe('read-only'),
  stateReason: z.string().max(500).default('').describe('read-only: why it is off'),
});
export type UserSubscription = z.output<typeof userSubscription>;

const secretForm = /^whsec_[A-Za-z0-9+/]+={0,2}$/;

/** Whether a text is a signing secret of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
export function isWebhookSecret(given: string): boolean {
  if (!secretForm.test(given)) return false;
  const digits = given.slice('whsec_'.length).replace(/=+$/, '').length;
  const bytes = Math.floor((digits * 3) / 4);
  return digits % 4 !== 1 && bytes >= 24 && bytes <= 64;
}

export const webhookSecretProblem = 'Enter whsec_ followed by 24 to 64 bytes in base64.';

/** A subscription to save: all channels but email need an address (PROF-011, OP-35). */
export const savedSubscription = userSubscription.superRefine((given, context) => {
  const { channel, webhookUrl, webhookSecret } = given;
  if (!isHttpUrl(webhookUrl) && !(channel === 'email' && webhookUrl === '')) {
    context.addIssue({ code: 'custom', message: 'Enter a valid url', path: ['webhookUrl'] });
  }
  const plain = webhookSecret === '' || webhookSecret === secretPlaceholder;
  if (!plain && !isWebhookSecret(webhookSecret)) {
    const message = webhookSecretProblem;
    context.addIssue({ code: 'custom', message, path: ['webhookSecret'] });
  }
});

/** Body and answer of PUT user-subscriptions (PROF-004). */
export const userSubscriptions = z.object({
  subscriptions: z.array(savedSubscription).max(maxSubscriptions),
});

/** The secrets of a webhook subscription; the whole address of a Slack webhook is a secret (`shownWebhookUrl`). */
export const webhookSecrets: readonly SecretSetting[] = [
  { path: 'webhookSecret', kind: 'text', sentTo: ['webhookUrl'] },
  { path: 'webhookUrl', kind: 'user-info', sentTo: ['webhookUrl'] },
];
