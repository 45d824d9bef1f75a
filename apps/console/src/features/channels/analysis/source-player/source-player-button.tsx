/** Plays the source itself, without ads. */
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { t } from '../../../../texts/t.ts';
import type { ChannelFormValues } from '../../channel-form/channel-form-values.ts';

const SourcePlayerDialog = lazy(async () => ({
  default: (await import('./source-player-dialog.tsx')).SourcePlayerDialog,
}));

export function SourcePlayerButton() {
  const form = useFormContext<ChannelFormValues>();
  const [url, setUrl] = useState<string>();
  const play = async () => {
    const sound = await form.trigger('sourceManifestUrl', { shouldFocus: true });
    if (sound) setUrl(form.getValues('sourceManifestUrl').trim());
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={14} aria-hidden="true" />}
        onClick={() => void play()}
      >
        {t('Play source')}
      </Button>
      <Suspense>
        {url !== undefined && <SourcePlayerDialog url={url} onClose={() => setUrl(undefined)} />}
      </Suspense>
    </>
  );
}
