/** The notifications of the user and the company, and the archived ones (NOTE-001 to NOTE-004). */
import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { errorText } from '../../api/api-error.ts';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { text } from '../../messages.ts';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { NotificationList } from './notification-list.tsx';
import { allRows } from './notification-pages.ts';
import { useArchive, useNotifications } from './notification-queries.ts';
import {
  type NotificationTab,
  notificationSearch,
  notificationTabs,
  tabLabels,
} from './notification-tabs.ts';
import './notifications.css';

export function NotificationsPage() {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const { tab = 'personal' } = notificationSearch(raw);
  return (
    <>
      <PageHeader line={t('Select a notification to archive it.')} />
      <nav className="tabs" aria-label={t('Notifications')}>
        {notificationTabs.map((each) => (
          <Link
            key={each}
            to={paths.notifications}
            search={notificationSearch({ tab: each })}
            resetScroll={false}
            activeOptions={{ exact: true }}
          >
            {tabLabels[each]}
          </Link>
        ))}
      </nav>
      <Tab key={tab} tab={tab} />
    </>
  );
}

function Tab({ tab }: { tab: NotificationTab }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useNotifications(tab);
  const archive = useArchive();
  if (isPending) return <PageSkeleton />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  const rows = allRows(data.pages);
  if (rows.length === 0 && !hasNextPage) return <Empty tab={tab} />;
  return (
    <>
      <NotificationList
        label={tabLabels[tab]}
        notifications={rows}
        {...(tab !== 'archived' && { onArchive: (id: string) => archive.mutate(id) })}
      />
      {error && <LoadFailure error={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && (
        <Button
          variant="default"
          className="load-more"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('Load more')}
        </Button>
      )}
    </>
  );
}

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="note" role="alert">
      <p className="bad">{text('fetchFailed', { err: errorText(error) })}</p>
      <Button variant="default" onClick={onRetry}>
        {t('Retry')}
      </Button>
    </div>
  );
}

const emptyHints: Readonly<Record<NotificationTab, string>> = {
  personal: t('No new notifications for you. Your profile selects the topics.'),
  company: t('No new notifications in your company.'),
  archived: t('Archived notifications appear here.'),
};

function Empty({ tab }: { tab: NotificationTab }) {
  return (
    <div className="note" role="status">
      <p>{text('noData')}</p>
      <p className="dimmed">{emptyHints[tab]}</p>
      {tab === 'personal' && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to={paths.profile} hash="subscriptions" {...props} />}
        >
          {t('Choose notifications')}
        </Button>
      )}
    </div>
  );
}
