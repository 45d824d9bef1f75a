/** The landing page: what is on air now, and the reports that the person added (DASH-001 to DASH-006). */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { InSlices } from '../../components/in-slices.tsx';
import { useLiveFigures } from '../../components/live-changes/use-live-changes.ts';
import { ChannelPlayer } from '../../components/player/channel-player.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { SectionSkeleton } from '../../components/reports/report-section.tsx';
import { ReportTools } from '../../components/reports/report-tools.tsx';
import { useReportView } from '../../components/reports/use-report-view.ts';
import { useChannelSummary } from '../../components/use-channel-summary.ts';
import { text } from '../../messages.ts';
import { newId, paths } from '../../paths.ts';
import { mayOpen, screens } from '../../screens.ts';
import { t } from '../../texts/t.ts';
import './dashboard.css';
import { sentence } from '../../texts/sentence.tsx';
import { EnabledChannels } from './enabled-channels.tsx';
import { FirstSteps } from './first-steps.tsx';
import { KpiStrip } from './kpi-strip.tsx';
import { LoadFailure } from './load-failure.tsx';
import { firstSteps, kpis } from './overview.ts';
import { liveMs, quietMs, useEnabledChannels } from './overview-queries.ts';
import { PinnedReports } from './pinned-reports.tsx';

export function DashboardPage() {
  const view = useReportView('dashboardItems');
  return (
    <>
      <PageHeader line={<SummaryLine />} actions={<ReportTools view={view} />} />
      <Overview />
      <InSlices placeholder={<SectionSkeleton title={text('channelReports')} />}>
        <PinnedReports view={view} />
        <ChannelPlayer />
      </InSlices>
    </>
  );
}

function useSummary() {
  return useChannelSummary(useLiveFigures() ? quietMs : liveMs);
}

function SummaryLine() {
  const { data } = useSummary();
  return data && <AsOf at={data.asOf} />;
}

/** Figures and channels of this moment. A component of its own, so that its updates do not render the cards. */
function Overview() {
  const operates = mayOpen(useSession().user.role, screens.channels);
  const summary = useSummary();
  const channels = useEnabledChannels();
  const { data } = summary;
  const enabled = channels.data?.total;
  const failed = summary.error ?? channels.error;
  const retry = () => void Promise.all([summary.refetch(), channels.refetch()]);
  const steps = data && enabled !== undefined ? firstSteps(data, enabled) : [];
  return (
    <>
      {failed && <LoadFailure error={failed} onRetry={retry} />}
      {(data || !failed) && <KpiStrip kpis={data && kpis(data, enabled)} />}
      {steps.length === 0 && (channels.data || !channels.error) && (
        <EnabledChannels
          channels={channels.data?.rows}
          total={channels.data?.total ?? 0}
          operates={operates}
        />
      )}
      {steps.length > 0 && (
        <FirstSteps
          steps={steps}
          action={operates ? <StepAction added={steps[0]?.done === true} /> : undefined}
        />
      )}
    </>
  );
}

function AsOf({ at }: { at: string | null }) {
  if (at === null) return t('No sessions yet.');
  return <>{sentence('Today, as of {moment}', { moment: <RelativeTime at={at} /> })}</>;
}

/** The next step: add the first channel, or enable one in the list. */
function StepAction({ added }: { added: boolean }) {
  return added ? (
    <Button renderRoot={(props) => <Link to={paths.channels} {...props} />}>
      {t('Open channels')}
    </Button>
  ) : (
    <Button
      renderRoot={(props) => <Link to={paths.channel} params={{ channelId: newId }} {...props} />}
    >
      {t('Add Channel')}
    </Button>
  );
}
