/** How the figures of the company are counted and valued (ADR 0037). */
import { PageSkeleton } from '../../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../../app/shell/title-bar.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { t } from '../../../texts/t.ts';
import { ReportSettingsForm } from './report-settings-form.tsx';
import { useReportSettings, useSaveReportSettings } from './report-settings-queries.ts';

export function ReportSettingsPage() {
  const { data, error, isPending, refetch } = useReportSettings();
  const save = useSaveReportSettings();
  if (isPending) return <PageSkeleton />;
  if (data === undefined) {
    return (
      <LoadFailure
        error={error}
        notFoundText={t('Not found')}
        wayOut={null}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <PageHeader
        line={t('How figures of your company are counted and valued, for all of its people.')}
      />
      <ReportSettingsForm stored={data} saving={save.isPending} save={save.mutateAsync} />
    </>
  );
}
