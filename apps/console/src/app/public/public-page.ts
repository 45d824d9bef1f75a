/** The props of public pages. */
import type { ComponentType } from 'react';
import type { AuthProp } from '../../api/auth-prop.ts';
import type { PublicLocation } from './public-router.ts';

export interface PublicPageProps {
  readonly location: PublicLocation;
  /** Missing until the server has answered. */
  readonly installation: AuthProp | undefined;
  readonly productName: string;
  readonly onSignIn: () => void;
}

export interface PublicPage {
  readonly title: string;
  readonly Page: ComponentType<PublicPageProps>;
}
