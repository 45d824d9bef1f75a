/** What is shown of the address of a subscription: whoever knows that of Slack may write into its channel. */
import { maskSecret, secretPlaceholder } from '../secrets.ts';
import type { SubscriptionChannel } from './user-subscription.ts';

/** The address of Slack with nothing but its origin; of a webhook without `user:password@`. Masked again it stays. */
export function shownWebhookUrl(channel: SubscriptionChannel, url: string): string {
  if (url === '' || !URL.canParse(url)) return url;
  if (channel === 'slack') return `${new URL(url).origin}/${secretPlaceholder}`;
  return String(maskSecret({ path: 'webhookUrl', kind: 'user-info', sentTo: [] }, url));
}
