/** One of the four tiers; that of the company is highlighted (SUB-003). */
import type { Billing, Tenant } from '@interlude/contract';
import { Button } from '@mantine/core';
import { text } from '../../messages.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { tierLines, tierNames, tierPrice } from './tier-texts.ts';

interface TierCardProps {
  readonly tier: Tenant['tier'];
  readonly billing: Billing;
  /** Missing: it is not offered to the company. */
  readonly onSubscribe?: (() => void) | undefined;
}

/** SUB-004, SUB-005 */
function TrialEnd({ daysLeft }: { daysLeft: number | null }) {
  if (daysLeft === null) return null;
  if (daysLeft <= 0) {
    return (
      <p className="bad" role="alert">
        {text('trialExpired')}
      </p>
    );
  }
  return (
    <p className="tier-days">
      {sentence(daysLeft === 1 ? '{count} day left' : '{count} days left', {
        count: <strong className="num">{daysLeft}</strong>,
      })}
    </p>
  );
}

export function TierCard({ tier, billing, onSubscribe }: TierCardProps) {
  const isCurrent = billing.tier === tier;
  const isWanted = billing.wantedTier === tier;
  const name = tierNames[tier];
  return (
    <li
      className="tier-card"
      data-tier={tier}
      data-current={isCurrent}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <header>
        <h3>{name}</h3>
        {isCurrent && <span className="tier-mark">{t('Current plan')}</span>}
      </header>
      <p className="tier-price">
        {sentence('{name} CPM{text}', {
          name: <strong>{tierPrice(tier)}</strong>,
          text: <span className="dimmed">{t('per thousand ad events')}</span>,
        })}
      </p>
      <ul>
        {tierLines[tier].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="tier-end">
        {isCurrent && tier === 'trial' && <TrialEnd daysLeft={billing.daysLeft} />}
        {isWanted && (
          <p className="warn" role="status">
            {t('Not completed. Subscribe again to finish; nothing is charged twice.')}
          </p>
        )}
        {onSubscribe && (
          <Button
            fullWidth
            variant={isCurrent ? 'default' : 'filled'}
            aria-label={t('Subscribe to {name}', { name })}
            onClick={onSubscribe}
          >
            {t('Subscribe')}
          </Button>
        )}
      </div>
    </li>
  );
}
