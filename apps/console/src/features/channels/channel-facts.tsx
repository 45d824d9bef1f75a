/** The facts of a stored channel: state, id, output URL, and notes that it is disabled or its source is refused. */

import type { Channel } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { currentChannel } from '../../app/ui-state.ts';
import { CopyButton, CopyId } from '../../components/copy-id.tsx';
import { ChannelPlayer } from '../../components/player/channel-player.tsx';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import type { ChannelFormValues } from './channel-form/channel-form-values.ts';
import { withScheme } from './channel-form/setting-changes.ts';
import { useSetChannelState } from './channel-queries.ts';
import { RefusalNote } from './source-refusals.tsx';

export function ChannelFacts({ channel }: { channel: Channel }) {
  const setState = useSetChannelState();
  const { control } = useFormContext<ChannelFormValues>();
  const http = useWatch({ control, name: 'http' }) ?? false;
  const outputUri = http === channel.http ? channel.outputUri : withScheme(channel.outputUri, http);
  const enable = () => setState.mutate({ id: channel.id, state: 'enabled' });
  return (
    <>
      {channel.state === 'disabled' && (
        <div className="channel-disabled" role="status">
          <p>
            {sentence('{name} Viewers get nothing until you enable it.', {
              name: <strong>{t('The channel is disabled.')}</strong>,
            })}
          </p>
          <Button loading={setState.isPending} onClick={enable}>
            {t('Enable channel')}
          </Button>
        </div>
      )}
      <RefusalNote channelId={channel.id} />
      <div className="channel-facts">
        <dl>
          <div>
            <dt>{t('State')}</dt>
            <dd data-state={channel.state}>{channel.state}</dd>
          </div>
          <div>
            <dt>{t('ID')}</dt>
            <dd>
              <CopyId id={channel.id} />
            </dd>
          </div>
          <div className="channel-output">
            <dt>{t('Output URL')}</dt>
            <dd>
              <span className="mono">{outputUri}</span>
              <CopyButton value={outputUri} label={t('Copy output URL')} />
            </dd>
          </div>
        </dl>
        {channel.state === 'enabled' && (
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={14} />}
            onClick={() => currentChannel.set(channel)}
          >
            {t('Play')}
          </Button>
        )}
      </div>
      <ChannelPlayer />
    </>
  );
}
