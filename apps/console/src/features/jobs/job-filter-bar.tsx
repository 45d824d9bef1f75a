/** Which jobs are shown: one of four states, and the time of the counter's link with a way out of it. */
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { type JobFilter, type JobStatusFilter, jobFilters } from './job-hash.ts';

const labels: Readonly<Record<JobStatusFilter, string>> = {
  all: 'All',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
};
const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'medium' });

interface JobFilterBarProps {
  readonly filter: JobFilter;
  readonly onFilter: (filter: JobFilter) => void;
}

export function JobFilterBar({ filter, onFilter }: JobFilterBarProps) {
  const name = useId();
  const { status, time } = filter;
  return (
    <>
      <fieldset className="job-filter">
        <legend className="sr-only">Status</legend>
        {jobFilters.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={name}
              checked={each === status}
              onChange={() => onFilter({ ...filter, status: each })}
            />
            {labels[each]}
          </label>
        ))}
      </fieldset>
      {time !== undefined && (
        <Button
          variant="default"
          className="job-time"
          rightSection={<IconX size={13} />}
          aria-label={`Since ${clock.format(time)}, show jobs of any time`}
          title="Unfinished jobs, and those that ended at or after this time"
          onClick={() => onFilter({ status })}
        >
          Since {clock.format(time)}
        </Button>
      )}
    </>
  );
}
