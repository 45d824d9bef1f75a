import type { JobDetail } from '@interlude/contract';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { JobPage } from './job-page.tsx';
import { JobProgress, jobPollMs, nextProgress } from './job-progress.tsx';

const running = { name: 'Encode', status: 'running' as const, progress: 10 };
const shown = () => screen.getByRole<HTMLProgressElement>('progressbar').value;

beforeEach(() => {
  vi.useFakeTimers();
});
let network = answerCalls({});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  network.restore();
});
const wait = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs));

describe('the bar of a running job', () => {
  it('JOB-006 OP-69 grows by 2 % a tick, at most to 100, and follows a job that is further', () => {
    expect(nextProgress(10, 10)).toBe(12);
    expect(nextProgress(99, 40)).toBe(100);
    expect(nextProgress(100, 40)).toBe(100);
    expect(nextProgress(12, 55)).toBe(55);
  });

  it('JOB-005 JOB-006 ticks every 5 s', async () => {
    render(<JobProgress job={running} />);
    expect(shown()).toBe(10);
    await wait(jobPollMs - 1);
    expect(shown()).toBe(10);
    await wait(1);
    expect(shown()).toBe(12);
    await wait(2 * jobPollMs);
    expect(shown()).toBe(16);
  });

  it('JOB-006 never goes back, and ends at 100', async () => {
    const { rerender } = render(<JobProgress job={{ ...running, progress: 97 }} />);
    await wait(3 * jobPollMs);
    expect(shown()).toBe(100);
    rerender(<JobProgress job={{ ...running, progress: 98 }} />);
    expect(shown()).toBe(100);
  });

  it('JOB-001 JOB-007 gives way to the status', async () => {
    const { rerender, container } = render(<JobProgress job={running} />);
    await wait(jobPollMs);
    rerender(<JobProgress job={{ ...running, status: 'failed', progress: 61 }} />);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(container.textContent).toContain('failed at 61%');
    rerender(<JobProgress job={{ ...running, status: 'failed', archived: true }} />);
    expect(container.textContent).toContain('archived');
    rerender(<JobProgress job={{ ...running, status: 'done', progress: 100 }} />);
    expect(container.textContent).toContain('done');
  });

  it('JOB-005 JOB-007 the page asks every 5 s while the job runs, and no more once it is done', async () => {
    let status: JobDetail['status'] = 'running';
    const job = (): JobDetail => ({
      ...running,
      id: 'j-1',
      status,
      start: '2026-03-01T12:00:00.000Z',
      end: null,
      flowId: '',
      flowName: '',
      titleId: '',
      titleName: '',
      createdAt: '2026-03-01T12:00:00.000Z',
      archived: false,
      attempt: 1,
      attempts: 1,
      timeout: 60,
      updatedAt: '2026-03-01T12:00:00.000Z',
      error: '',
      errorCode: '',
      inputMediaIds: [],
      inputMedias: [],
      settings: {},
      tasks: [],
    });
    const path = '/api/v2/jobs/j-1';
    network = answerCalls({
      [`GET ${path}`]: () => ({ body: job() }),
      [`GET ${path}/log`]: { body: [] },
    });
    const opened = show(<JobPage />, {}, '/app/jobs/j-1', '/app/jobs/$jobId');
    await wait(100);
    await opened;
    await wait(100);
    expect(network.calls(`GET ${path}`)).toHaveLength(1);
    await wait(jobPollMs);
    expect(network.calls(`GET ${path}`)).toHaveLength(2);
    status = 'done';
    await wait(jobPollMs);
    expect(network.calls(`GET ${path}`)).toHaveLength(3);
    expect(screen.getByText('done')).toBeDefined();
    await wait(4 * jobPollMs);
    expect(network.calls(`GET ${path}`)).toHaveLength(3);
  });
});
