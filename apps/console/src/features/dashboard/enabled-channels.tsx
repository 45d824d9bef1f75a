/** The enabled channels as a strip, with a play button; for operators a link to the channel. */
import type { Channel } from '@interlude/contract';
import { thousands } from '@interlude/reporting/charts';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { currentChannel } from '../../app/ui-state.ts';
import { paths } from '../../paths.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';

interface EnabledChannelsProps {
  /** Undefined while they load. */
  readonly channels: readonly Channel[] | undefined;
  /** Number of all enabled channels, which may be more than are listed. */
  readonly total: number;
  readonly operates: boolean;
}

export function EnabledChannels({ channels, total, operates }: EnabledChannelsProps) {
  return (
    <section className="on-air" aria-labelledby="on-air-title" aria-busy={channels === undefined}>
      <h2 id="on-air-title">{t('On air')}</h2>
      <ul>
        {channels === undefined &&
          ['44%', '36%', '52%'].map((width) => (
            <li key={width} className="on-air-blank">
              <span className="skeleton" style={{ width }} />
            </li>
          ))}
        {channels?.map((channel) => (
          <li key={channel.id}>
            <button
              type="button"
              className="on-air-play"
              aria-label={t('Play {name}', { name: channel.name })}
              onClick={() => currentChannel.set(channel)}
            >
              <IconPlayerPlayFilled size={11} />
            </button>
            <span className="on-air-name">
              {operates ? (
                <Link to={paths.channel} params={{ channelId: channel.id }}>
                  {channel.name}
                </Link>
              ) : (
                channel.name
              )}
            </span>
          </li>
        ))}
        {channels !== undefined && total > channels.length && (
          <li className="on-air-more dimmed">
            {operates ? (
              <Link to={paths.channels}>
                {sentence('{thousands} more', { thousands: thousands(total - channels.length) })}
              </Link>
            ) : (
              t('{thousands} more', { thousands: thousands(total - channels.length) })
            )}
          </li>
        )}
      </ul>
    </section>
  );
}
