/** Play and edit at hand, the rest in a menu. */
import type { Channel } from '@interlude/contract';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconDots,
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
      <Tooltip label={t('Play')}>
        <ActionIcon aria-label={t('Play {name}', { name: channel.name })} onClick={onPlay}>
          <IconPlayerPlay size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      {isMonitored(channel) && (
        <Tooltip label={t('Monitoring')}>
          <ActionIcon
            className="wide-only"
            aria-label={t('Monitoring of {name}', { name: channel.name })}
            onClick={onMonitor}
          >
            <IconTimeline size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t('Edit')}>
        <ActionIcon
          className="wide-only"
          aria-label={t('Edit {name}', { name: channel.name })}
          renderRoot={(root) => (
            <Link to={paths.channel} params={{ channelId: channel.id }} {...root} />
          )}
        >
          <IconPencil size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" width={170}>
        <Menu.Target>
          <ActionIcon aria-label={t('More actions for {name}', { name: channel.name })}>
            <IconDots size={16} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isMonitored(channel) && (
            <Menu.Item
              className="phone-only"
              leftSection={<IconTimeline size={15} />}
              onClick={onMonitor}
            >
              {t('Monitoring')}
            </Menu.Item>
          )}
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
          <Menu.Item leftSection={<IconRefresh size={15} />} disabled={resetting} onClick={onReset}>
            {resetting ? t('Resetting…') : t('Reset')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={15} />} color="var(--bad)" onClick={onDelete}>
            {t('Delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
