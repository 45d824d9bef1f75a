/** The subscriptions of a user: topics and channels (PROF-006 to PROF-011). */
import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-id.tsx';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import {
  channels,
  isFreshSecret,
  listenTos,
  makeWebhookSecret,
  needsMethod,
  needsUrl,
  newSubscription,
  type Subscription,
  type SubscriptionProblems,
  topics,
  webhookMethods,
} from './subscription-form.ts';

const channelLabels = { email: 'E-mail', slack: 'Slack', webhook: t('Webhook') } as const;
const listenToLabels = { own: t('Own'), all: t('All') } as const;

interface SubscriptionEditorProps {
  readonly subscriptions: readonly Subscription[];
  /** One entry per subscription. */
  readonly problems: readonly SubscriptionProblems[];
  readonly onChange: (subscriptions: readonly Subscription[]) => void;
  /** State and buttons below a subscription. */
  readonly foot?: (subscription: Subscription) => ReactNode;
}

export function SubscriptionEditor(props: SubscriptionEditorProps) {
  const { subscriptions, problems, onChange, foot } = props;
  const replace = (place: number, change: Partial<Subscription>) =>
    onChange(subscriptions.map((each, at) => (at === place ? { ...each, ...change } : each)));
  return (
    <>
      <ul className="subscriptions">
        {subscriptions.map((subscription, place) => (
          <SubscriptionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a subscription that is not saved has no name of its own
            key={place}
            place={place}
            subscription={subscription}
            problems={problems[place] ?? {}}
            onChange={(change) => replace(place, change)}
            onRemove={() => onChange(subscriptions.filter((_each, at) => at !== place))}
            foot={foot?.(subscription)}
          />
        ))}
      </ul>
      {subscriptions.length === 0 && <p className="dimmed">{t('No subscription yet.')}</p>}
      <Button
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...subscriptions, newSubscription])}
      >
        {t('Add subscription')}
      </Button>
    </>
  );
}

interface SubscriptionRowProps {
  readonly place: number;
  readonly subscription: Subscription;
  readonly problems: SubscriptionProblems;
  readonly onChange: (change: Partial<Subscription>) => void;
  readonly onRemove: () => void;
  readonly foot?: ReactNode;
}

function SubscriptionRow(props: SubscriptionRowProps) {
  const { place, subscription, problems, onChange, onRemove, foot } = props;
  return (
    <li>
      <fieldset>
        <legend className="sr-only">
          {sentence('Subscription {place}', { place: place + 1 })}
        </legend>
        <Choice
          label={t('Topic')}
          value={subscription.topic}
          choices={topics}
          onChoose={(topic) => onChange({ topic })}
        />
        <Choice
          label={t('Channel')}
          value={subscription.channel}
          choices={channels}
          labels={channelLabels}
          onChoose={(channel) => onChange({ channel, ...firstSecret(subscription, channel) })}
        />
        <Choice
          label={t('Listen to')}
          value={subscription.listenTo}
          choices={listenTos}
          labels={listenToLabels}
          onChoose={(listenTo) => onChange({ listenTo })}
        />
        {needsUrl(subscription) && (
          <TextInput
            className="subscription-url"
            label={t('Webhook url')}
            type="url"
            placeholder={
              subscription.channel === 'slack'
                ? t('https://hooks.slack.com/services/…')
                : t('https://')
            }
            value={subscription.webhookUrl}
            error={problems.webhookUrl}
            onChange={(event) => onChange({ webhookUrl: event.currentTarget.value })}
          />
        )}
        {needsMethod(subscription) && (
          <>
            <Choice
              label={t('Method')}
              value={subscription.webhookMethod}
              choices={webhookMethods}
              onChoose={(webhookMethod) => onChange({ webhookMethod })}
            />
            <SecretField
              subscription={subscription}
              problem={problems.webhookSecret}
              onChange={onChange}
            />
          </>
        )}
        {foot && <div className="subscription-foot">{foot}</div>}
      </fieldset>
      <ActionIcon
        aria-label={t('Remove subscription {place}', { place: place + 1 })}
        onClick={onRemove}
      >
        <IconTrash size={16} stroke={1.7} />
      </ActionIcon>
    </li>
  );
}

/** A subscription that becomes a webhook is signed unless its user removes the secret. */
function firstSecret(
  { webhookSecret }: Subscription,
  channel: Subscription['channel'],
): Partial<Subscription> {
  const needed = channel === 'webhook' && webhookSecret === '';
  return needed ? { webhookSecret: makeWebhookSecret() } : {};
}

interface SecretFieldProps {
  readonly subscription: Subscription;
  readonly problem: string | undefined;
  readonly onChange: (change: Partial<Subscription>) => void;
}

function SecretField({ subscription, problem, onChange }: SecretFieldProps) {
  const { webhookSecret } = subscription;
  const fresh = isFreshSecret(webhookSecret);
  return (
    <div className="subscription-secret">
      <TextInput
        label={t('Signing secret')}
        className="mono-input"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('none: not signed')}
        value={webhookSecret}
        error={problem}
        {...(fresh && { description: t('Copy it now: it is not shown again after saving.') })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={
          fresh && <CopyButton value={webhookSecret} label={t('Copy signing secret')} />
        }
        onChange={(event) => onChange({ webhookSecret: event.currentTarget.value })}
      />
      <Button variant="default" onClick={() => onChange({ webhookSecret: makeWebhookSecret() })}>
        {t('New secret')}
      </Button>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Value[];
  readonly labels?: Readonly<Record<Value, string>>;
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, choices, labels, onChoose } = props;
  return (
    <Select
      label={label}
      value={value}
      data={choices.map((each) => ({ value: each as string, label: labels?.[each] ?? each }))}
      onChange={(chosen) => {
        const found = choices.find((each) => each === chosen);
        if (found !== undefined) onChoose(found);
      }}
    />
  );
}
