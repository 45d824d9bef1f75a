/** A version of a channel beside its present settings, and the button that goes back to it. */
import { Button } from '@mantine/core';
import { confirm } from '../../../components/confirm/dialogs.ts';
import { JsonDiff } from '../../../components/json-diff/json-diff.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { t } from '../../../texts/t.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useChannelVersion, useRestoreVersion } from './history-queries.ts';

interface VersionDialogProps {
  readonly channelId: string;
  readonly versionId: string;
  readonly onClose: () => void;
}

export function VersionDialog({ channelId, versionId, onClose }: VersionDialogProps) {
  const { data, error, isPending, refetch } = useChannelVersion(channelId, versionId);
  const restore = useRestoreVersion(channelId);
  const goBack = async () => {
    const agreed = await confirm({
      title: t('Restore this version?'),
      text: t(
        'The channel is saved with these settings. Secrets and whether it is enabled stay as they are.',
      ),
      okLabel: t('Restore'),
    });
    if (agreed) restore.mutate(versionId, { onSuccess: onClose });
  };
  return (
    <Dialog
      opened
      title={t('Version and present settings')}
      width={1_080}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button
            disabled={data === undefined || data.fields.length === 0}
            loading={restore.isPending}
            onClick={() => void goBack()}
          >
            {t('Restore This Version')}
          </Button>
        </>
      }
    >
      {isPending && (
        <p className="dimmed" role="status">
          {t('Loading')}
        </p>
      )}
      {!isPending && data === undefined && (
        <LoadFailure
          error={error}
          notFoundText={t('This version is not kept any more.')}
          wayOut={null}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <JsonDiff
          before={{ label: t('Now'), value: data.present }}
          after={{ label: t('This version'), value: data.settings }}
        />
      )}
    </Dialog>
  );
}
