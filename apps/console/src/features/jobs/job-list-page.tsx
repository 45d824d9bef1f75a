/** The jobs of the tenant by status (JOB-001 to JOB-003). */
import type { Job } from '@interlude/contract';
import { Button } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { PageHeader } from '../../app/shell/title-bar.tsx';
import { useListView } from '../../components/list-view/use-list-view.ts';
import { useResourceList } from '../../components/list-view/use-resource-list.ts';
import { useLiveChanges } from '../../components/live-changes/use-live-changes.ts';
import { ResourceTable } from '../../components/resource-table/resource-table.tsx';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { useJobChanges } from './job-changes.ts';
import { jobColumns } from './job-columns.tsx';
import { JobFilterBar } from './job-filter-bar.tsx';
import {
  type JobFilter,
  type JobStatusFilter,
  jobHash,
  jobQueryOf,
  readJobHash,
} from './job-hash.ts';
import { jobPollMs } from './job-progress.tsx';
import { JobRowActions } from './job-row-actions.tsx';
import './jobs.css';

export function JobListPage() {
  const view = useListView();
  const [filter, setFilter] = useJobFilter();
  const list = useResourceList<Job>({
    resource: 'jobs',
    state: { ...view.state, ...filter },
    load: (query, signal) =>
      api(routes.jobs.list, { query: { ...query, ...jobQueryOf(filter) }, signal }),
    refreshMs: jobPollMs,
  });
  const navigate = useNavigate();
  const changes = useJobChanges(
    ({ id }) => void navigate({ to: paths.job, params: { jobId: id } }),
  );
  useLiveChanges('jobs');
  return (
    <>
      <PageHeader line={t('Background jobs and their results.')} />
      <ResourceTable
        name={t('Jobs')}
        kept="jobs"
        columns={jobColumns}
        list={list}
        view={view}
        searchLabel={t('Search name or ID')}
        rowActions={(job) => <JobRowActions job={job} changes={changes} />}
        tools={<JobFilterBar filter={filter} onFilter={setFilter} />}
        emptyHint={<EmptyHint filter={filter} onAll={() => setFilter({ status: 'all' })} />}
      />
    </>
  );
}

/** The filter in the hash; a change returns to the first page and adds a history entry. */
function useJobFilter(): [JobFilter, (filter: JobFilter) => void] {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const setFilter = (filter: JobFilter) =>
    void navigate({
      to: '.',
      search: ({ page: _page, ...search }) => search,
      hash: jobHash(filter),
      hashScrollIntoView: false,
      resetScroll: false,
    });
  return [readJobHash(hash), setFilter];
}

const emptyTexts: Readonly<Record<JobStatusFilter, string>> = {
  all: t('No job is unfinished or ended'),
  running: t('No job is running'),
  done: t('No job was done'),
  failed: t('No job failed'),
};

function EmptyHint({ filter, onAll }: { filter: JobFilter; onAll: () => void }) {
  if (filter.status === 'all' && filter.time === undefined) {
    return (
      <p className="dimmed">
        {t(
          'Background work, such as encoding an asset or conditioning an ad, appears here with its progress and result.',
        )}
      </p>
    );
  }
  return (
    <>
      <p className="dimmed">
        {emptyTexts[filter.status]}
        {filter.time === undefined ? '.' : t(' since then.')}
      </p>
      <Button variant="default" onClick={onAll}>
        {t('Show all jobs')}
      </Button>
    </>
  );
}
