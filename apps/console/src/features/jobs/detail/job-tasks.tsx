/** The tasks of a job in order: status, duration and findings of each (JOB-011). */
import {
  type JobTask,
  type JobTaskStatus,
  mediaFindings,
  taskDescription,
} from '@interlude/contract';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconLoader2,
  IconPlayerStop,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { AbsoluteTime } from '../../../components/relative-time.tsx';
import { onDemand } from '../../../texts/on-demand.ts';
import { readerLocale } from '../../../texts/reader-locale.ts';
import { known, t } from '../../../texts/t.ts';
import { durationText } from '../job-duration.tsx';

interface JobTasksProps {
  readonly tasks: readonly JobTask[];
  /** The job has ended: tasks that did not begin never will. */
  readonly ended: boolean;
}

export function JobTasks({ tasks, ended }: JobTasksProps) {
  return (
    <section className="job-part" aria-labelledby="job-tasks">
      <h2 id="job-tasks">{t('Tasks')}</h2>
      {tasks.length === 0 ? (
        <p className="dimmed">
          {ended
            ? t('The job ended before its tasks were created.')
            : t('The tasks appear when a worker starts the job.')}
        </p>
      ) : (
        <ol className="job-tasks">
          {tasks.map((task, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a task is its place in the workflow
            <Task key={place} task={task} ended={ended} />
          ))}
        </ol>
      )}
    </section>
  );
}

const icons = {
  waiting: IconCircleDashed,
  running: IconLoader2,
  done: IconCheck,
  failed: IconAlertTriangle,
  cancelled: IconPlayerStop,
} as const;

const statusNames: Readonly<Record<JobTaskStatus, string>> = {
  waiting: t('waiting'),
  running: t('running'),
  done: t('done'),
  failed: t('failed'),
  cancelled: t('cancelled'),
};

const percent = onDemand(
  () =>
    new Intl.NumberFormat(readerLocale(), {
      style: 'percent',
      maximumFractionDigits: 0,
    }),
);

function Task({ task, ended }: { task: JobTask; ended: boolean }) {
  const { type, name, status, progress, start, message, error, findings } = task;
  const Icon = icons[status];
  return (
    <li data-status={status}>
      <Icon size={16} aria-hidden="true" />
      <div className="job-task">
        <p className="job-task-line">
          <span className="job-task-name">
            {/* A name that the workflow gives its task stays as it is. */}
            {name === taskDescription(type).label ? known(name) : name}
          </span>
          <span className="job-task-status">
            {status === 'waiting' && ended ? t('not begun') : statusNames[status]}
            {status === 'running' && ` ${percent().format(progress / 100)}`}
          </span>
          <TaskDuration task={task} />
          {start !== null && (
            <span className="dimmed job-task-start">
              <AbsoluteTime at={start} />
            </span>
          )}
        </p>
        {message !== '' && <p className="dimmed">{known(message)}</p>}
        {findings.length > 0 && (
          <ul>
            {findings.map((finding) => (
              <li key={finding} title={finding}>
                {known(mediaFindings[finding])}
              </li>
            ))}
          </ul>
        )}
        {error !== '' && <p className="bad">{known(error)}</p>}
      </div>
    </li>
  );
}

const tickMs = 1_000;

/** The duration of a task, to now while it runs. */
function TaskDuration({ task: { status, start, end } }: { task: JobTask }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const running = status === 'running';
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [running]);
  if (start === null || (end === null && !running)) return null;
  const endMs = end === null ? nowMs : Date.parse(end);
  return <span className="dimmed num">{durationText(Math.max(0, endMs - Date.parse(start)))}</span>;
}
