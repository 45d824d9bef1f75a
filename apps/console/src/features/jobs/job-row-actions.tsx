/** The actions of a job in its row, the same as on its page. */
import type { Job } from '@interlude/contract';
import { Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { RowMenu } from '../../components/resource-table/row-menu.tsx';
import { t } from '../../texts/t.ts';
import type { JobChanges } from './job-changes.ts';

interface JobRowActionsProps {
  readonly job: Job;
  readonly changes: JobChanges;
}

export function JobRowActions({ job, changes }: JobRowActionsProps) {
  const { id, name, status, archived } = job;
  return (
    <RowMenu label={t('Actions for {name}', { name })}>
      {status === 'running' ? (
        <Menu.Item
          leftSection={<IconPlayerStop size={15} />}
          color="var(--bad)"
          onClick={() => void changes.cancel(job)}
        >
          {t('Cancel')}
        </Menu.Item>
      ) : (
        <>
          <Menu.Item leftSection={<IconRefresh size={15} />} onClick={() => changes.rerun(id)}>
            {t('Run again')}
          </Menu.Item>
          <Menu.Item
            leftSection={archived ? <IconArchiveOff size={15} /> : <IconArchive size={15} />}
            onClick={() => changes.archive(id, !archived)}
          >
            {archived ? t('Unarchive') : t('Archive')}
          </Menu.Item>
        </>
      )}
    </RowMenu>
  );
}
