/** The filter of the job list: status, and the time from the link of the jobs counter, which can be removed. */
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { SegmentedChoice } from '../../components/segmented-choice/segmented-choice.tsx';
import { onDemand } from '../../texts/on-demand.ts';
import { readerLocale } from '../../texts/reader-locale.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { type JobFilter, type JobStatusFilter, jobFilters } from './job-hash.ts';

const labels: Readonly<Record<JobStatusFilter, string>> = {
  all: t('All'),
  running: t('Running'),
  done: t('Done'),
  failed: t('Failed'),
};
const choices = jobFilters.map((each) => [each, labels[each]] as const);
const clock = onDemand(
  () => new Intl.DateTimeFormat(readerLocale(), { dateStyle: 'short', timeStyle: 'medium' }),
);

interface JobFilterBarProps {
  readonly filter: JobFilter;
  readonly onFilter: (filter: JobFilter) => void;
}

export function JobFilterBar({ filter, onFilter }: JobFilterBarProps) {
  const { status, time } = filter;
  return (
    <>
      <SegmentedChoice
        label={t('Status')}
        choices={choices}
        value={status}
        onChange={(each) => onFilter({ ...filter, status: each })}
      />
      {time !== undefined && (
        <Button
          variant="default"
          className="job-time"
          rightSection={<IconX size={13} />}
          aria-label={t('Since {time}, show jobs of any time', { time: clock().format(time) })}
          title={t('Unfinished jobs, and those that ended at or after this time')}
          onClick={() => onFilter({ status })}
        >
          {sentence('Since {time}', { time: clock().format(time) })}
        </Button>
      )}
    </>
  );
}
