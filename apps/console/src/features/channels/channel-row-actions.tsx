/** Play and edit at hand, the rest in a menu. */
import type { Channel } from '@interlude/contract';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDots, IconPencil, IconPlayerPlay, IconRefresh, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';

interface ChannelRowActionsProps {
  readonly channel: Pick<Channel, 'id' | 'name'>;
  /** Some channel is being reset: a further reset has to wait (CHL-011). */
  readonly resetting: boolean;
  readonly onPlay: () => void;
  readonly onReset: () => void;
  readonly onDelete: () => void;
}

export function ChannelRowActions(props: ChannelRowActionsProps) {
  const { channel, resetting, onPlay, onReset, onDelete } = props;
  return (
    <>
      <Tooltip label="Play">
        <ActionIcon aria-label={`Play ${channel.name}`} onClick={onPlay}>
          <IconPlayerPlay size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Edit">
        <ActionIcon
          className="wide-only"
          aria-label={`Edit ${channel.name}`}
          renderRoot={(root) => (
            <Link to={paths.channel} params={{ channelId: channel.id }} {...root} />
          )}
        >
          <IconPencil size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" width={170}>
        <Menu.Target>
          <ActionIcon aria-label={`More actions for ${channel.name}`}>
            <IconDots size={16} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRefresh size={15} />} disabled={resetting} onClick={onReset}>
            {resetting ? 'Resetting…' : 'Reset'}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={15} />} color="var(--bad)" onClick={onDelete}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
