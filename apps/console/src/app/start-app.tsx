/** The signed-in half of the console: session, caches, router. Without a user it opens the login page. */
import '@mantine/core/styles.layer.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { tokenStorage } from '../api/token-storage.ts';
import { roleIn, type SignedInUser } from '../api/token-user.ts';
import { DialogHost } from '../components/confirm/dialog-host.tsx';
import { HintHost } from '../components/hints/hint-host.tsx';
import { handleKeyPress } from '../components/shortcuts/shortcut-registry.ts';
import { Toasts } from '../components/toast/toasts.tsx';
import { paths } from '../paths.ts';
import { router } from '../routes.tsx';
import { createQueryClient } from './query-client.ts';
import { readSession, type Session, SessionContext } from './session.ts';
import { cssVariables, theme } from './theme/theme.ts';
import { watchWindowSize } from './ui-state.ts';

const queryClient = createQueryClient();

function App({ user, tenant: first }: { user: SignedInUser; tenant: string }) {
  const [tenant, setTenant] = useState(first);
  const session = useMemo<Session>(
    () => ({
      user: { ...user, role: roleIn(user, tenant) },
      tenant,
      selectTenant: (id) => {
        tokenStorage.selectTenant(id);
        setTenant(id);
        void router.navigate({ to: paths.dashboard });
      },
    }),
    [user, tenant],
  );
  return (
    <SessionContext value={session}>
      <RouterProvider router={router} />
      <DialogHost />
      <Toasts />
      <HintHost />
    </SessionContext>
  );
}

export function startApp(): void {
  const session = readSession();
  const root = document.getElementById('root');
  if (session === undefined || root === null) {
    location.replace(paths.login);
    return;
  }
  watchWindowSize(window);
  document.addEventListener('keydown', handleKeyPress);
  const app = (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <App user={session.user} tenant={session.tenant} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
  // In slices: on a phone the first render takes some tenths of a second, and taps are to be answered meanwhile.
  startTransition(() => createRoot(root).render(app));
}
