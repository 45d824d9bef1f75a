/** The rules of the subscription editor (PROF-006 to PROF-011), apart from its look. */
import type { UserSubscription } from '@interlude/contract';
import { t } from '../../texts/t.ts';

export type Subscription = UserSubscription;

export const topics = [
  'workflow.jobs.create',
  'workflow.jobs.failed',
  'workflow.jobs.done',
  'asset.channels.synchronisation',
  'asset.stream-monitor.source',
  'asset.stream-monitor.output',
] as const satisfies readonly Subscription['topic'][];

export const channels = [
  'email',
  'slack',
  'webhook',
] as const satisfies readonly Subscription['channel'][];
export const listenTos = ['own', 'all'] as const satisfies readonly Subscription['listenTo'][];
export const webhookMethods = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
] as const satisfies readonly Subscription['webhookMethod'][];

/** The subscription that 'Add subscription' adds (PROF-006). */
export const newSubscription: Subscription = {
  id: '',
  topic: 'workflow.jobs.failed',
  channel: 'email',
  listenTo: 'own',
  webhookUrl: '',
  webhookMethod: 'POST',
  webhookSecret: '',
  state: 'on',
  stateReason: '',
};

/** Slack and webhook are reached by an address, e-mail by the user's own (OP-35). */
export function needsUrl(subscription: Pick<Subscription, 'channel'>): boolean {
  return subscription.channel !== 'email';
}

/** Only a webhook has a method to choose (OP-35), and a secret that signs its deliveries. */
export function needsMethod(subscription: Pick<Subscription, 'channel'>): boolean {
  return subscription.channel === 'webhook';
}

/** Problems of one subscription, by field. */
export interface SubscriptionProblems {
  readonly webhookUrl?: string | undefined;
  readonly webhookSecret?: string | undefined;
}

/** 'Enter a valid url', or undefined when the address is valid or not needed (PROF-011). */
export function urlProblem(subscription: Subscription): string | undefined {
  if (!needsUrl(subscription) || isWebUrl(subscription.webhookUrl.trim())) return;
  return t('Enter a valid url');
}

const secretForm = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;
/** The server's placeholder for a stored secret. */
const kept = '********';

/** The problem of a secret in the form of Standard Webhooks; none is allowed, and the server checks the length. */
export function secretProblem(subscription: Subscription): string | undefined {
  const secret = subscription.webhookSecret.trim();
  if (!needsMethod(subscription) || secret === '' || secret === kept) return;
  return secretForm.test(secret)
    ? undefined
    : t('Enter whsec_ followed by 24 to 64 bytes in base64.');
}

/** A fresh secret: 32 random bytes. */
export function makeWebhookSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** Whether the secret can be copied: a stored one is not shown. */
export const isFreshSecret = (secret: string) => secret !== '' && secret !== kept;

function isWebUrl(url: string): boolean {
  return /^https?:\/\/\S+$/i.test(url) && URL.canParse(url);
}

/** The subscription as it is saved: without an address, method or secret that its channel does not use. */
export function storedSubscription(subscription: Subscription): Subscription {
  return {
    ...subscription,
    webhookUrl: needsUrl(subscription) ? subscription.webhookUrl.trim() : '',
    webhookMethod: needsMethod(subscription) ? subscription.webhookMethod : 'POST',
    webhookSecret: needsMethod(subscription) ? subscription.webhookSecret.trim() : '',
  };
}

/** The subscription without the fields that only the server sets: a difference in those is no change of the form. */
export function editableSubscription(subscription: Subscription): Subscription {
  return { ...subscription, state: 'on', stateReason: '' };
}
