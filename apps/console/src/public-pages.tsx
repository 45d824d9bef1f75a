/** The one table of public pages: path, title, page. Everything else that is not the app is a 404. */
import type { PublicPage } from './app/public/public-router.ts';
import { AcceptInvitationPage } from './features/invitations/accept-invitation-page.tsx';
import { LoginPage } from './features/login/login-page.tsx';
import { ForgotPasswordPage } from './features/password/forgot-password-page.tsx';
import { ResetPasswordPage } from './features/password/reset-password-page.tsx';
import { RegisterPage } from './features/register/register-page.tsx';
import { VerifyEmailPage } from './features/register/verify-email-page.tsx';
import { SignedInPage } from './features/sign-in-return/signed-in-page.tsx';
import { SilentPage } from './features/sign-in-return/silent-page.tsx';
import { NotFoundPage } from './features/welcome/not-found-page.tsx';
import { WelcomePage } from './features/welcome/welcome-page.tsx';
import { paths } from './paths.ts';

const pages: Readonly<Record<string, PublicPage>> = {
  [paths.welcome]: { title: 'Welcome', Page: WelcomePage },
  [paths.login]: { title: 'Login', Page: LoginPage },
  [paths.register]: { title: 'Register', Page: RegisterPage },
  [paths.forgotPassword]: { title: 'Forgot password', Page: ForgotPasswordPage },
  [paths.resetPassword]: { title: 'Set a new password', Page: ResetPasswordPage },
  [paths.acceptInvitation]: { title: 'Accept invitation', Page: AcceptInvitationPage },
  [paths.verifyEmail]: { title: 'Verify email', Page: VerifyEmailPage },
  [paths.signedIn]: { title: 'Signing in', Page: SignedInPage },
  [paths.silent]: { title: 'Signing in', Page: SilentPage },
};

const notFound: PublicPage = { title: 'Page not found', Page: NotFoundPage };

export function isPublicPage(path: string): boolean {
  return Object.hasOwn(pages, path);
}

export function publicPage(path: string): PublicPage {
  return pages[path] ?? notFound;
}
