/** Where the slate plays: made by the platform, so nobody writes it (SLATE-008). */
import { ActionIcon, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { MediaPlayer } from '../../../components/player/media-player.tsx';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';

export function SlateAddress() {
  const { control, formState } = useFormContext<ChannelFormValues>();
  const url = useWatch({ control, name: 'adSlateManifestUrl' }) ?? '';
  const [playing, setPlaying] = useState(false);
  return (
    <>
      <TextInput
        label="Ad Slate URL"
        description="Filled in when a slate is ready. While it is empty, viewers see the programme in what ads leave."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        readOnly
        value={url}
        error={formState.errors.adSlateManifestUrl?.message}
        rightSection={
          url !== '' && (
            <ActionIcon aria-label="Play the ad slate" onClick={() => setPlaying(true)}>
              <IconPlayerPlay size={16} stroke={1.5} />
            </ActionIcon>
          )
        }
      />
      <MediaPlayer
        media={playing ? { name: 'Ad slate', url, ext: '' } : undefined}
        onClose={() => setPlaying(false)}
      />
    </>
  );
}
