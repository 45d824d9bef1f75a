/** For component tests: an element inside the providers of the app, with a router of its own. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type Session, SessionContext } from '../app/session.ts';

export const testSession: Session = {
  user: {
    id: 'u1',
    name: 'Jane Kay',
    email: 'jane@example.org',
    company: 't1',
    companies: ['t1', 't2'],
    role: 'Admin',
    roles: {},
  },
  tenant: 't1',
  selectTenant: () => undefined,
};

/** @param session what differs from an Admin of tenant `t1` */
export async function show(element: ReactNode, session: Partial<Session> = {}, path = '/app') {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute({ component: () => element, notFoundComponent: () => element });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: root, history });
  await router.load();
  const shown = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <SessionContext value={{ ...testSession, ...session }}>
          <RouterProvider router={router as never} />
        </SessionContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...shown, router, queries };
}
