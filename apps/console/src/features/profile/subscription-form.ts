/** The rules of the subscription editor (PROF-006 to PROF-011), apart from its look. */
import type { UserSubscription } from '@interlude/contract';

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

/** What 'Add subscription' adds (PROF-006). */
export const newSubscription: Subscription = {
  topic: 'workflow.jobs.failed',
  channel: 'email',
  listenTo: 'own',
  webhookUrl: '',
  webhookMethod: 'POST',
};

/** Slack and webhook are reached by an address, e-mail by the user's own (OP-35). */
export function needsUrl(subscription: Pick<Subscription, 'channel'>): boolean {
  return subscription.channel !== 'email';
}

/** Only a webhook has a method to choose (OP-35). */
export function needsMethod(subscription: Pick<Subscription, 'channel'>): boolean {
  return subscription.channel === 'webhook';
}

/** 'Enter a valid url', or undefined when the address is valid or not needed (PROF-011). */
export function urlProblem(subscription: Subscription): string | undefined {
  if (!needsUrl(subscription) || isWebUrl(subscription.webhookUrl.trim())) return;
  return 'Enter a valid url';
}

function isWebUrl(url: string): boolean {
  return /^https?:\/\/\S+$/i.test(url) && URL.canParse(url);
}

/** As it is stored: no address or method that the channel does not use. */
export function storedSubscription(subscription: Subscription): Subscription {
  return {
    ...subscription,
    webhookUrl: needsUrl(subscription) ? subscription.webhookUrl.trim() : '',
    webhookMethod: needsMethod(subscription) ? subscription.webhookMethod : 'POST',
  };
}
