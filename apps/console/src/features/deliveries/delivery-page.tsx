/** One delivery: its state, and each attempt with request and answer. */
import type { DeliveryAttempt, DeliveryDetail, ExchangedMessage } from '@interlude/contract';
import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { useLiveChanges } from '../../components/live-changes/use-live-changes.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import { paths } from '../../paths.ts';
import { known, t } from '../../texts/t.ts';
import { useDelivery, useSendAgain } from './delivery-queries.ts';
import { DeliveryState } from './delivery-state.tsx';
import './deliveries.css';
import { notificationContent } from '../../components/notification-content.ts';
import { sentence } from '../../texts/sentence.tsx';

export function DeliveryPage() {
  const { deliveryId = '', subscriptionId = '' } = useParams({ strict: false });
  const { data, error, isPending, refetch } = useDelivery(deliveryId);
  useLiveChanges('deliveries');
  if (isPending) return <PageSkeleton />;
  if (data === undefined) {
    return (
      <LoadFailure
        error={error}
        notFoundText={t('Delivery not found')}
        onRetry={() => void refetch()}
        wayOut={
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to={paths.deliveries} params={{ subscriptionId }} {...props} />
            )}
          >
            {t('All deliveries')}
          </Button>
        }
      />
    );
  }
  return <KnownDelivery delivery={data} />;
}

function KnownDelivery({ delivery }: { delivery: DeliveryDetail }) {
  const again = useSendAgain();
  const { id, subscriptionId, topic, channel, createdAt, nextAttemptAt, log } = delivery;
  return (
    <>
      <PageHeader
        line={notificationContent(delivery)}
        actions={
          <>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link to={paths.deliveries} params={{ subscriptionId }} {...props} />
              )}
            >
              {t('All deliveries')}
            </Button>
            <Button loading={again.isPending} onClick={() => again.mutate(id)}>
              {t('Send again')}
            </Button>
          </>
        }
      />
      <dl className="delivery-facts">
        <Fact label={t('State')}>
          <span role="status">
            <DeliveryState delivery={delivery} />
          </span>
        </Fact>
        <Fact label={t('Topic')}>
          <span className="mono">{topic}</span>
        </Fact>
        <Fact label={t('Next attempt')}>
          {nextAttemptAt === null ? (
            <span className="dimmed">{t('none')}</span>
          ) : (
            <AbsoluteTime at={nextAttemptAt} />
          )}
        </Fact>
        <Fact label={t('ID')}>
          <CopyId id={id} />
        </Fact>
        <Fact label={t('Created')}>
          <AbsoluteTime at={createdAt} />
        </Fact>
      </dl>
      {delivery.error !== '' && <p className="delivery-error">{known(delivery.error)}</p>}
      <section className="delivery-attempts" aria-label={t('Attempts')}>
        {log.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
        {log.length === 0 && (
          <p className="dimmed">
            {channel === 'email'
              ? t('The mail server has the mail; what it says stands above.')
              : t('The first attempt begins within seconds.')}
          </p>
        )}
      </section>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { number, at, durationMs, status, error, request, answer } = attempt;
  const outcome =
    durationMs === null ? t('No outcome: the worker ended') : (status ?? t('No answer'));
  return (
    <article className="delivery-attempt" data-failed={error !== '' || undefined}>
      <h2>
        {sentence('Attempt {number}{text}{text2}{text3}', {
          number,
          text: <span className="num">{outcome}</span>,
          text2: durationMs !== null && (
            <span className="num dimmed">{sentence('{durationMs} ms', { durationMs })}</span>
          ),
          text3: (
            <span className="dimmed">
              <AbsoluteTime at={at} />
            </span>
          ),
        })}
      </h2>
      {error !== '' && <p className="delivery-error">{known(error)}</p>}
      <div className="delivery-messages">
        {request && <Message label={t('Request')} message={request} />}
        {answer && <Message label={t('Answer')} message={answer} />}
      </div>
    </article>
  );
}

function Message({ label, message }: { label: string; message: ExchangedMessage }) {
  const { line, headers, body } = message;
  const lines = [line, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return (
    <figure>
      <figcaption>{label}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{`${lines.join('\n')}\n\n${readable(body)}`}</pre>
    </figure>
  );
}

/** JSON with line breaks, other text as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
