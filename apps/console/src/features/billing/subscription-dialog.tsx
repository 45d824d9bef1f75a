/** The Subscribe dialog and the Subscription Details dialog (SUB-006): the same inputs, with a tier or without one. */
import { type Billing, type Tenant, tierPlans } from '@interlude/contract';
import { Button } from '@mantine/core';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { serverFieldErrors } from '../../api/field-errors.ts';
import { useSession } from '../../app/session.ts';
import { text } from '../../messages.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { termText } from './billing-days.ts';
import { BillingForm, inputsOf, orderOf } from './billing-form.tsx';
import { useOpenPortal, useSaveSubscription } from './billing-queries.ts';
import { euros, tierLines, tierNames, tierPrice } from './tier-texts.ts';

interface SubscriptionDialogProps {
  readonly billing: Billing;
  /** The tier to subscribe to; undefined shows the details of the current subscription. */
  readonly tier?: Tenant['tier'] | undefined;
  readonly onClose: () => void;
}

/** Names of the API → names of the inputs. */
function problemsOf(error: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(serverFieldErrors(error)).map(([path, problem]) => [
      path === 'paymentContactEmail' ? 'email' : path.replace('billingDetails.', ''),
      problem,
    ]),
  );
}

const stateWords: Readonly<Record<Billing['state'], string>> = {
  none: t('No subscription'),
  pending: t('Not completed'),
  active: t('Active'),
  pastDue: t('An invoice is overdue'),
  unpaid: t('Not paid'),
  ended: t('Ended'),
};

/** Price and terms of a tier, shown before the person agrees. */
function Agreement({ tier }: { tier: Tenant['tier'] }) {
  const { minimumFeeCents } = tierPlans[tier];
  return (
    <div className="wide subscribe-plan">
      <strong>
        {sentence('{tierNames} · {tier} CPM', {
          tierNames: tierNames[tier],
          tier: tierPrice(tier),
        })}
      </strong>
      <p className="dimmed">{tierLines[tier].join(' · ')}</p>
      <p className="dimmed">
        {sentence(
          'Each term costs {minimumFeeCents} at least, net, paid within 30 days after the invoice.',
          { minimumFeeCents: euros(minimumFeeCents) },
        )}
      </p>
    </div>
  );
}

function Details({ billing }: { billing: Billing }) {
  const { tier, state, term, provider } = billing;
  return (
    <dl className="wide subscription-facts">
      <dt>{t('Plan')}</dt>
      <dd>{tierNames[tier]}</dd>
      <dt>{t('State')}</dt>
      <dd>{stateWords[state]}</dd>
      <dt>{t('Term')}</dt>
      <dd className="num">{term === null ? '–' : termText(term)}</dd>
      <dt>{t('Invoices')}</dt>
      <dd>
        {provider === 'stripe' ? t('By Stripe, to the contact email') : t('Made by the operator')}
      </dd>
    </dl>
  );
}

export function SubscriptionDialog({ billing, tier, onClose }: SubscriptionDialogProps) {
  const { user } = useSession();
  const formId = useId();
  const save = useSaveSubscription();
  const portal = useOpenPortal();
  const isSent = useRef(false);
  const [inputs, setInputs] = useState(() => inputsOf(billing, user.email));
  const problems = save.isError ? problemsOf(save.error) : {};
  const isMarked = Object.keys(problems).length > 0;
  const sentence = isMarked ? t('Correct the marked fields.') : errorText(save.error);
  const isSubscribing = tier !== undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // A second click in the same frame.
    if (isSent.current) return;
    isSent.current = true;
    save.mutate(
      { ...orderOf(inputs), ...(tier !== undefined && { tier }) },
      {
        onSuccess: onClose,
        onSettled: () => {
          isSent.current = false;
        },
      },
    );
  };
  return (
    <Dialog
      opened
      title={isSubscribing ? t('Subscribe') : t('Subscription Details')}
      width={600}
      onClose={onClose}
      actions={
        <>
          {!isSubscribing && billing.hasPortal && (
            <Button
              variant="subtle"
              className="portal-button"
              loading={portal.isPending}
              onClick={() => portal.mutate()}
            >
              {t('Payment and invoices')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} loading={save.isPending}>
            {isSubscribing ? t('Subscribe') : t('Save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="billing-form" noValidate onSubmit={submit}>
        {isSubscribing ? <Agreement tier={tier} /> : <Details billing={billing} />}
        <BillingForm
          inputs={inputs}
          problems={problems}
          onChange={(changed) => {
            setInputs(changed);
            if (save.isError) save.reset();
          }}
        />
        {save.isError && (
          <p className="bad wide" role="alert">
            {text('settingsSaveFailed', { msg: sentence })}
          </p>
        )}
      </form>
    </Dialog>
  );
}
