/** The enabled channels with a play button; for operators a link to the channel. */
import type { Channel } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { currentChannel } from '../../app/ui-state.ts';
import { paths } from '../../paths.ts';

interface EnabledChannelsProps {
  /** Undefined while they load. */
  readonly channels: readonly Channel[] | undefined;
  /** Number of all enabled channels, which may be more than are listed. */
  readonly total: number;
  readonly operates: boolean;
}

const whole = new Intl.NumberFormat();

export function EnabledChannels({ channels, total, operates }: EnabledChannelsProps) {
  return (
    <section className="on-air" aria-labelledby="on-air-title" aria-busy={channels === undefined}>
      <h2 id="on-air-title">On air</h2>
      <ul>
        {channels === undefined &&
          ['44%', '36%', '52%'].map((width) => (
            <li key={width}>
              <span className="skeleton" style={{ width }} />
            </li>
          ))}
        {channels?.map((channel) => (
          <li key={channel.id}>
            <span className="on-air-name">
              {operates ? (
                <Link to={paths.channel} params={{ channelId: channel.id }}>
                  {channel.name}
                </Link>
              ) : (
                channel.name
              )}
            </span>
            <span className="dimmed wide-only">{channel.type}</span>
            <Button
              variant="default"
              leftSection={<IconPlayerPlay size={14} />}
              aria-label={`Play ${channel.name}`}
              onClick={() => currentChannel.set(channel)}
            >
              Play
            </Button>
          </li>
        ))}
      </ul>
      {channels !== undefined && total > channels.length && (
        <p className="dimmed">
          {whole.format(total - channels.length)} more{' '}
          {operates && <Link to={paths.channels}>in the channel list</Link>}
        </p>
      )}
    </section>
  );
}
