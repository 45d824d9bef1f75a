/**
 * A shared card for everybody with its link: title, periods, chart, time of the figures. Nothing else of the company.
 */
import type { SharedCard } from '@interlude/contract';
import { shownRange } from '@interlude/reporting';
import { drawnTypes } from '@interlude/reporting/charts';
import { ActionIcon } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import type { ECharts } from 'echarts/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { useAuthProp } from '../../app/public/use-auth-prop.ts';
import { Footer } from '../../app/shell/footer.tsx';
import { CardFoot } from '../../components/reports/card/card-foot.tsx';
import { CardHelp } from '../../components/reports/card/card-help.tsx';
import { type CardState, cardState } from '../../components/reports/card/card-state.ts';
import { chartWord } from '../../texts/chart-word.ts';
import { t } from '../../texts/t.ts';
import '../../components/reports/card/report-card.css';
import { ChartLoading, ReportChart } from '../../components/reports/charts/report-chart.tsx';
import type { ReportInstance } from '../../components/reports/read-report.ts';
import { absoluteTime } from '../../components/time.ts';
import { text } from '../../messages.ts';
import { Logo } from '../../ui/logo.tsx';
import './shared-card.css';
import { sentence } from '../../texts/sentence.tsx';
import { useSharedCard } from './use-shared-card.ts';

const noLinks = { support: '', imprint: '', privacy: '', company: '' };

function instancesOf({ instances }: SharedCard): ReportInstance[] {
  return instances.map(({ range, data }) => {
    const { code, message } = data;
    return {
      range,
      data,
      ...(code !== undefined && { failure: { code, message: message ?? code } }),
    };
  });
}

export function SharedCardPage() {
  const installation = useAuthProp();
  const { card, error, retry } = useSharedCard();
  const title = card === undefined ? t('Shared card') : chartWord(card.title);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="shared-page">
      <header className="shared-header">
        <Logo size={22} />
        <span>{text('productTitle')}</span>
      </header>
      <main>
        {card === undefined && !error && <ChartLoading />}
        {card === undefined && Boolean(error) && (
          <div className="note" role="alert">
            <p>{errorText(error)}</p>
            <button type="button" className="card-retry" onClick={retry}>
              {t('Try again')}
            </button>
          </div>
        )}
        {card !== undefined && (
          <>
            {Boolean(error) && (
              <p className="shared-stale bad" role="alert">
                {sentence('{error} The figures below are older.', { error: errorText(error) })}
              </p>
            )}
            <Card card={card} />
          </>
        )}
      </main>
      <Footer
        installation={{
          links: installation?.links ?? noLinks,
          productName: installation?.productName ?? '',
        }}
      />
    </div>
  );
}

function Card({ card }: { card: SharedCard }) {
  const { kind, readAt, expiresAt } = card;
  const title = chartWord(card.title);
  const [asTable, setAsTable] = useState(card.viewOption === 'table');
  const chart = useRef<ECharts>(undefined);
  const instances = instancesOf(card);
  const [first] = instances;
  const state = cardState({ data: instances, error: undefined });
  const type = first?.data?.chartType;
  return (
    <article className="report-card shared-card" aria-labelledby="card-title">
      <header className="card-header">
        <div className="card-title">
          <h1 id="card-title">{title}</h1>
          <CardHelp title={title} texts={first?.data?.helpTexts ?? []} />
        </div>
        <div className="card-actions">
          {type !== undefined && drawnTypes.includes(type) && (
            <ActionIcon
              aria-label={t('Figures as a table: {title}', { title })}
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
            >
              <IconTable size={16} stroke={1.7} />
            </ActionIcon>
          )}
        </div>
      </header>
      <p className="shared-period num">
        {instances.map(({ range }) => shownRange(range)).join(t(', compared with '))}
      </p>
      <div className="card-body" data-type={type}>
        <CardBody {...{ state, title, asTable, chart }} />
      </div>
      <CardFoot state={state} />
      <p className="shared-foot dimmed num">
        {sentence('{text}  {readAt}. The link ends {expiresAt}.', {
          text: kind === 'live' ? t('Live, read') : t('Figures of'),
          readAt: absoluteTime(readAt),
          expiresAt: absoluteTime(expiresAt),
        })}
      </p>
    </article>
  );
}

interface CardBodyProps {
  readonly state: CardState;
  readonly title: string;
  readonly asTable: boolean;
  readonly chart: RefObject<ECharts | undefined>;
}

function CardBody({ state, title, asTable, chart }: CardBodyProps) {
  switch (state.kind) {
    case 'loading':
      return <ChartLoading />;
    case 'error':
      return (
        <div className="card-notice" role="alert">
          <p className="bad">{state.message}</p>
        </div>
      );
    case 'noData':
      return <p className="card-notice dimmed">{text('reportNoData')}</p>;
    case 'chart': {
      const { main, compared } = state;
      const viewOption = asTable ? 'table' : 'map';
      return <ReportChart label={title} {...{ main, compared, viewOption, asTable, chart }} />;
    }
  }
}
