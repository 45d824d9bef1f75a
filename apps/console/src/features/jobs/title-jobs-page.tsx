/** The tab Jobs of an asset (AST-004, AST-012, AST-013). */
import type { Job } from '@interlude/contract';
import { useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useListView } from '../../components/list-view/use-list-view.ts';
import { useResourceList } from '../../components/list-view/use-resource-list.ts';
import { useLiveChanges } from '../../components/live-changes/use-live-changes.ts';
import { ResourceTable } from '../../components/resource-table/resource-table.tsx';
import { TitleFrame } from '../../components/title-frame/title-frame.tsx';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { useJobChanges } from './job-changes.ts';
import { titleJobColumns } from './job-columns.tsx';
import { jobPollMs } from './job-progress.tsx';
import { JobRowActions } from './job-row-actions.tsx';
import './jobs.css';

export function TitleJobsPage() {
  const { assetId = '' } = useParams({ strict: false });
  return (
    <TitleFrame key={assetId} titleId={assetId}>
      {() => <JobTable titleId={assetId} />}
    </TitleFrame>
  );
}

function JobTable({ titleId }: { titleId: string }) {
  const view = useListView();
  const navigate = useNavigate();
  const list = useResourceList<Job>({
    resource: 'jobs',
    state: Object.assign({ titleId }, view.state),
    load: (query, signal) => api(routes.jobs.list, { query: { ...query, titleId }, signal }),
    refreshMs: jobPollMs,
  });
  const changes = useJobChanges(
    ({ id }) => void navigate({ to: paths.titleJob, params: { assetId: titleId, jobId: id } }),
  );
  useLiveChanges('jobs');
  return (
    <ResourceTable
      name={t('Asset jobs')}
      kept="asset jobs"
      columns={titleJobColumns(titleId)}
      list={list}
      view={view}
      searchLabel={t('Search name or ID')}
      rowActions={(job) => <JobRowActions job={job} changes={changes} />}
      emptyHint={
        <p className="dimmed">
          {t(
            'No file of this asset has been conditioned or analysed yet. A job starts automatically after an upload or when an ad is requested.',
          )}
        </p>
      }
    />
  );
}
