/** Below a subscription: whether it is on, a test, and the way to its log. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSendTest, useTurnOn } from '../../components/use-subscription.ts';
import { paths } from '../../paths.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import type { Subscription } from './subscription-form.ts';

interface SubscriptionFootProps {
  /** As it is stored; undefined = not saved yet. */
  readonly stored: Subscription | undefined;
  /** Where mails go. */
  readonly email: string;
}

export function SubscriptionFoot({ stored, email }: SubscriptionFootProps) {
  const test = useSendTest();
  const turnOn = useTurnOn();
  if (stored === undefined) {
    return <span className="dimmed">{t('Save the profile to send a test.')}</span>;
  }
  const { id, state, stateReason, channel } = stored;
  return (
    <>
      <span className="subscription-state" data-state={state}>
        {state === 'on' ? t('On') : t('Off')}
        {state === 'off' && <span className="dimmed">{stateReason}</span>}
        {state === 'on' && channel === 'email' && (
          <span className="dimmed">{sentence('to {email}', { email })}</span>
        )}
      </span>
      <span className="subscription-actions">
        {state === 'off' && (
          <Button variant="default" loading={turnOn.isPending} onClick={() => turnOn.mutate(id)}>
            {t('Turn on')}
          </Button>
        )}
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate(id)}>
          {t('Send a test')}
        </Button>
        <Link to={paths.deliveries} params={{ subscriptionId: id }}>
          {t('Deliveries')}
        </Link>
      </span>
    </>
  );
}
