/**
 * The entry. Public pages, the page of a shared card and the app are separate parts, so that a visitor of the login page
 * does not load the router, the query cache and the component library.
 */
import './ui/tokens.css';
import { ownTask } from './own-task.ts';
import { isAppPath, paths } from './paths.ts';
import { readerLocale } from './texts/reader-locale.ts';

/** A part that fails to load (lost connection, new version) must not leave an empty page. */
function showLoadFailure(): void {
  const retry = document.createElement('button');
  retry.textContent = 'Reload';
  retry.addEventListener('click', () => location.reload());
  const note = document.createElement('p');
  note.setAttribute('role', 'alert');
  note.textContent =
    'The page could not be loaded. Check your connection; a new version may just have been installed. ';
  note.append(retry);
  document.getElementById('root')?.replaceChildren(note);
}

const isShared = location.pathname.replace(/\/$/, '') === paths.sharedCard;

/**
 * Runs the modules of the app in tasks of their own: in one task they block a phone for a fifth of a second. The first
 * formats of a language take 30 ms each there, so they are made while the modules are fetched, and not between two
 * taps.
 */
async function runAppModules(): Promise<void> {
  const parts = [
    async () => void Intl.DateTimeFormat(readerLocale()).format(),
    // The format of all figures (REP-030).
    async () => void Intl.NumberFormat('de-DE').format(0),
    () => import('react-dom/client'),
    () => import('./app/theme/theme.ts'),
    () => import('./routes.tsx'),
  ];
  for (const part of parts) {
    await part();
    await ownTask();
  }
}

async function start(): Promise<void> {
  if (isShared || isAppPath(location.pathname)) {
    // The language comes before the modules of the app, whose constants hold texts.
    const { showAppLanguage } = await import('./app/app-language.ts');
    await showAppLanguage();
  }
  if (isShared) return (await import('./app/start-shared-card.tsx')).startSharedCard();
  if (isAppPath(location.pathname)) {
    await runAppModules();
    return (await import('./app/start-app.tsx')).startApp();
  }
  return (await import('./app/public/start-public.tsx')).startPublic();
}

const started = start();
started.catch(showLoadFailure);
// After the page, so that analytics never delay it; never where the address itself opens a card (SEC-S106).
if (!isShared) {
  void started
    .then(() => import('./app/analytics.ts'))
    .then(({ startAnalytics }) => startAnalytics())
    .catch(() => undefined);
}
