/** The number of running jobs: grey when none (NAV-025, NAV-026). */
import { IconLoader2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { paths, runningJobsHash } from '../../paths.ts';
import { mayOpen, screens } from '../../screens.ts';
import { t } from '../../texts/t.ts';
import { useSession } from '../session.ts';
import { useJobCount } from './use-jobs.ts';

export function RunningJobs() {
  const { user } = useSession();
  const count = useJobCount('running') ?? 0;
  const navigate = useNavigate();
  if (!mayOpen(user.role, screens.jobs)) return null;
  const open = () => void navigate({ to: paths.jobs, hash: runningJobsHash(Date.now()) });
  return <RunningJobsButton count={count} onOpen={open} />;
}

export function RunningJobsButton({ count, onOpen }: { count: number; onOpen: () => void }) {
  return (
    <button
      type="button"
      className="running-jobs num"
      data-active={count > 0 || undefined}
      aria-label={t('{count} running jobs', { count })}
      title={t('{count} running jobs', { count })}
      onClick={onOpen}
    >
      <IconLoader2 size={15} />
      <span aria-hidden="true">{count}</span>
    </button>
  );
}
