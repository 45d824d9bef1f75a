/** Status, duration, attempt, workflow and asset of a job, in one strip. */
import type { JobDetail } from '@interlude/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../../app/session.ts';
import { CopyId, shortId } from '../../../components/copy-id.tsx';
import { AbsoluteTime } from '../../../components/relative-time.tsx';
import { paths } from '../../../paths.ts';
import { mayOpen, screens } from '../../../screens.ts';
import { t } from '../../../texts/t.ts';
import { JobDuration } from '../job-duration.tsx';
import { JobProgress } from '../job-progress.tsx';

export function JobFacts({ job }: { job: JobDetail }) {
  const { id, titleId, titleName, createdAt } = job;
  return (
    <dl className="job-facts">
      <Fact label={t('Status')}>
        <span role="status">
          <JobProgress key={job.attempt} job={job} />
        </span>
      </Fact>
      <Fact label={t('Duration')}>
        <JobDuration job={job} />
      </Fact>
      <Fact label={t('Attempt')}>
        <span className="num">{attemptText(job)}</span>
      </Fact>
      <Fact label={t('Flow')}>
        <Flow job={job} />
      </Fact>
      <Fact label={t('Asset')}>
        {titleId === '' ? (
          <span className="dimmed">{t('none')}</span>
        ) : (
          <Link to={paths.title} params={{ assetId: titleId }}>
            {titleName === '' ? (
              <span className="mono" title={titleId}>
                {shortId(titleId)}
              </span>
            ) : (
              <span title={titleId}>{titleName}</span>
            )}
          </Link>
        )}
      </Fact>
      <Fact label={t('Job ID')}>
        <CopyId id={id} />
      </Fact>
      <Fact label={t('Created')}>
        <AbsoluteTime at={createdAt} />
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** '2 of 3'; before the first attempt that the job waits. */
export function attemptText({
  status,
  attempt,
  attempts,
}: Pick<JobDetail, 'status' | 'attempt' | 'attempts'>): string {
  if (attempt > 0) return t('{attempt} of {attempts}', { attempt, attempts });
  return status === 'running'
    ? t('waiting for a worker, {attempts} possible', { attempts })
    : t('never begun');
}

/** A link for users who may open workflows. */
function Flow({ job }: { job: Pick<JobDetail, 'flowId' | 'flowName'> }) {
  const { user } = useSession();
  const { flowId, flowName } = job;
  const name = flowName === '' ? flowId : flowName;
  if (flowId === '' || !mayOpen(user.role, screens.flow)) return name === '' ? 'none' : name;
  return (
    <Link to={paths.flow} params={{ flowId }}>
      {name}
    </Link>
  );
}
