/** All reports of all systems: those of channels, of the CDN, of assets (REP-001, REP-002, REP-005). */
import { operators } from '@interlude/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { errorText } from '../../api/api-error.ts';
import { useSession } from '../../app/session.ts';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { MailButton } from '../../components/reports/mail/mail-button.tsx';
import { ReportSection, SectionSkeleton } from '../../components/reports/report-section.tsx';
import { ReportTools } from '../../components/reports/report-tools.tsx';
import { SavedViewsButton } from '../../components/reports/saved-views/saved-views-button.tsx';
import { useReportList } from '../../components/reports/use-report-list.ts';
import { useReportView } from '../../components/reports/use-report-view.ts';
import { useTenantName } from '../../components/reports/use-tenant-name.ts';
import { text } from '../../messages.ts';
import { paths } from '../../paths.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { CdnReports } from './cdn-reports.tsx';

export function ReportsPage() {
  const view = useReportView('reportSettings');
  const { systems, reports, isLoading, error, retry } = useReportList();
  const tenantName = useTenantName();
  const { ready, loadError, clock } = view;
  const mayShare = operators.includes(useSession().user.role);
  const failed = error ?? (ready ? undefined : loadError);
  const isBlank = !failed && (!ready || (isLoading && reports.length === 0));
  const section = (title: string, channelDependent: boolean) => (
    <ReportSection
      {...{ title, view, tenantName }}
      reports={reports.filter((report) => report.channelDependent === channelDependent)}
      empty={
        !isLoading && !failed && <p className="dimmed">{t('No system offers such a report.')}</p>
      }
    />
  );
  return (
    <>
      <PageHeader
        line={
          <>
            {sentence(
              'Periods in {zone}. A card says the time zone of its days. {link} · {link2}{value}',
              {
                zone: clock.zone,
                link: <Link to={paths.reconciliations}>{t('Compare with an ad server')}</Link>,
                link2: <Link to={paths.reportMails}>{t('Scheduled mails')}</Link>,
                value: mayShare && (
                  <>
                    {' · '}
                    <Link to={paths.shareLinks}>{t('Shared links')}</Link>
                  </>
                ),
              },
            )}
          </>
        }
        actions={
          <ReportTools view={view}>
            <SavedViewsButton view={view} reports={isLoading ? undefined : reports} />
            <MailButton view={view} reports={isLoading ? undefined : reports} />
          </ReportTools>
        }
      />
      {Boolean(failed) && (
        <div className="note" role="alert">
          <p className="bad">{text('fetchFailed', { err: errorText(failed) })}</p>
          <Button variant="default" onClick={ready ? retry : view.cancel}>
            {t('Retry')}
          </Button>
        </div>
      )}
      {isBlank && <SectionSkeleton title={text('channelReports')} />}
      {ready && !isBlank && (
        <>
          {section(text('channelReports'), true)}
          <CdnReports systems={systems} view={view} />
          {section(text('assetReports'), false)}
        </>
      )}
    </>
  );
}
