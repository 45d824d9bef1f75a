/** The log of a job, newest line last; it scrolls along while the job runs and the last line is in view. */
import type { JobDetail, JobLogLine } from '@interlude/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/api-error.ts';
import { routes } from '../../../api/contract-routes.ts';
import { useSession } from '../../../app/session.ts';
import { SegmentedChoice } from '../../../components/segmented-choice/segmented-choice.tsx';
import { text } from '../../../messages.ts';
import { known, t } from '../../../texts/t.ts';
import { jobPollMs } from '../job-progress.tsx';
import {
  filteredLines,
  type LogFilter,
  logFilterLabels,
  logFilters,
  logLevelNames,
  logTime,
} from './job-log-lines.ts';

const filterChoices = logFilters.map((each) => [each, logFilterLabels[each]] as const);

type LoggedJob = Pick<JobDetail, 'id' | 'status' | 'attempt'>;

/** The query key begins with that of the job: an invalidated job reloads its log. */
function useJobLog({ id, status }: LoggedJob) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'jobs', 'log', id, status],
    queryFn: ({ signal }) => api(routes.jobs.log, { params: { id }, signal }),
    placeholderData: (lines) => lines,
    refetchInterval: status === 'running' ? jobPollMs : false,
  });
}

export function JobLog({ job }: { job: LoggedJob }) {
  const { data: lines, error, isPending, refetch } = useJobLog(job);
  const [filter, setFilter] = useState<LogFilter>('all');
  return (
    <section className="job-part" aria-labelledby="job-log">
      <div className="job-log-head">
        <h2 id="job-log">{t('Log')}</h2>
        <SegmentedChoice
          label={t('Level')}
          choices={filterChoices}
          value={filter}
          onChange={setFilter}
        />
      </div>
      {lines !== undefined && (
        <LogLines lines={filteredLines(lines, filter)} attempt={job.attempt} total={lines.length} />
      )}
      {isPending && <span className="skeleton job-log-wait" />}
      {error !== null && (
        <div className="job-log-failed" role="alert">
          <p className="bad">{text('fetchFailed', { err: errorText(error) })}</p>
          <Button variant="default" onClick={() => void refetch()}>
            {t('Retry')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface LogLinesProps {
  readonly lines: readonly JobLogLine[];
  readonly attempt: number;
  /** Lines of all levels. */
  readonly total: number;
}

/** Pixels from the end within which the log scrolls along. */
const nearEnd = 24;

function LogLines({ lines, attempt, total }: LogLinesProps) {
  const box = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines are what moves the end
  useEffect(() => {
    const element = box.current;
    if (element !== null && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [lines.length]);
  if (lines.length === 0) {
    return (
      <p className="dimmed">
        {total === 0 ? t('No log lines yet.') : t('No log lines of this level.')}
      </p>
    );
  }
  return (
    <section
      ref={box}
      className="job-log mono"
      aria-label={t('Log lines')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd;
      }}
    >
      <ol>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place
          <li key={place} data-level={line.level}>
            <time dateTime={line.at}>{logTime(line.at)}</time>
            <span className="job-log-level">{logLevelNames[line.level]}</span>
            <span className="job-log-task">
              {line.attempt !== attempt && `${line.attempt}/`}
              {line.task}
            </span>
            <span className="job-log-text">{known(line.text)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
