/** The router of the public pages: path, a notice for the next page, links without a reload, and the props of a page. */
import type { ComponentType } from 'react';
import type { AuthProp } from '../../api/auth-prop.ts';
import { createStore } from '../store.ts';

export interface PublicLocation {
  readonly path: string;
  readonly query: string;
  /** A notice from the previous page. */
  readonly notice?: string;
}

function currentLocation(): PublicLocation {
  const state: unknown = history.state;
  const notice =
    typeof state === 'object' && state !== null && 'notice' in state ? state.notice : undefined;
  return {
    path: location.pathname,
    query: location.search,
    ...(typeof notice === 'string' && { notice }),
  };
}

export const publicLocation = createStore<PublicLocation>(
  typeof location === 'undefined' ? { path: '/', query: '' } : currentLocation(),
);

export function openPublicPage(path: string, notice?: string): void {
  history.pushState({ notice }, '', path);
  publicLocation.set(currentLocation());
  scrollTo(0, 0);
}

/** Back and Forward, and clicks on links to other public pages. */
export function watchPublicNavigation(isPublicPage: (path: string) => boolean): void {
  addEventListener('popstate', () => publicLocation.set(currentLocation()));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
    if (link === null || !plain || event.defaultPrevented || link.target !== '') return;
    if (link.origin !== location.origin || !isPublicPage(link.pathname) || link.hash !== '') return;
    event.preventDefault();
    openPublicPage(link.pathname + link.search);
  });
}

/** The props of public pages. */
export interface PublicPageProps {
  readonly location: PublicLocation;
  /** Missing until the server has answered. */
  readonly installation: AuthProp | undefined;
  readonly productName: string;
  readonly onSignIn: () => void;
}

export interface PublicPage {
  /** In the language of the reader. */
  readonly title: () => string;
  readonly Page: ComponentType<PublicPageProps>;
}
