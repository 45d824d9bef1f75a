/** Masks the address of a subscription: anybody who knows a Slack webhook's address can post to its channel. */
import { maskSecret, secretPlaceholder } from '../secrets.ts';
import type { SubscriptionChannel } from './user-subscription.ts';

/** A Slack address as its origin alone, a webhook's with `user:password@` masked. Idempotent. */
export function shownWebhookUrl(channel: SubscriptionChannel, url: string): string {
  if (url === '' || !URL.canParse(url)) return url;
  if (channel === 'slack') return `${new URL(url).origin}/${secretPlaceholder}`;
  return String(maskSecret({ path: 'webhookUrl', kind: 'user-info', sentTo: [] }, url));
}
