/** The monitoring of a channel at an address of its own: `…/channels/{id}/monitoring?at=…&item=…`. */
import type { Channel } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { ChannelTabs } from '../../components/monitoring/channel-tabs.tsx';
import { isMonitored } from '../../components/monitoring/monitored.ts';
import {
  useChannelHealth,
  useRefreshMonitoring,
} from '../../components/monitoring/monitoring-queries.ts';
import { monitoringSearch } from '../../components/monitoring/monitoring-search.ts';
import {
  type MonitoringPlace,
  MonitoringView,
} from '../../components/monitoring/monitoring-view.tsx';
import { useStoredItem } from '../../components/stored-item/use-stored-item.ts';
import { text } from '../../messages.ts';
import { paths } from '../../paths.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { HealthHistory } from './health-history.tsx';

export function MonitoringPage() {
  const { channelId = '' } = useParams({ strict: false });
  const { data, error, isPending, refetch } = useStoredItem(
    'monitored-channels',
    channelId,
    (call) => api(routes.channels.read, call),
  );
  if (isPending) return <PageSkeleton />;
  if (data === undefined) {
    return (
      <LoadFailure
        error={error}
        notFoundText={text('channelNotFound')}
        onRetry={() => void refetch()}
        wayOut={
          <Button variant="default" renderRoot={(props) => <Link to={paths.channels} {...props} />}>
            {t('All channels')}
          </Button>
        }
      />
    );
  }
  if (!isMonitored(data)) return <NotLive channel={data} />;
  return <Monitored key={channelId} channel={data} />;
}

function NotLive({ channel }: { channel: Pick<Channel, 'id' | 'name' | 'type'> }) {
  return (
    <>
      <PageHeader line={<ChannelLine channel={channel} />} />
      <div className="note">
        <p>{t('Only live channels are monitored.')}</p>
        <p className="dimmed">
          {sentence(
            'The channel is {type}: its playlists do not change, so nothing moves on a timeline.',
            { type: channel.type },
          )}
        </p>
      </div>
    </>
  );
}

function ChannelLine({ channel }: { channel: Pick<Channel, 'id' | 'name' | 'type'> }) {
  return (
    <>
      {sentence('{link} {type}, the last 1200 seconds', {
        link: (
          <Link
            to={paths.channel}
            params={{ channelId: channel.id }}
            className="monitoring-channel"
          >
            {channel.name}
          </Link>
        ),
        type: channel.type,
      })}
    </>
  );
}

function Monitored({ channel }: { channel: Channel }) {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const refresh = useRefreshMonitoring(channel.id);
  const health = useChannelHealth(channel.id);
  // Replaces the entry of the history: with each arrow key another item is selected.
  const open = (place: MonitoringPlace) =>
    void navigate({ to: '.', search: place, replace: true, resetScroll: false });
  return (
    <>
      <PageHeader
        line={<ChannelLine channel={channel} />}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh size={14} />}
              onClick={() => void refresh()}
            >
              {t('Refresh')}
            </Button>
            <Button
              variant="default"
              renderRoot={(props) => <Link to={paths.channels} {...props} />}
            >
              {t('Close')}
            </Button>
          </>
        }
      />
      <ChannelTabs channelId={channel.id} />
      <MonitoringView channel={channel} place={monitoringSearch(raw)} onPlace={open} />
      {health.data && <HealthHistory health={health.data} />}
    </>
  );
}
