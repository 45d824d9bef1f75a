/** One report: title and help, filters, chart of 360 px, and actions (REP-006 to REP-019). */

import { type ReportData, reportIntervals } from '@interlude/contract';
import { rangesOf, shownRange } from '@interlude/reporting';
import { chartMarks, type FigureRow, timeCharts } from '@interlude/reporting/charts';
import { ActionIcon } from '@mantine/core';
import { IconPin, IconPinnedFilled, IconTable } from '@tabler/icons-react';
import type { ECharts } from 'echarts/core';
import { lazy, Suspense, useId, useMemo, useRef, useState } from 'react';
import { text } from '../../../messages.ts';
import { chartWord } from '../../../texts/chart-word.ts';
import { t } from '../../../texts/t.ts';
import { PeriodSelector } from '../../period-selector/period-selector.tsx';
import { SegmentedChoice } from '../../segmented-choice/segmented-choice.tsx';
import { useAnnotations } from '../annotations/use-annotations.ts';
import { breakFilterOf, leadsToBreaks } from '../breaks-behind/break-filter.ts';
import { type CardSettings, type ResolvedReport, reportKey } from '../card-settings.ts';
import { ChartLoading, ReportChart, type ReportChartProps } from '../charts/report-chart.tsx';
import { ShareButton } from '../share/share-button.tsx';
import { useReport } from '../use-report.ts';
import type { ReportView } from '../use-report-view.ts';
import { CampaignSelect } from './campaign-select.tsx';
import { CardFiles } from './card-files.tsx';
import { CardFoot } from './card-foot.tsx';
import { CardHelp } from './card-help.tsx';
import { type CardState, cardState } from './card-state.ts';
import { IntervalSwitch } from './interval-switch.tsx';
import './report-card.css';
import { TimingSelect } from './timing-select.tsx';
import { useSeen } from './use-seen.ts';

export interface ReportCardProps {
  readonly report: ResolvedReport;
  readonly view: ReportView;
  readonly tenantName: string;
}

const CardHint = lazy(async () => ({ default: (await import('./card-hint.tsx')).CardHint }));

const BreaksBehind = lazy(async () => ({
  default: (await import('../breaks-behind/breaks-behind.tsx')).BreaksBehind,
}));

const viewNames = { map: t('Map'), table: t('Table') } as const;
/** Types of charts whose figures can be shown as a table instead. */
const drawn: readonly string[] = ['AreaAndLine', 'MultiLine', 'CampaignArea', 'HorizontalBars'];

export function ReportCard({ report, view, tenantName }: ReportCardProps) {
  const { definition } = report;
  const { title } = definition;
  const settings = view.settingsOf(report);
  const card = useRef<HTMLElement>(null);
  const chart = useRef<ECharts>(undefined);
  const [asTable, setAsTable] = useState(false);
  const titleId = useId();
  const { periods, channelIds, clock } = view;
  // Figures are read when the card is 400 px from the window, and the chart is loaded and drawn inside of it.
  const seen = useSeen(card, '400px');
  const isInView = useSeen(card, '0px');
  const loaded = useReport({
    ...{ report, settings, periods, channelIds, clock },
    enabled: seen,
  });
  const state = cardState(loaded);
  const instances = loaded.data;
  const main = state.kind === 'chart' ? state.main : undefined;
  const { marks, isWithoutMarks } = useMarks(main, view);
  const change = (changed: Partial<CardSettings>) =>
    view.changeCard(report, { ...settings, ...changed });
  const shownBreaks = view.breaksOf(report);
  const opens = (row: FigureRow) => {
    const filter = breakFilterOf(definition.reportName, row);
    return filter && (() => view.showBreaks(report, filter));
  };
  const withView = definition.viewOptions.length > 1;
  const ranges = rangesOf(definition, settings.timing, periods, clock);
  return (
    <article
      ref={card}
      id={cardId(report)}
      className="report-card"
      aria-labelledby={titleId}
      aria-busy={seen && state.kind === 'loading'}
    >
      <header className="card-header">
        <div className="card-title">
          <h3 id={titleId}>{title}</h3>
          <CardHelp title={title} texts={instances?.[0]?.data?.helpTexts ?? []} />
        </div>
        {!report.disableTimingSelect && (
          <TimingSelect
            timing={settings.timing}
            onChange={(timing) =>
              change({
                timing,
                interval: timing === '24h' ? reportIntervals.hours : reportIntervals.days,
              })
            }
          />
        )}
        <div className="card-actions">
          {withView && settings.viewOption !== null && (
            <SegmentedChoice
              label={t('View of {title}', { title })}
              choices={definition.viewOptions.map((option) => [option, viewNames[option]] as const)}
              value={settings.viewOption}
              onChange={(viewOption) => change({ viewOption })}
            />
          )}
          {drawn.includes(definition.chartType) && (
            <ActionIcon
              aria-label={t('Figures as a table: {title}', { title })}
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
            >
              <IconTable size={16} stroke={1.7} />
            </ActionIcon>
          )}
          <CardFiles
            {...{ title, chart, card, reportName: definition.reportName }}
            exported={
              instances && state.kind !== 'loading'
                ? {
                    definition,
                    instances,
                    interval: settings.interval,
                    tenantName,
                    zone: clock.zone,
                  }
                : undefined
            }
            lines={ranges.map(shownRange)}
          />
          <ShareButton {...{ report, view, settings }} />
          <PinButton title={title} pinned={view.isPinned(report)} onPin={() => view.pin(report)} />
        </div>
      </header>
      <CardFilters
        {...{ report, view, settings, change }}
        campaigns={main?.campaigns ?? campaignsOf(instances)}
      />
      <div className="card-body" data-type={definition.chartType}>
        <CardBody
          {...{ state, title, settings, asTable, chart, marks, isInView }}
          opens={leadsToBreaks(definition.reportName) ? opens : undefined}
          onRetry={() => void loaded.refetch()}
        />
      </div>
      {main?.hint !== undefined && <Hint html={main.hint} />}
      <CardFoot {...{ state, isWithoutMarks }} />
      {shownBreaks !== undefined && main !== undefined && (
        <Suspense>
          <BreaksBehind
            title={title}
            filter={shownBreaks}
            startMs={main.start}
            endMs={main.end}
            channelIds={channelIds}
            onClose={() => view.showBreaks(report, undefined)}
          />
        </Suspense>
      )}
    </article>
  );
}

function Hint({ html }: { html: string }) {
  return (
    <Suspense>
      <CardHint html={html} />
    </Suspense>
  );
}

/** The marks in the period of a chart over time: the same object until the period or its marks change. */
function useMarks(main: ReportData | undefined, view: ReportView) {
  const isOverTime = main !== undefined && timeCharts.includes(main.chartType);
  const { data, isError } = useAnnotations(
    isOverTime
      ? {
          ...{ startMs: main.start, endMs: main.end },
          ...{ kinds: view.markKinds, channelIds: view.channelIds },
        }
      : undefined,
  );
  const marks = useMemo(
    () => (isOverTime && data ? chartMarks(main, data, chartWord) : undefined),
    [isOverTime, main, data],
  );
  return { marks, isWithoutMarks: isError && data === undefined };
}

/** Id of the element of a card, for the hash of an address. */
export const cardId = (report: ResolvedReport): string =>
  `card-${reportKey(report).replace(/[^\w-]+/g, '-')}`;

function campaignsOf(instances: ReturnType<typeof useReport>['data']) {
  return instances?.[0]?.data?.campaigns;
}

function PinButton(props: { title: string; pinned: boolean; onPin: () => void }) {
  const { title, pinned, onPin } = props;
  return (
    <ActionIcon
      aria-label={
        pinned
          ? t('Unpin from the dashboard: {title}', { title })
          : t('Pin to the dashboard: {title}', { title })
      }
      aria-pressed={pinned}
      onClick={onPin}
    >
      {pinned ? <IconPinnedFilled size={16} /> : <IconPin size={16} stroke={1.7} />}
    </ActionIcon>
  );
}

interface CardFiltersProps {
  readonly report: ResolvedReport;
  readonly view: ReportView;
  readonly settings: CardSettings;
  readonly campaigns: readonly string[] | undefined;
  readonly change: (changed: Partial<CardSettings>) => void;
}

/** A card with a timing of its own ignores interval and period, so both are disabled (OP-46, REP-022). */
function CardFilters({ report, view, settings, campaigns, change }: CardFiltersProps) {
  const ownTiming = settings.timing !== 'last';
  return (
    <div className="card-filters">
      <IntervalSwitch
        interval={settings.interval}
        disabled={ownTiming}
        onChange={(interval) => change({ interval })}
      />
      <PeriodSelector
        quiet
        periods={view.periods}
        clock={view.clock}
        error={view.periodError}
        disabled={ownTiming}
        onApply={view.applyPeriods}
        onCancel={view.cancel}
      />
      {report.showCampaignSelector && (
        <CampaignSelect
          campaigns={campaigns}
          selected={settings.campaignName}
          onChange={(campaignName) => change({ campaignName })}
        />
      )}
    </div>
  );
}

interface CardBodyProps {
  readonly state: CardState;
  readonly title: string;
  readonly settings: CardSettings;
  readonly asTable: boolean;
  readonly chart: ReportChartProps['chart'];
  readonly marks: ReportChartProps['marks'];
  readonly opens: ReportChartProps['opens'];
  readonly isInView: boolean;
  readonly onRetry: () => void;
}

function CardBody(props: CardBodyProps) {
  const { state, title, settings, asTable, chart, marks, opens, isInView, onRetry } = props;
  switch (state.kind) {
    case 'loading':
      return <ChartLoading />;
    case 'error':
      return (
        <div className="card-notice" role="alert">
          <p className="bad">{state.message}</p>
          <button type="button" className="card-retry" onClick={onRetry}>
            {t('Try again')}
          </button>
        </div>
      );
    case 'noData':
      return (
        <div className="card-notice dimmed">
          <p>{text('reportNoData')}</p>
          {state.hint !== undefined && <Hint html={state.hint} />}
        </div>
      );
    case 'chart': {
      const { main, compared } = state;
      const { viewOption } = settings;
      return (
        <ReportChart
          label={title}
          {...{ main, compared, viewOption, asTable, chart, marks, opens, isInView }}
        />
      );
    }
  }
}
