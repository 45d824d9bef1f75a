/** The reports that the person added, split into those of channels and of assets (DASH-001, DASH-004, DASH-005). */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ReportSection, SectionSkeleton } from '../../components/reports/report-section.tsx';
import { useReportList } from '../../components/reports/use-report-list.ts';
import type { ReportView } from '../../components/reports/use-report-view.ts';
import { useTenantName } from '../../components/reports/use-tenant-name.ts';
import { text } from '../../messages.ts';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { LoadFailure } from './load-failure.tsx';

export function PinnedReports({ view }: { view: ReportView }) {
  const { reports, isLoading, error, retry } = useReportList();
  const tenantName = useTenantName();
  const failed = view.ready ? error : view.loadError;
  if (!view.ready && failed) return <LoadFailure error={failed} onRetry={view.cancel} />;
  if (view.ready && view.pinnedCount === 0) return <NoReports />;
  if (!view.ready || (reports.length === 0 && isLoading)) {
    return <SectionSkeleton title={text('channelReports')} />;
  }
  const pinned = view.pinnedOf(reports);
  const ofChannels = pinned.filter(({ channelDependent }) => channelDependent);
  const ofAssets = pinned.filter(({ channelDependent }) => !channelDependent);
  return (
    <>
      {Boolean(failed) && <LoadFailure error={failed} onRetry={retry} />}
      {!failed && !isLoading && pinned.length === 0 && <NoReports />}
      {ofChannels.length > 0 && (
        <ReportSection
          title={text('channelReports')}
          reports={ofChannels}
          {...{ view, tenantName }}
        />
      )}
      {ofAssets.length > 0 && (
        <ReportSection title={text('assetReports')} reports={ofAssets} {...{ view, tenantName }} />
      )}
    </>
  );
}

/** DASH-005. */
function NoReports() {
  return (
    <div className="no-reports">
      <p>{text('noReports')}</p>
      <p className="dimmed">{text('noReportsHint')}</p>
      <Button variant="default" renderRoot={(props) => <Link to={paths.reports} {...props} />}>
        {t('Open reports')}
      </Button>
    </div>
  );
}
