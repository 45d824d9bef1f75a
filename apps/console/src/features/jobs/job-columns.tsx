/** The columns of the job list (JOB-001). */
import type { Job } from '@interlude/contract';
import { CopyId } from '../../components/copy-id.tsx';
import { AbsoluteTime } from '../../components/relative-time.tsx';
import type { Column } from '../../components/resource-table/column.ts';
import { JobDuration } from './job-duration-cell.tsx';
import { JobProgress } from './job-progress.tsx';

export const jobColumns: readonly Column<Job>[] = [
  {
    id: 'name',
    header: 'Job Name',
    sortable: true,
    hideable: false,
    phone: 'title',
    cell: ({ name }) => name,
  },
  {
    id: 'progress',
    header: 'Progress',
    sortable: true,
    width: '20%',
    cell: (job) => <JobProgress job={job} />,
  },
  {
    id: 'duration',
    header: 'Duration',
    width: '12%',
    cell: (job) => <JobDuration job={job} />,
  },
  {
    id: 'flowId',
    header: 'Flow',
    width: '15%',
    phone: 'hidden',
    cell: ({ flowId }) =>
      flowId === '' ? <span className="dimmed">–</span> : <CopyId id={flowId} />,
  },
  {
    id: 'id',
    header: 'Job ID',
    sortable: true,
    width: '15%',
    phone: 'hidden',
    cell: ({ id }) => <CopyId id={id} />,
  },
  {
    id: 'createdAt',
    header: 'Created',
    sortable: true,
    width: '16%',
    cell: ({ createdAt }) => (
      <span className="dimmed">
        <AbsoluteTime at={createdAt} />
      </span>
    ),
  },
];
