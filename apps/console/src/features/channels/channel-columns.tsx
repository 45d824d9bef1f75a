/** The columns of the channel list (CHL-001). */
import type { Channel, ChannelState } from '@interlude/contract';
import { Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/resource-table/column.ts';
import { createdAtColumn, idColumn } from '../../components/resource-table/standard-columns.tsx';
import { paths } from '../../paths.ts';

interface ChannelColumnOptions {
  /** The channel whose state is being changed. */
  readonly busyId: string | undefined;
  readonly onState: (id: string, state: ChannelState) => void;
}

export function channelColumns({ busyId, onState }: ChannelColumnOptions): Column<Channel>[] {
  return [
    {
      id: 'name',
      header: 'Channel Name',
      sortable: true,
      hideable: false,
      phone: 'title',
      cell: ({ id, name }) => (
        <Link to={paths.channel} params={{ channelId: id }}>
          {name}
        </Link>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      sortable: true,
      width: '13%',
      cell: ({ type }) => <span className="dimmed">{type}</span>,
    },
    idColumn('18%'),
    createdAtColumn('20%'),
    {
      id: 'state',
      header: 'State',
      sortable: true,
      width: '9%',
      phone: 'end',
      cell: (channel) => (
        <StateSwitch channel={channel} busy={busyId === channel.id} onState={onState} />
      ),
    },
  ];
}

interface StateSwitchProps {
  readonly channel: Pick<Channel, 'id' | 'name' | 'state'>;
  readonly busy: boolean;
  readonly onState: (id: string, state: ChannelState) => void;
}

export function StateSwitch({ channel, busy, onState }: StateSwitchProps) {
  const { id, name, state } = channel;
  const enabled = state === 'enabled';
  return (
    <Switch
      aria-label={`${name}: ${state}`}
      title={state}
      color="teal.8"
      checked={enabled}
      disabled={busy}
      onChange={() => onState(id, enabled ? 'disabled' : 'enabled')}
    />
  );
}
