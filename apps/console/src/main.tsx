/**
 * The entry. Public pages and the app are separate halves, so that a visitor of the login page does
 * not load the router, the query cache and the component library.
 */
import './ui/tokens.css';
import { isAppPath } from './paths.ts';

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

const started = isAppPath(location.pathname)
  ? import('./app/start-app.tsx').then(({ startApp }) => startApp())
  : import('./app/public/start-public.tsx').then(({ startPublic }) => startPublic());
started.catch(showLoadFailure);
// After the page, so that analytics never delay it.
void started
  .then(() => import('./app/analytics.ts'))
  .then(({ startAnalytics }) => startAnalytics())
  .catch(() => undefined);
