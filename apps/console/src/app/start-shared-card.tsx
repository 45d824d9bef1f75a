/** The page of a shared card: for people without sign-in, with the charts of the app. */
import '@mantine/core/styles.layer.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SharedCardPage } from '../features/share-links/shared-card-page.tsx';
import { cssVariables, theme } from './theme/theme.ts';

export function startSharedCard(): void {
  const root = document.getElementById('root');
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <SharedCardPage />
      </MantineProvider>
    </StrictMode>,
  );
}
