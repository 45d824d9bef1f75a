/** 'Download evidence' of a finding or of a break; a second press while it loads cancels it. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { errorText } from '../../api/api-error.ts';
import { t } from '../../texts/t.ts';
import { toast } from '../toast/toast.ts';
import { useCancellableCall } from '../use-cancellable-call.ts';
import { downloadEvidence, type EvidenceSubject } from './download-evidence.ts';
import './evidence.css';

interface EvidenceButtonProps {
  readonly channelId: string;
  readonly subject: EvidenceSubject;
}

export function EvidenceButton({ channelId, subject }: EvidenceButtonProps) {
  const { running, start, cancel } = useCancellableCall(
    async (_: undefined, signal): Promise<void> => {
      try {
        await downloadEvidence(channelId, subject, signal);
      } catch (error) {
        if (!signal.aborted)
          toast.error(t('Cannot download evidence - {error}', { error: errorText(error) }));
      }
    },
  );
  return (
    <Button
      variant="default"
      size="xs"
      className="evidence-button"
      leftSection={<IconDownload size={14} />}
      aria-busy={running}
      onClick={() => (running ? cancel() : void start(undefined))}
    >
      {running ? t('Cancel download') : t('Download evidence')}
    </Button>
  );
}
