/** Creates or edits a channel (CHE-001 to CHE-003). */

import type { Channel } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { errorText, hasStatus } from '../../api/api-error.ts';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { text } from '../../messages.ts';
import { newId, paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { ChannelForm } from './channel-form/channel-form.tsx';
import { useChannel } from './channel-queries.ts';
import { createKeyboardPlace, type KeyboardPlace } from './keyboard-place.ts';

export function ChannelPage() {
  const { channelId = newId } = useParams({ strict: false });
  const [keyboard] = useState(createKeyboardPlace);
  return channelId === newId ? (
    <NewChannel key="new" keyboard={keyboard} />
  ) : (
    <EditChannel key={channelId} id={channelId} keyboard={keyboard} />
  );
}

interface PageProps {
  readonly keyboard: KeyboardPlace;
}

function NewChannel({ keyboard }: PageProps) {
  const navigate = useNavigate();
  const open = (channel: Channel) => {
    keyboard.keep();
    void navigate({ to: paths.channel, params: { channelId: channel.id }, replace: true });
  };
  return (
    <>
      <PageHeader line={t('A new channel starts disabled; you enable it when it is ready.')} />
      <ChannelForm onSaved={open} />
    </>
  );
}

function EditChannel({ id, keyboard }: PageProps & { id: string }) {
  const { data: channel, error, isPending, refetch } = useChannel(id);
  useEffect(() => {
    if (!isPending) keyboard.giveBack();
  }, [isPending, keyboard]);
  if (isPending) return <PageSkeleton />;
  if (channel === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader
        line={channel.name}
        actions={
          <Button
            variant="default"
            leftSection={<IconHistory size={14} />}
            renderRoot={(props) => (
              <Link to={paths.channelHistory} params={{ channelId: id }} {...props} />
            )}
          >
            {t('History')}
          </Button>
        }
      />
      <ChannelForm
        channel={channel}
        onSaved={nothing}
        onReload={async () => (await refetch({ throwOnError: true })).data}
      />
    </>
  );
}

/** The answer of the save has been taken over already. */
const nothing = () => undefined;

export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const missing = hasStatus(error, 404);
  return (
    <div className="note" role="alert">
      <p className="bad">
        {missing ? text('channelNotFound') : text('loadFailed', { message: errorText(error) })}
      </p>
      {missing ? (
        <Button variant="default" renderRoot={(props) => <Link to={paths.channels} {...props} />}>
          {t('All channels')}
        </Button>
      ) : (
        <Button variant="default" onClick={onRetry}>
          {t('Retry')}
        </Button>
      )}
    </div>
  );
}
