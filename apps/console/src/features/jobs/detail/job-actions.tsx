/** The actions of a job: cancel a running one; run again or archive an ended one. */
import type { JobDetail } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { t } from '../../../texts/t.ts';
import type { JobChanges } from '../job-changes.ts';

interface JobActionsProps {
  readonly job: JobDetail;
  readonly changes: Omit<JobChanges, 'rename'>;
}

export function JobActions({ job, changes }: JobActionsProps) {
  const { id, status, archived } = job;
  const { busy } = changes;
  if (status === 'running') {
    return (
      <Button
        variant="default"
        className="job-cancel"
        leftSection={<IconPlayerStop size={14} />}
        disabled={busy}
        onClick={() => void changes.cancel(job)}
      >
        {t('Cancel')}
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={archived ? <IconArchiveOff size={14} /> : <IconArchive size={14} />}
        disabled={busy}
        onClick={() => changes.archive(id, !archived)}
      >
        {archived ? t('Unarchive') : t('Archive')}
      </Button>
      <Button
        leftSection={<IconRefresh size={14} />}
        disabled={busy}
        onClick={() => changes.rerun(id)}
      >
        {t('Run again')}
      </Button>
    </>
  );
}
