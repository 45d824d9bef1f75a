/** Play and edit at hand, the rest in a menu. */
import type { Channel } from '@interlude/contract';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconHistory,
  IconListSearch,
  IconPencil,
  IconPlayerPlay,
  IconRefresh,
  IconTimeline,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isMonitored } from '../../components/monitoring/monitored.ts';
import { RowMenu } from '../../components/resource-table/row-menu.tsx';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';

interface ChannelRowActionsProps {
  readonly channel: Pick<Channel, 'id' | 'name' | 'type'>;
  /** Some channel is being reset: a further reset has to wait (CHL-011). */
  readonly resetting: boolean;
  readonly onPlay: () => void;
  readonly onMonitor: () => void;
  readonly onReset: () => void;
  readonly onDelete: () => void;
}

export function ChannelRowActions(props: ChannelRowActionsProps) {
  const { channel, resetting, onPlay, onMonitor, onReset, onDelete } = props;
  return (
    <>
      <ActionIcon
        data-hint={t('Play')}
        aria-label={t('Play {name}', { name: channel.name })}
        onClick={onPlay}
      >
        <IconPlayerPlay size={16} stroke={1.7} />
      </ActionIcon>
      {isMonitored(channel) && (
        <ActionIcon
          data-hint={t('Monitoring')}
          className="wide-only"
          aria-label={t('Monitoring of {name}', { name: channel.name })}
          onClick={onMonitor}
        >
          <IconTimeline size={16} stroke={1.7} />
        </ActionIcon>
      )}
      <ActionIcon
        data-hint={t('Edit')}
        className="wide-only"
        aria-label={t('Edit {name}', { name: channel.name })}
        renderRoot={(root) => (
          <Link to={paths.channel} params={{ channelId: channel.id }} {...root} />
        )}
      >
        <IconPencil size={16} stroke={1.7} />
      </ActionIcon>
      <RowMenu label={t('More actions for {name}', { name: channel.name })}>
        <Menu.Item
          leftSection={<IconListSearch size={15} />}
          renderRoot={(root) => (
            <Link to={paths.channelBreaks} params={{ channelId: channel.id }} {...root} />
          )}
        >
          {t('Breaks')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconHistory size={15} />}
          renderRoot={(root) => (
            <Link to={paths.channelHistory} params={{ channelId: channel.id }} {...root} />
          )}
        >
          {t('History')}
        </Menu.Item>
        {/* Not the first one: the focus goes there, and where the window is wide it is hidden. */}
        {isMonitored(channel) && (
          <Menu.Item
            className="phone-only"
            leftSection={<IconTimeline size={15} />}
            onClick={onMonitor}
          >
            {t('Monitoring')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconRefresh size={15} />} disabled={resetting} onClick={onReset}>
          {resetting ? t('Resetting…') : t('Reset')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={15} />} color="var(--bad)" onClick={onDelete}>
          {t('Delete')}
        </Menu.Item>
      </RowMenu>
    </>
  );
}
