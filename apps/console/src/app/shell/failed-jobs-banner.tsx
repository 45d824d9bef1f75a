/** A banner about failed jobs, shown again when their number changes (NAV-021 to NAV-024). */
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { text } from '../../messages.ts';
import { failedJobsHash, paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { useJobCount } from './use-jobs.ts';

/** Shown while the count is not zero and not the one that the user closed (OP-76). */
export function showsBanner(count: number | undefined, closedAt: number | undefined): boolean {
  return count !== undefined && count > 0 && count !== closedAt;
}

export function FailedJobsBanner() {
  return <Banner count={useJobCount('failed')} />;
}

export function Banner({ count }: { count: number | undefined }) {
  const [closedAt, setClosedAt] = useState<number>();
  if (count === 0 && closedAt !== undefined) setClosedAt(undefined);
  if (!showsBanner(count, closedAt)) return null;
  return (
    <div className="banner" role="alert">
      <IconAlertTriangle size={16} />
      <Link to={paths.jobs} hash={failedJobsHash}>
        {text('jobsFailed')}
      </Link>
      <button type="button" aria-label={t('Close banner')} onClick={() => setClosedAt(count)}>
        <IconX size={14} />
      </button>
    </div>
  );
}
