/** The subscriptions of a user: topics and channels (PROF-006 to PROF-011). */
import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import {
  channels,
  listenTos,
  needsMethod,
  needsUrl,
  newSubscription,
  type Subscription,
  topics,
  webhookMethods,
} from './subscription-form.ts';

const channelLabels = { email: 'E-mail', slack: 'Slack', webhook: 'Webhook' } as const;
const listenToLabels = { own: 'Own', all: 'All' } as const;

interface SubscriptionEditorProps {
  readonly subscriptions: readonly Subscription[];
  /** One entry per subscription. */
  readonly urlProblems: readonly (string | undefined)[];
  readonly onChange: (subscriptions: readonly Subscription[]) => void;
}

export function SubscriptionEditor(props: SubscriptionEditorProps) {
  const { subscriptions, urlProblems, onChange } = props;
  const replace = (place: number, change: Partial<Subscription>) =>
    onChange(subscriptions.map((each, at) => (at === place ? { ...each, ...change } : each)));
  return (
    <>
      <ul className="subscriptions">
        {subscriptions.map((subscription, place) => (
          <SubscriptionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a subscription has no name of its own
            key={place}
            place={place}
            subscription={subscription}
            urlProblem={urlProblems[place]}
            onChange={(change) => replace(place, change)}
            onRemove={() => onChange(subscriptions.filter((_each, at) => at !== place))}
          />
        ))}
      </ul>
      {subscriptions.length === 0 && <p className="dimmed">No subscription yet.</p>}
      <Button
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...subscriptions, newSubscription])}
      >
        Add subscription
      </Button>
    </>
  );
}

interface SubscriptionRowProps {
  readonly place: number;
  readonly subscription: Subscription;
  readonly urlProblem: string | undefined;
  readonly onChange: (change: Partial<Subscription>) => void;
  readonly onRemove: () => void;
}

function SubscriptionRow(props: SubscriptionRowProps) {
  const { place, subscription, urlProblem, onChange, onRemove } = props;
  return (
    <li>
      <fieldset>
        <legend className="sr-only">Subscription {place + 1}</legend>
        <Choice
          label="Topic"
          value={subscription.topic}
          choices={topics}
          onChoose={(topic) => onChange({ topic })}
        />
        <Choice
          label="Channel"
          value={subscription.channel}
          choices={channels}
          labels={channelLabels}
          onChoose={(channel) => onChange({ channel })}
        />
        <Choice
          label="Listen to"
          value={subscription.listenTo}
          choices={listenTos}
          labels={listenToLabels}
          onChoose={(listenTo) => onChange({ listenTo })}
        />
        {needsUrl(subscription) && (
          <TextInput
            className="subscription-url"
            label="Webhook url"
            type="url"
            placeholder="https://"
            value={subscription.webhookUrl}
            error={urlProblem}
            onChange={(event) => onChange({ webhookUrl: event.currentTarget.value })}
          />
        )}
        {needsMethod(subscription) && (
          <Choice
            label="Method"
            value={subscription.webhookMethod}
            choices={webhookMethods}
            onChoose={(webhookMethod) => onChange({ webhookMethod })}
          />
        )}
      </fieldset>
      <ActionIcon aria-label={`Remove subscription ${place + 1}`} onClick={onRemove}>
        <IconTrash size={16} stroke={1.7} />
      </ActionIcon>
    </li>
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
