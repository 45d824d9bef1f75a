// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { badgeText, NotificationsButton, newNotificationsQuery } from './notifications-menu.tsx';

afterEach(cleanup);

function show(count: number) {
  const { container } = render(
    <MantineProvider env="test">
      <NotificationsButton notifications={[]} count={count} withLink={false} />
    </MantineProvider>,
  );
  return container.querySelector('.bell-badge');
}

describe('the bell', () => {
  it("NAV-006 shows the count up to 9, then '9+', and nothing at 0", () => {
    expect([0, 1, 9, 10, 250].map(badgeText)).toEqual(['', '1', '9', '9+', '9+']);
  });

  it('NAV-006 shows it on its button, and says it', () => {
    expect(show(10)?.textContent).toBe('9+');
    expect(screen.getByRole('button', { name: 'Notifications, 9+ new' })).toBeDefined();
    cleanup();
    expect(show(0)).toBeNull();
    expect(screen.getByRole('button', { name: 'Notifications' })).toBeDefined();
  });

  it('NAV-007 asks for 10 new ones', () => {
    expect(newNotificationsQuery).toMatchObject({ status: 'new', limit: 10 });
  });
});
