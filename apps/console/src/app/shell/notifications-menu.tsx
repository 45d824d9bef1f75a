/** New notifications with a badge (NAV-005 to NAV-007). */

import type { Notification } from '@interlude/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useLiveChanges } from '../../components/live-changes/use-live-changes.ts';
import { notificationContent } from '../../components/notification-content.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { text } from '../../messages.ts';
import { mayOpen, screens } from '../../screens.ts';
import { t } from '../../texts/t.ts';
import { useSession } from '../session.ts';

/** The query of the header. */
export const newNotificationsQuery = { status: 'new', limit: 10, userOnly: 'true' } as const;
const refreshMs = 60_000;

/** '9+' above nine; empty = no badge (NAV-006). */
export function badgeText(count: number): string {
  if (count === 0) return '';
  return count > 9 ? '9+' : String(count);
}

export function NotificationsMenu() {
  const { tenant, user } = useSession();
  useLiveChanges('notifications');
  const { data } = useQuery({
    queryKey: [tenant, 'notifications', 'new'],
    queryFn: async ({ signal }) => {
      const list = await api(routes.notifications.list, { query: newNotificationsQuery, signal });
      return { list, total: list.totalCount };
    },
    refetchInterval: refreshMs,
  });
  return (
    <NotificationsButton
      notifications={data?.list ?? []}
      count={data?.total ?? 0}
      withLink={mayOpen(user.role, screens.notifications)}
    />
  );
}

interface NotificationsButtonProps {
  readonly notifications: readonly Notification[];
  readonly count: number;
  /** Editors may not open the page (OP-63). */
  readonly withLink: boolean;
}

export function NotificationsButton({ notifications, count, withLink }: NotificationsButtonProps) {
  const badge = badgeText(count);
  return (
    <Menu position="bottom-end" width={340}>
      <Menu.Target>
        <ActionIcon
          className="bell"
          size={30}
          aria-label={
            badge === '' ? t('Notifications') : t('Notifications, {badge} new', { badge })
          }
        >
          <IconBell size={17} stroke={1.7} />
          {badge !== '' && (
            <span className="bell-badge num" aria-hidden="true">
              {badge}
            </span>
          )}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Notifications')}</Menu.Label>
        {notifications.length === 0 && <p className="menu-note">{t('Nothing new.')}</p>}
        {notifications.map((notification) => (
          <div key={notification.id} className="menu-note">
            <p>{notificationContent(notification)}</p>
            <RelativeTime at={notification.createdAt} />
          </div>
        ))}
        {withLink && (
          <>
            <Menu.Divider />
            <Menu.Item renderRoot={(props) => <Link to={screens.notifications.path} {...props} />}>
              {text('viewAllNotifications')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
