/**
 * The entry. Public pages and the app are separate halves, so that a visitor of the login page does
 * not load the router, the query cache and the component library.
 */
import './ui/tokens.css';
import { isAppPath } from './paths.ts';

if (isAppPath(location.pathname)) {
  void import('./app/start-app.tsx').then(({ startApp }) => startApp());
} else {
  void import('./app/public/start-public.tsx').then(({ startPublic }) => startPublic());
}
