import type { Channel } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { currentChannel } from '../../app/ui-state.ts';
import { useListView } from '../../components/list-view/use-list-view.ts';
import { ChannelMonitoring } from '../../components/monitoring/channel-monitoring.tsx';
import { useHealthOf } from '../../components/monitoring/use-health.ts';
import { ChannelPlayer } from '../../components/player/channel-player.tsx';
import { ResourceTable } from '../../components/resource-table/resource-table.tsx';
import { useRemoveItem } from '../../components/resource-table/use-remove-item.ts';
import { useChannelSummary } from '../../components/use-channel-summary.ts';
import { newId, paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { channelColumns } from './channel-columns.tsx';
import { summaryLine } from './channel-lists.ts';
import { useChannelList, useResetChannel, useSetChannelState } from './channel-queries.ts';
import { ChannelRowActions } from './channel-row-actions.tsx';
import { useSourceRefusals } from './source-refusals.tsx';

export function ChannelListPage() {
  const view = useListView();
  const list = useChannelList(view.state);
  const { data: summary } = useChannelSummary();
  const setState = useSetChannelState();
  const reset = useResetChannel();
  const remove = useRemoveItem({
    resource: 'channels',
    remove: (id) => api(routes.channels.remove, { params: { id } }),
  });
  const health = useHealthOf(list.list);
  const [monitored, setMonitored] = useState<Channel | undefined>(undefined);
  const refusals = useSourceRefusals();
  const columns = channelColumns({
    health,
    refusals,
    busyId: setState.isPending ? setState.variables.id : undefined,
    onState: (id, state) => setState.mutate({ id, state }),
  });
  return (
    <>
      <PageHeader line={summary && summaryLine(summary)} actions={<AddChannel />} />
      <ResourceTable
        name={t('Channels')}
        kept="channels"
        columns={columns}
        list={list}
        view={view}
        searchLabel={t('Search name or ID')}
        rowActions={(channel) => (
          <ChannelRowActions
            channel={channel}
            resetting={reset.isPending}
            onPlay={() => currentChannel.set(channel)}
            onMonitor={() => setMonitored(channel)}
            onReset={() => reset.mutate(channel.id)}
            onDelete={() => void remove(channel)}
          />
        )}
        emptyHint={
          <>
            <p className="dimmed">
              {t(
                'A channel connects your stream to an ad server and provides an output URL for viewers.',
              )}
            </p>
            <AddChannel />
          </>
        }
      />
      <ChannelPlayer />
      <ChannelMonitoring channel={monitored} onClose={() => setMonitored(undefined)} />
    </>
  );
}

function AddChannel() {
  return (
    <Button
      leftSection={<IconPlus size={14} />}
      renderRoot={(props) => <Link to={paths.channel} params={{ channelId: newId }} {...props} />}
    >
      {t('Add Channel')}
    </Button>
  );
}
