/** Ad events by day against invoices, term by term; `#<first day>-<tier>` names the term. */
import type { Invoice, UsageTerm } from '@interlude/contract';
import { NativeSelect } from '@mantine/core';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { FactTable } from '../../components/fact-table/fact-table.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { countText, dayText, moneyText, termText } from './billing-days.ts';
import { useUsage } from './billing-queries.ts';
import { tierNames } from './tier-texts.ts';
import './billing.css';
import { sentence } from '../../texts/sentence.tsx';

const number = 'num';

/** Only an address of the web is a link: it came from outside. */
function InvoiceNumber({ invoice }: { invoice: Invoice }) {
  const name = invoice.number === '' ? t('Draft') : invoice.number;
  if (!/^https:\/\//.test(invoice.address)) return name;
  return (
    <a href={invoice.address} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}

function Invoices({ term }: { term: UsageTerm }) {
  if (term.invoices.length === 0) {
    return (
      <p className="dimmed">
        {t('No invoice of this term yet. It is made when the term is over.')}
      </p>
    );
  }
  return (
    <FactTable
      label={t('Invoices')}
      columns={[
        { header: t('Invoice') },
        { header: t('State') },
        { header: t('Ad events'), className: number },
        { header: t('Counted here'), className: number },
        { header: t('Amount, net'), className: number },
      ]}
      rows={term.invoices.map((invoice) => ({
        cells: [
          <InvoiceNumber key="number" invoice={invoice} />,
          invoice.status,
          countText(invoice.adEvents),
          invoice.adEvents === term.reported ? (
            <span key="same" className="ok">
              {sentence('{reported} · equal', { reported: countText(term.reported) })}
            </span>
          ) : (
            <strong key="other" className="bad">
              {sentence('{reported} · differs', { reported: countText(term.reported) })}
            </strong>
          ),
          moneyText(invoice.amountCents, invoice.currency.toUpperCase()),
        ],
      }))}
    />
  );
}

function Days({ term }: { term: UsageTerm }) {
  const most = Math.max(1, ...term.days.map(({ adEvents }) => adEvents));
  if (term.days.length === 0) return <p className="dimmed">{t('No ad events in this term.')}</p>;
  return (
    <FactTable
      label={t('Ad events by day')}
      columns={[
        { header: t('Day') },
        { header: t('Share of the highest day'), className: 'usage-bar-cell' },
        { header: t('Ad events'), className: number },
        { header: t('Reported'), className: number },
      ]}
      rows={[...term.days].reverse().map(({ day, adEvents, reported }) => ({
        cells: [
          dayText(day),
          <span key="bar" className="usage-bar" style={{ width: `${(100 * adEvents) / most}%` }} />,
          countText(adEvents),
          reported === adEvents
            ? countText(reported)
            : t('{reported} so far', { reported: countText(reported) }),
        ],
      }))}
    />
  );
}

function Sums({ term }: { term: UsageTerm }) {
  return (
    <dl className="usage-sums">
      <div>
        <dt>{t('Ad events of the term')}</dt>
        <dd className={number}>{countText(term.adEvents)}</dd>
      </div>
      <div>
        <dt>{t('Of earlier days, counted late')}</dt>
        <dd className={number}>{countText(term.ofEarlierDays)}</dd>
      </div>
      <div>
        <dt>{t('Reported for the invoice')}</dt>
        <dd className={number}>{countText(term.reported)}</dd>
      </div>
      <div>
        <dt>{t('Amount, net')}</dt>
        <dd className={number}>{moneyText(term.amountCents, 'EUR')}</dd>
      </div>
    </dl>
  );
}

export function UsagePage() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const { data: terms, error, isPending, refetch } = useUsage();
  if (isPending) return <PageSkeleton />;
  if (terms === undefined) {
    return (
      <LoadFailure
        error={error}
        notFoundText={t('Usage not found')}
        wayOut={null}
        onRetry={() => void refetch()}
      />
    );
  }
  const keyOf = ({ firstDay, tier }: UsageTerm) => `${firstDay}-${tier}`;
  const term = terms.find((each) => keyOf(each) === hash) ?? terms[0];
  if (term === undefined) return <p className="dimmed">{t('No ad events yet.')}</p>;
  return (
    <>
      <PageHeader
        line={
          <>
            <Link className="usage-way-back" to={paths.account}>
              {t('Account')}
            </Link>{' '}
            · {tierNames[term.tier]} · {termText(term)}
          </>
        }
        actions={
          <NativeSelect
            aria-label={t('Term')}
            value={keyOf(term)}
            data={terms.map((each) => ({
              value: keyOf(each),
              label: `${termText(each)} · ${tierNames[each.tier]}`,
            }))}
            onChange={({ currentTarget }) =>
              void navigate({
                ...{ to: '.', search: true, hash: currentTarget.value },
                ...{ hashScrollIntoView: false, replace: true },
              })
            }
          />
        }
      />
      <div className="usage-page">
        <Sums term={term} />
        <section aria-labelledby="usage-invoices">
          <h2 id="usage-invoices">{t('Invoices')}</h2>
          <Invoices term={term} />
        </section>
        <section aria-labelledby="usage-days">
          <h2 id="usage-days">{t('Ad events by day')}</h2>
          <Days term={term} />
        </section>
      </div>
    </>
  );
}
