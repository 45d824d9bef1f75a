/** For component tests: an element inside the providers of the app, with a router of its own. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type Session, SessionContext } from '../app/session.ts';

/** Milliseconds that something may take to appear: pages load code at first use, and machines are busy. */
configure({ asyncUtilTimeout: 10_000 });

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

/**
 * @param session what differs from an Admin of tenant `t1`
 * @param pattern of the route, for an element that reads the parameters of the path
 */
export async function show(
  element: ReactNode,
  session: Partial<Session> = {},
  path = '/app',
  pattern?: string,
) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const component = () => element;
  const root =
    pattern === undefined
      ? createRootRoute({ component, notFoundComponent: component })
      : createRootRoute({ notFoundComponent: component });
  const child = createRoute({ getParentRoute: () => root, path: pattern ?? '/never', component });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: root.addChildren([child]), history });
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
