import type { Notification } from '@interlude/contract';
import { Checkbox } from '@mantine/core';
import { notificationContent } from '../../components/notification-content.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { t } from '../../texts/t.ts';

interface NotificationListProps {
  readonly label: string;
  readonly notifications: readonly Notification[];
  /** Missing in the archive (OP-36). */
  readonly onArchive?: (id: string) => void;
}

export function NotificationList({ label, notifications, onArchive }: NotificationListProps) {
  return (
    <ul className="notification-list" aria-label={label}>
      {notifications.map(({ id, topic, createdAt, ...said }) => (
        <li key={id}>
          {onArchive && (
            <Checkbox
              aria-label={t('Archive: {content}', { content: notificationContent(said) })}
              title={t('Archive')}
              checked={false}
              onChange={() => onArchive(id)}
            />
          )}
          <div>
            <p>{notificationContent(said)}</p>
            <p className="dimmed">
              <span className="mono">{topic}</span>
              <RelativeTime at={createdAt} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
