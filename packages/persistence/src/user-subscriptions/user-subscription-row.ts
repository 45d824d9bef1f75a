/**
 * Converts rows of subscriptions; address and signing secret are sealed, and only their displayable form is in plain
 * columns.
 */
import {
  secretPlaceholder,
  shownWebhookUrl,
  subscriptionChannels,
  type UserSubscription,
  userSubscription,
} from '@interlude/contract';
import { openSecret, type SecretKey, sealSecret } from '@interlude/runtime';
import type { Selectable } from 'kysely';
import type { UserSubscriptionsTable } from '../schema.ts';

export type UserSubscriptionRow = Selectable<UserSubscriptionsTable>;

export interface SubscriptionPlace {
  readonly key: SecretKey;
  readonly tenantId: string;
  readonly id: string;
}

const secretNames = ['webhookUrl', 'webhookSecret'] as const;
type SecretName = (typeof secretNames)[number];

const context = (name: SecretName, { tenantId, id }: SubscriptionPlace) =>
  `user_subscriptions.${name}:${tenantId}:${id}`;

type Sealed = Readonly<Record<string, unknown>>;
const sealedOf = (value: unknown): Sealed =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const channelOf = (text: string) =>
  subscriptionChannels.find((channel) => channel === text) ?? 'webhook';

/** Columns of an address and a signing secret: sealed, and in the form that may be shown. */
export function sealedColumns(
  place: SubscriptionPlace,
  given: Pick<UserSubscription, 'channel' | SecretName>,
) {
  const sealed = Object.fromEntries(
    secretNames.flatMap((name) =>
      given[name] === ''
        ? []
        : [[name, sealSecret(place.key, given[name], context(name, place))] as const],
    ),
  );
  return {
    webhook_url: shownWebhookUrl(given.channel, given.webhookUrl),
    sealed: JSON.stringify(sealed),
  };
}

/** The subscription for the API, without secrets. */
export function toShownSubscription(
  row: Pick<
    UserSubscriptionRow,
    | 'id'
    | 'topic'
    | 'channel'
    | 'listen_to'
    | 'webhook_url'
    | 'webhook_method'
    | 'sealed'
    | 'off_reason'
  > & { readonly off_at: unknown },
): UserSubscription {
  const channel = channelOf(row.channel);
  return userSubscription.parse({
    id: row.id,
    topic: row.topic,
    channel,
    listenTo: row.listen_to,
    webhookUrl: shownWebhookUrl(channel, row.webhook_url),
    webhookMethod: row.webhook_method,
    webhookSecret: 'webhookSecret' in sealedOf(row.sealed) ? secretPlaceholder : '',
    state: row.off_at === null ? 'on' : 'off',
    stateReason: row.off_reason,
  });
}

/** The subscription with its secrets; a secret that cannot be opened (another key) counts as not set. */
export function openSubscription(key: SecretKey, row: UserSubscriptionRow): UserSubscription {
  const place = { key, tenantId: row.tenant_id, id: row.id };
  const sealed = sealedOf(row.sealed);
  const open = (name: SecretName, otherwise: string) => {
    const text = sealed[name];
    if (typeof text !== 'string') return otherwise;
    return openSecret(key, text, context(name, place)) ?? '';
  };
  return {
    ...toShownSubscription(row),
    webhookUrl: open('webhookUrl', row.webhook_url),
    webhookSecret: open('webhookSecret', ''),
  };
}
