// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { jobColumns } from './job-columns.tsx';
import { JobProgress } from './job-progress.tsx';

afterEach(cleanup);

describe('the job list', () => {
  it('JOB-001 has the columns Job Name, Progress, Duration, Flow, Job ID, Created', () => {
    expect(jobColumns.map(({ header }) => header)).toEqual([
      'Job Name',
      'Progress',
      'Duration',
      'Flow',
      'Job ID',
      'Created',
    ]);
  });

  it('JOB-001 a bar while it runs, a word once it is over', () => {
    const { rerender, container } = render(
      <JobProgress job={{ name: 'Encode', status: 'running', progress: 42 }} />,
    );
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(42);
    rerender(<JobProgress job={{ name: 'Encode', status: 'failed', progress: 61 }} />);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(container.textContent).toContain('failed at 61%');
    rerender(<JobProgress job={{ name: 'Encode', status: 'done', progress: 100 }} />);
    expect(container.textContent).toContain('done');
  });
});
