/**
 * Subscription Settings: the four tiers, what the company uses of its own, and the dialogs (SUB-001 to SUB-006).
 * `#subscribe-basic` opens the Subscribe dialog, `#subscription` the details.
 */
import { type Billing, type Tenant, tenantTiers } from '@interlude/contract';
import { Button } from '@mantine/core';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { errorText } from '../../api/api-error.ts';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { moneyText, termText } from './billing-days.ts';
import { useBilling } from './billing-queries.ts';
import { LimitMeter } from './limit-meter.tsx';
import { SubscriptionDialog } from './subscription-dialog.tsx';
import { TierCard } from './tier-card.tsx';
import './billing.css';

const detailsHash = 'subscription';
const subscribePrefix = 'subscribe-';

const rank = (tier: Tenant['tier']) => tenantTiers.indexOf(tier);

/**
 * Whether a tier is offered: larger than the running one, or the wanted one; without a running one all but the trial.
 */
function isOffered(tier: Tenant['tier'], { tier: own, state, wantedTier }: Billing): boolean {
  if (tier === 'trial') return false;
  const isRunning = state === 'active' || state === 'pastDue';
  return tier === wantedTier || !isRunning || rank(tier) > rank(own);
}

function Use({ billing }: { billing: Billing }) {
  const { term, adEvents, sessions, amountCents, tier } = billing;
  return (
    <section className="billing-use" aria-labelledby="billing-use">
      <header>
        <h3 id="billing-use">{t('Use of the plan')}</h3>
        <Link to={paths.usage}>{t('Usage and invoices')}</Link>
      </header>
      <p className="dimmed num">
        {term !== null && termText(term)}
        {tier !== 'trial' &&
          t(' · {amountCents} so far, net', { amountCents: moneyText(amountCents, 'EUR') })}
      </p>
      <div className="billing-meters">
        <LimitMeter
          label={adEvents.limit === 0 ? t('Ad events') : t('Committed ad events')}
          use={adEvents}
          showsForecast
          note={adEvents.limit === 0 ? '' : t('Ads go on beyond it and are charged by ad event.')}
        />
        <LimitMeter
          label={t('Most sessions at a time')}
          use={sessions}
          note={t('At the limit further viewers are refused; those who watch go on.')}
        />
      </div>
    </section>
  );
}

function StateNotice({ state }: Pick<Billing, 'state'>) {
  if (state !== 'pastDue' && state !== 'unpaid') return null;
  return (
    <p className="bad" role="alert">
      {state === 'pastDue'
        ? t('An invoice is overdue. The plan goes on; pay it in Subscription Details.')
        : t('An invoice was not paid. The company has the limits of the trial until it is.')}
    </p>
  );
}

export function SubscriptionSettings() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const { data: billing, error, isPending, refetch } = useBilling();
  const show = (shown: string) =>
    void navigate({ to: '.', search: true, hash: shown, hashScrollIntoView: false });
  const wanted = tenantTiers.find((tier) => hash === `${subscribePrefix}${tier}`);
  const dialogTier = billing && wanted && isOffered(wanted, billing) ? wanted : undefined;
  return (
    <section className="subscription-settings" aria-labelledby="subscription-settings">
      <header>
        <h2 id="subscription-settings">{t('Subscription Settings')}</h2>
        {billing && (
          <Button variant="default" onClick={() => show(detailsHash)}>
            {t('Subscription Details')}
          </Button>
        )}
      </header>
      {isPending && (
        <p className="dimmed" role="status">
          {t('Loading')}
        </p>
      )}
      {error && billing === undefined && (
        <p className="bad" role="alert">
          {errorText(error)}{' '}
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            {t('Retry')}
          </Button>
        </p>
      )}
      {billing && (
        <>
          <StateNotice state={billing.state} />
          <ul className="tier-cards" aria-label={t('Plans')}>
            {tenantTiers.map((tier) => (
              <TierCard
                key={tier}
                tier={tier}
                billing={billing}
                onSubscribe={
                  isOffered(tier, billing) ? () => show(`${subscribePrefix}${tier}`) : undefined
                }
              />
            ))}
          </ul>
          <Use billing={billing} />
          {(dialogTier !== undefined || hash === detailsHash) && (
            <SubscriptionDialog
              key={hash}
              billing={billing}
              tier={dialogTier}
              onClose={() => show('')}
            />
          )}
        </>
      )}
    </section>
  );
}
