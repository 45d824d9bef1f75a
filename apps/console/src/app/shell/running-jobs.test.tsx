// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { RunningJobsButton } from './running-jobs.tsx';

afterEach(cleanup);

describe('the counter of running jobs', () => {
  it('NAV-025 is marked active above 0 only, and tells the count', () => {
    const { rerender } = render(<RunningJobsButton count={0} onOpen={() => undefined} />);
    const button = () => screen.getByRole('button');
    expect(button().hasAttribute('data-active')).toBe(false);
    rerender(<RunningJobsButton count={3} onOpen={() => undefined} />);
    expect(button().hasAttribute('data-active')).toBe(true);
    expect(button().textContent).toBe('3');
    expect(button().getAttribute('aria-label')).toBe('3 running jobs');
  });

  it('NAV-026 opens the list on a click', async () => {
    let opened = 0;
    render(
      <RunningJobsButton
        count={1}
        onOpen={() => {
          opened += 1;
        }}
      />,
    );
    await userEvent.click(screen.getByRole('button'));
    expect(opened).toBe(1);
  });
});
