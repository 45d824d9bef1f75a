/** One job: progress, tasks, log, and after a failure the error with its remedy (JOB-004 to JOB-011). */
import type { JobDetail } from '@interlude/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { PageSkeleton } from '../../app/shell/page-skeleton.tsx';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useLiveChanges } from '../../components/live-changes/use-live-changes.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { text } from '../../messages.ts';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { JobActions } from './detail/job-actions.tsx';
import { JobFacts } from './detail/job-facts.tsx';
import { JobFailure } from './detail/job-failure.tsx';
import { JobInputs } from './detail/job-inputs.tsx';
import { JobLog } from './detail/job-log.tsx';
import { JobName } from './detail/job-name.tsx';
import { JobSettings } from './detail/job-settings.tsx';
import { JobTasks } from './detail/job-tasks.tsx';
import { useJobChanges } from './job-changes.ts';
import { jobPollMs } from './job-progress.tsx';
import './jobs.css';
import './detail/job-detail.css';

export function JobPage() {
  const { jobId = '' } = useParams({ strict: false });
  return <LoadedJob key={jobId} id={jobId} />;
}

/** Polls every 5 s while the job runs (JOB-005, JOB-007). */
function useJob(id: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'jobs', 'item', id],
    queryFn: ({ signal }) => api(routes.jobs.read, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? jobPollMs : false),
  });
}

function LoadedJob({ id }: { id: string }) {
  const { data: job, error, isPending, refetch } = useJob(id);
  useLiveChanges('jobs');
  if (isPending) return <PageSkeleton />;
  if (job === undefined) {
    return (
      <LoadFailure
        error={error}
        notFoundText={text('jobNotFound')}
        onRetry={() => void refetch()}
        wayOut={
          <Button variant="default" renderRoot={(props) => <Link to={paths.jobs} {...props} />}>
            {t('All jobs')}
          </Button>
        }
      />
    );
  }
  return <KnownJob job={job} />;
}

function KnownJob({ job }: { job: JobDetail }) {
  const { assetId } = useParams({ strict: false });
  const navigate = useNavigate();
  const changes = useJobChanges(({ id }) => {
    const to =
      assetId === undefined
        ? ({ to: paths.job, params: { jobId: id } } as const)
        : ({ to: paths.titleJob, params: { assetId, jobId: id } } as const);
    void navigate(to);
  });
  return (
    <>
      <PageHeader
        line={<JobName job={job} onRename={(name) => changes.rename(job.id, name)} />}
        actions={<JobActions job={job} changes={changes} />}
      />
      <JobFacts job={job} />
      {job.status === 'failed' && <JobFailure job={job} />}
      <div className="job-parts">
        <JobTasks tasks={job.tasks} ended={job.status !== 'running'} />
        <JobInputs job={job} />
        <JobSettings settings={job.settings} />
        <JobLog job={job} />
      </div>
    </>
  );
}
