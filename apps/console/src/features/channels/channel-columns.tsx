/** The columns of the channel list (CHL-001). */
import type { Channel, ChannelHealth, ChannelState, SourceRefusal } from '@interlude/contract';
import { Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { HealthDot } from '../../components/monitoring/health-dot.tsx';
import type { Column } from '../../components/resource-table/column.ts';
import { createdAtColumn, idColumn } from '../../components/resource-table/standard-columns.tsx';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { RefusalMark } from './source-refusals.tsx';

interface ChannelColumnOptions {
  /** The channel whose state is being changed. */
  readonly busyId: string | undefined;
  readonly onState: (id: string, state: ChannelState) => void;
  /** Health by channel id, of live channels that a monitor knows. */
  readonly health: ReadonlyMap<string, ChannelHealth>;
  /** Refusals by channel id. */
  readonly refusals: ReadonlyMap<string, SourceRefusal>;
}

export function channelColumns({
  busyId,
  onState,
  health,
  refusals,
}: ChannelColumnOptions): Column<Channel>[] {
  return [
    {
      id: 'name',
      header: t('Channel Name'),
      sortable: true,
      hideable: false,
      phone: 'title',
      cell: (channel) => (
        <ChannelName
          channel={channel}
          health={health.get(channel.id)}
          refusal={refusals.get(channel.id)}
        />
      ),
    },
    {
      id: 'type',
      header: t('Type'),
      sortable: true,
      width: '13%',
      cell: ({ type }) => <span className="dimmed">{type}</span>,
    },
    idColumn('18%'),
    createdAtColumn('20%'),
    {
      id: 'state',
      header: t('State'),
      sortable: true,
      width: '9%',
      phone: 'end',
      cell: (channel) => (
        <StateSwitch channel={channel} busy={busyId === channel.id} onState={onState} />
      ),
    },
  ];
}

interface ChannelNameProps {
  readonly channel: Pick<Channel, 'id' | 'name' | 'state'>;
  readonly health: ChannelHealth | undefined;
  readonly refusal?: SourceRefusal | undefined;
}

/** The name with the health before it, and behind it the reason when somebody has to act. */
export function ChannelName({ channel, health, refusal }: ChannelNameProps) {
  const { id, name, state } = channel;
  const shown = state === 'enabled' ? health : undefined;
  const isTroubled = shown?.state === 'ill' || shown?.state === 'degraded';
  return (
    <span className="channel-name">
      {shown && <HealthDot name={name} health={shown} />}
      <Link to={paths.channel} params={{ channelId: id }}>
        {name}
      </Link>
      {refusal && <RefusalMark refusal={refusal} />}
      {isTroubled && (
        <span className="health-reason" data-state={shown.state} title={shown.reason}>
          {shown.reason}
        </span>
      )}
    </span>
  );
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
