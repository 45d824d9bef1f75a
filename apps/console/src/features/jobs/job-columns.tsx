/** The columns of the job list (JOB-001) and of the jobs of one asset (AST-012). */
import type { Job } from '@interlude/contract';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/resource-table/column.ts';
import {
  createdAtColumn,
  idColumn,
  nameColumn,
} from '../../components/resource-table/standard-columns.tsx';
import { paths } from '../../paths.ts';
import { t } from '../../texts/t.ts';
import { JobDuration } from './job-duration.tsx';
import { JobProgress } from './job-progress.tsx';

const created = createdAtColumn<Job>('16%', t('Created'));
const jobId = idColumn<Job>('15%', t('Job ID'));

export const jobColumns: readonly Column<Job>[] = [
  nameColumn(
    ({ id, name }) => (
      <Link to={paths.job} params={{ jobId: id }} title={name} className="job-name">
        {name}
      </Link>
    ),
    t('Job Name'),
  ),
  {
    id: 'progress',
    header: t('Progress'),
    sortable: true,
    width: '18%',
    cell: (job) => <JobProgress job={job} />,
  },
  {
    id: 'duration',
    header: t('Duration'),
    width: '10%',
    phone: 'hidden',
    cell: (job) => <JobDuration job={job} />,
  },
  {
    id: 'flowId',
    header: t('Flow'),
    width: '13%',
    phone: 'hidden',
    cell: ({ flowId, flowName }) => (
      <span className="dimmed job-flow" title={`${flowName} ${flowId}`.trim()}>
        {flowName || flowId || '–'}
      </span>
    ),
  },
  jobId,
  created,
];

/** @param titleId asset of the page: the links lead to job pages below it */
export function titleJobColumns(titleId: string): Column<Job>[] {
  return [
    {
      id: 'status',
      header: t('Status'),
      sortable: true,
      hideable: false,
      width: '24%',
      cell: (job) => <JobProgress job={job} />,
    },
    { ...jobId, header: t('ID'), width: '18%' },
    nameColumn(({ id, name }) => (
      <Link
        to={paths.titleJob}
        params={{ assetId: titleId, jobId: id }}
        title={name}
        className="job-name"
      >
        {name}
      </Link>
    )),
    { ...created, header: t('Created at'), width: '20%' },
  ];
}
