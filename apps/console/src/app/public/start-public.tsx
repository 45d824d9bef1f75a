/** The half of the console that needs no sign-in. */
import './public.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { tokenStorage } from '../../api/token-storage.ts';
import { paths } from '../../paths.ts';
import { isPublicPage } from '../../public-pages.tsx';
import { readerLanguage } from '../../texts/reader-language.ts';
import { PublicApp } from './public-app.tsx';
import { showLanguage } from './public-language.ts';
import { watchPublicNavigation } from './public-router.ts';
import { decideStart } from './start-up.ts';

export async function startPublic(): Promise<void> {
  const hasToken = tokenStorage.token() !== undefined;
  if (decideStart({ path: location.pathname, hasToken }) === 'open-app') {
    location.replace(paths.dashboard);
    return;
  }
  const root = document.getElementById('root');
  if (root === null) return;
  await showLanguage(readerLanguage());
  watchPublicNavigation(isPublicPage);
  createRoot(root).render(
    <StrictMode>
      <PublicApp />
    </StrictMode>,
  );
}
