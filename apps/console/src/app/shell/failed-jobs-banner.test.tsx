import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore, useStore } from '../store.ts';
import { Banner } from './failed-jobs-banner.tsx';

afterEach(cleanup);

const polled = createStore<number | undefined>(undefined);

function Page() {
  return <Banner count={useStore(polled)} />;
}

/** The banner over a count that the test sets, as a poll would. */
async function showBanner(first: number | undefined) {
  polled.set(first);
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: ['/app/dashboard'] }),
    defaultNotFoundComponent: Page,
  });
  await act(async () => {
    render(<RouterProvider router={router as never} />);
    await router.load();
  });
  return { poll: (count: number) => act(async () => polled.set(count)) };
}

const banner = () => screen.queryByRole('alert');
const close = () => userEvent.click(screen.getByRole('button', { name: 'Close banner' }));

describe('the banner of failed jobs', () => {
  it('NAV-021 OP-76 is not there before the first poll or at 0, and appears with the first failure', async () => {
    const { poll } = await showBanner(undefined);
    expect(banner()).toBeNull();
    await poll(0);
    expect(banner()).toBeNull();
    await poll(2);
    expect(banner()).not.toBeNull();
    await poll(0);
    expect(banner()).toBeNull();
  });

  it('NAV-022 NAV-024 says so and leads to the failed jobs', async () => {
    await showBanner(1);
    const link = screen.getByRole('link', {
      name: 'One or more jobs failed. Investigate the errors!',
    });
    expect(link.getAttribute('href')).toBe('/app/jobs#status=failed');
  });

  it('NAV-023 closed, it stays so while the count is the same, and comes back with another', async () => {
    const { poll } = await showBanner(3);
    await close();
    expect(banner()).toBeNull();
    await poll(3);
    expect(banner()).toBeNull();
    await poll(4);
    expect(banner()).not.toBeNull();
  });

  it('NAV-023 closed, it comes back with the same count after there were none', async () => {
    const { poll } = await showBanner(3);
    await close();
    await poll(0);
    expect(banner()).toBeNull();
    await poll(3);
    expect(banner()).not.toBeNull();
  });
});
