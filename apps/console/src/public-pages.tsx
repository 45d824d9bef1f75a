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
import { type PublicTextKey, publicTexts } from './texts/public-texts.ts';
import { written } from './texts/written.ts';

const title = (key: PublicTextKey) => () => written(key, publicTexts[key]);

const pages: Readonly<Record<string, PublicPage>> = {
  [paths.welcome]: { title: title('welcomeTitle'), Page: WelcomePage },
  [paths.login]: { title: title('login'), Page: LoginPage },
  [paths.register]: { title: title('registerTitle'), Page: RegisterPage },
  [paths.forgotPassword]: { title: title('forgotTitle'), Page: ForgotPasswordPage },
  [paths.resetPassword]: { title: title('newPasswordTitle'), Page: ResetPasswordPage },
  [paths.acceptInvitation]: { title: title('invitationTitle'), Page: AcceptInvitationPage },
  [paths.verifyEmail]: { title: title('verifyTitle'), Page: VerifyEmailPage },
  [paths.signedIn]: { title: title('signingIn'), Page: SignedInPage },
  [paths.silent]: { title: title('signingIn'), Page: SilentPage },
};

const notFound: PublicPage = { title: title('pageNotFound'), Page: NotFoundPage };

export function isPublicPage(path: string): boolean {
  return Object.hasOwn(pages, path);
}

export function publicPage(path: string): PublicPage {
  return pages[path] ?? notFound;
}
