import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { toasts } from '../../components/toast/toast.ts';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { NotificationList } from './notification-list.tsx';
import { NotificationsPage } from './notifications-page.tsx';

afterEach(cleanup);

const notifications = ['first', 'second'].map((content) => ({
  id: `id-${content}`,
  status: 'new' as const,
  topic: 'workflow.jobs.failed',
  content,
  createdAt: '2026-03-01T12:00:00.000Z',
}));

describe('the list of notifications', () => {
  it('NOTE-002 ticking the checkbox of one archives it', async () => {
    const archived: string[] = [];
    render(
      <MantineProvider env="test">
        <NotificationList
          label="Personal"
          notifications={notifications}
          onArchive={(id) => archived.push(id)}
        />
      </MantineProvider>,
    );
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Archive: second' }));
    expect(archived).toEqual(['id-second']);
  });

  it('NOTE-001 OP-36 archived ones have no checkbox', () => {
    render(
      <MantineProvider env="test">
        <NotificationList label="Archived" notifications={notifications} />
      </MantineProvider>,
    );
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
    expect(screen.getByRole('list', { name: 'Archived' }).textContent).toContain('first');
  });
});

describe('the page of notifications', () => {
  it("NOTE-004 says 'Cannot update the notification' and shows it again when archiving fails", async () => {
    const network = answerCalls({ 'GET /api/v2/notifications': { body: notifications } });
    await show(<NotificationsPage />);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Archive: first' }));
    await waitFor(() =>
      expect(toasts.get().at(-1)).toMatchObject({
        kind: 'error',
        message: 'Cannot update the notification',
      }),
    );
    expect(await screen.findByRole('checkbox', { name: 'Archive: first' })).toBeDefined();
    expect(network.calls('PUT /api/v2/notifications/id-first')).toHaveLength(1);
    network.restore();
  });
});
