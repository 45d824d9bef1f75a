/** Placeholders in saved subscriptions become the stored secrets, or are refused where those would go elsewhere. */
import {
  secretPlaceholder,
  shownWebhookUrl,
  type UserSubscription,
  webhookSecrets,
} from '@interlude/contract';
import { invalidFields } from '../../http/field-errors.ts';
import { restoreSecrets } from '../../http/stored-secrets.ts';

const enterAgain =
  'Enter the address again; the stored address of Slack is not shown and not changed in part.';

/** No address, method or secret that the channel does not use. */
function withoutUnused(given: UserSubscription): UserSubscription {
  const { channel } = given;
  return {
    ...given,
    webhookUrl: channel === 'email' ? '' : given.webhookUrl.trim(),
    webhookMethod: channel === 'webhook' ? given.webhookMethod : 'POST',
    webhookSecret: channel === 'webhook' ? given.webhookSecret.trim() : '',
  };
}

/** The address of a Slack webhook is secret as a whole: only its masked form as shown stands for the stored one. */
function restoreSlack(
  given: UserSubscription,
  stored: UserSubscription | undefined,
  field: string,
): UserSubscription {
  if (!given.webhookUrl.includes(secretPlaceholder)) return given;
  const isShown =
    stored?.channel === 'slack' && given.webhookUrl === shownWebhookUrl('slack', stored.webhookUrl);
  if (isShown) return { ...given, webhookUrl: stored.webhookUrl };
  throw invalidFields({ [field]: enterAgain });
}

/**
 * Replaces placeholders of saved subscriptions with the stored secrets.
 * @param stored subscriptions of the user, with secrets
 * @throws {DomainError} INVALID_FIELDS, with the field as `subscriptions.<place>.<name>`
 * @see rules SEC-S23, SEC-S110
 */
export function restoreSubscriptions(
  given: readonly UserSubscription[],
  stored: readonly UserSubscription[],
): UserSubscription[] {
  const known = new Map(stored.map((each) => [each.id, each]));
  return given.map((each, place) => {
    const before = known.get(each.id);
    const used = withoutUnused(each);
    const fieldOf = (name: string) => `subscriptions.${place}.${name}`;
    if (used.channel === 'slack') return restoreSlack(used, before, fieldOf('webhookUrl'));
    const same = before?.channel === 'webhook' ? before : undefined;
    return restoreSecrets(webhookSecrets, used, same, fieldOf);
  });
}
