/** The landing page: what is on air now, and the reports that the person added (DASH-001 to DASH-006). */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useLiveFigures } from '../../components/live-changes/use-live-changes.ts';
import { ChannelPlayer } from '../../components/player/channel-player.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { ReportTools } from '../../components/reports/report-tools.tsx';
import { useReportView } from '../../components/reports/use-report-view.ts';
import { useChannelSummary } from '../../components/use-channel-summary.ts';
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
  const operates = mayOpen(useSession().user.role, screens.channels);
  const view = useReportView('dashboardItems');
  const isLive = useLiveFigures();
  const summary = useChannelSummary(isLive ? quietMs : liveMs);
  const channels = useEnabledChannels();
  const { data } = summary;
  const enabled = channels.data?.total;
  const failed = summary.error ?? channels.error;
  const retry = () => void Promise.all([summary.refetch(), channels.refetch()]);
  const steps = data && enabled !== undefined ? firstSteps(data, enabled) : [];
  return (
    <>
      <PageHeader line={data && <AsOf at={data.asOf} />} actions={<ReportTools view={view} />} />
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
      <PinnedReports view={view} />
      <ChannelPlayer />
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
