/** Scheduled mails of reports: when each goes, to whom, how the last one went. */
import type { ReportMail } from '@interlude/contract';
import { defaultPeriods } from '@interlude/reporting';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../app/session.ts';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useAppMetadata } from '../../components/app-metadata/use-app-metadata.ts';
import { FactTable } from '../../components/fact-table/fact-table.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { AbsoluteTime, RelativeTime } from '../../components/relative-time.tsx';
import { t } from '../../texts/t.ts';
import '../../components/reports/mail/mail.css';
import {
  dashboardDraft,
  draftOf,
  type MailDraft,
  scheduleText,
} from '../../components/reports/mail/mail-values.ts';
import { useMailActions, useReportMails } from '../../components/reports/mail/use-report-mails.ts';
import { useReportList } from '../../components/reports/use-report-list.ts';
import { paths } from '../../paths.ts';
import { sentence } from '../../texts/sentence.tsx';

const MailDialog = lazy(async () => ({
  default: (await import('../../components/reports/mail/mail-dialog.tsx')).MailDialog,
}));

export function ReportMailsPage() {
  const { data, error, isPending, refetch } = useReportMails();
  const [draft, setDraft] = useState<MailDraft>();
  const { user } = useSession();
  const list = useReportList();
  const actions = useMailActions();
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
  const rows = data.map((mail) => ({
    cells: mailCells(mail, {
      isOwn: mail.userId === user.id,
      canEdit: !list.isLoading,
      onSend: () => actions.send.mutate(mail),
      onPause: () => actions.pause(mail),
      onEdit: () => setDraft(draftOf(mail, list.reports)),
      onDelete: () => void actions.remove(mail),
    }),
  }));
  return (
    <>
      <PageHeader
        line={t(
          'Mails with cards of reports, to members of the company. The cards that became worst come first.',
        )}
        actions={<DashboardButton list={list} onDraft={setDraft} />}
      />
      {data.length === 0 ? (
        <div className="note">
          <p>{t('No mail is scheduled.')}</p>
          <p className="dimmed">
            {sentence('Open {link} and choose Mail, or mail your dashboard.', {
              link: <Link to={paths.reports}>{t('Reports')}</Link>,
            })}
          </p>
        </div>
      ) : (
        <FactTable
          label={t('Scheduled mails')}
          columns={[
            { header: t('Name') },
            { header: t('When') },
            { header: t('To') },
            { header: t('Last') },
            { header: t('Next') },
            { header: t('Actions'), className: 'right' },
          ]}
          rows={rows}
        />
      )}
      {draft && (
        <Suspense>
          <MailDialog draft={draft} onClose={() => setDraft(undefined)} />
        </Suspense>
      )}
    </>
  );
}

interface DashboardButtonProps {
  readonly list: ReturnType<typeof useReportList>;
  readonly onDraft: (draft: MailDraft) => void;
}

function DashboardButton({ list, onDraft }: DashboardButtonProps) {
  const { user } = useSession();
  const { saved } = useAppMetadata();
  const items = saved?.dashboardItems ?? [];
  const isReady = saved !== undefined && !list.isLoading && items.length > 0;
  return (
    <Button
      disabled={!isReady}
      title={items.length === 0 ? t('Pin reports to your dashboard first.') : undefined}
      onClick={() =>
        onDraft(
          dashboardDraft(items, {
            ...{ reports: list.reports, periods: defaultPeriods, userId: user.id },
            channelIds: saved?.selectedChannels ?? [],
          }),
        )
      }
    >
      {t('Mail my dashboard')}
    </Button>
  );
}

interface RowActions {
  readonly isOwn: boolean;
  /** The titles of cards are known. */
  readonly canEdit: boolean;
  readonly onSend: () => void;
  readonly onPause: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function mailCells(mail: ReportMail, actions: RowActions) {
  const { name, cards, period, createdBy, nextRunAt, paused, timeZone } = mail;
  return [
    <div key="name">
      {name}
      <div className="dimmed">
        {cards.length === 1 ? t('1 card') : t('{count} cards', { count: cards.length })}, {period}
        {!actions.isOwn && t(', by {createdBy}', { createdBy })}
      </div>
    </div>,
    <div key="when">
      {scheduleText(mail)}
      <div className="dimmed">{timeZone}</div>
    </div>,
    <Recipients key="to" mail={mail} />,
    <LastRun key="last" mail={mail} />,
    paused || nextRunAt === null ? t('Paused') : <AbsoluteTime key="next" at={nextRunAt} />,
    <MailActions key="actions" mail={mail} {...actions} />,
  ];
}

function Recipients({ mail: { recipients } }: { mail: ReportMail }) {
  const getting = recipients.filter(({ unsubscribed }) => !unsubscribed);
  const gone = recipients.length - getting.length;
  const [first] = getting;
  const text =
    first === undefined
      ? t('Nobody')
      : getting.length === 1
        ? first.email
        : t('{email} and {count} more', { email: first.email, count: getting.length - 1 });
  return (
    <div title={getting.map(({ email }) => email).join(', ')}>
      {text}
      {gone > 0 && <div className="dimmed">{sentence('{gone} unsubscribed', { gone })}</div>}
    </div>
  );
}

function LastRun({
  mail: { lastRunAt, lastOutcome, lastMails, lastProblem },
}: {
  mail: ReportMail;
}) {
  if (lastRunAt === null)
    return lastProblem === '' ? t('Never') : <span className="bad">{lastProblem}</span>;
  const sent =
    lastMails === 1 ? t('Sent to 1 member') : t('Sent to {lastMails} members', { lastMails });
  return (
    <div>
      <RelativeTime at={lastRunAt} />
      <div className={lastOutcome === 'failed' ? 'bad' : 'dimmed'}>
        {lastOutcome === 'sent' ? sent : ''} {lastProblem}
      </div>
    </div>
  );
}

function MailActions({ mail, ...actions }: RowActions & { mail: ReportMail }) {
  const { name, paused } = mail;
  const { isOwn, canEdit, onSend, onPause, onEdit, onDelete } = actions;
  const buttons = [
    { text: t('Send me one now'), label: t('Send me one now: {name}', { name }), run: onSend },
    {
      text: paused ? t('Resume') : t('Pause'),
      label: `${paused ? t('Resume') : t('Pause')} ${name}`,
      run: onPause,
    },
    ...(isOwn
      ? [{ text: t('Edit'), label: t('Edit {name}', { name }), run: onEdit, disabled: !canEdit }]
      : []),
    { text: t('Delete'), label: t('Delete {name}', { name }), run: onDelete },
  ];
  return (
    <div className="mail-actions">
      {buttons.map(({ text, label, run, ...rest }) => (
        <Button
          key={text}
          variant="default"
          size="compact-sm"
          aria-label={label}
          onClick={run}
          {...rest}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}
