import { Menu } from '@mantine/core';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../testing/show.suite.tsx';
import { RowMenu } from './row-menu.tsx';

afterEach(cleanup);

it('is made when it is opened, by mouse or keyboard, and gives the focus back', async () => {
  const chosen = vi.fn();
  const user = userEvent.setup();
  await show(
    <RowMenu label="More actions for One">
      <Menu.Item onClick={chosen}>Reset</Menu.Item>
    </RowMenu>,
  );
  const button = () => screen.getByRole('button', { name: 'More actions for One' });
  expect(screen.queryByRole('menu')).toBeNull();
  expect(button().getAttribute('aria-haspopup')).toBe('menu');
  button().focus();
  for (const times of [1, 2]) {
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('menuitem', { name: 'Reset' }));
    expect(chosen).toHaveBeenCalledTimes(times);
    await waitFor(() => expect(document.activeElement).toBe(button()));
  }
});
