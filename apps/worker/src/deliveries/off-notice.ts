/** Notice to the owner of a subscription that it was switched off: a notification in the console, and a mail. */
import { say, shownWebhookUrl } from '@interlude/contract';
import { lineOf, subscriptionOffMail } from '@interlude/mails';
import type { OffNotice } from '@interlude/persistence';
import type { Config } from '@interlude/runtime';

export function offNotice({
  productName,
  publicUrl,
}: Pick<Config, 'productName' | 'publicUrl'>): OffNotice {
  return ({ email, language }, { subscription, reason }) => {
    const { topic, webhookUrl } = subscription;
    const channel = subscription.channel === 'slack' ? 'slack' : 'webhook';
    const address = shownWebhookUrl(subscription.channel, webhookUrl);
    const name = channel === 'slack' ? 'Slack' : 'webhook';
    const off = { topic, channel, address, reason } as const;
    return {
      ...say('subscriptionOff', { topic, channel: name, address, reason: lineOf(reason) }),
      mail: { to: email, ...subscriptionOffMail({ productName, publicUrl, language }, off) },
    };
  };
}
