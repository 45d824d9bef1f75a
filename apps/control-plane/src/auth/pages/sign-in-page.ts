/** The pages of the embedded identity provider: sign in, sign out, signed out, error. */
import { createHash } from 'node:crypto';
import { DomainError, type ErrorCode } from '@interlude/contract/errors';
import { escapeHtml } from '../../http/escape-html.ts';
import { renderPage } from './page.ts';

interface SignInPage {
  readonly productName: string;
  readonly takesRegistrations: boolean;
  readonly uid: string;
  /** Address of the previous attempt; filled in again after an error. */
  readonly email: string;
  /** The sentence of the login mapping; empty = none. */
  readonly error: string;
}

export function renderSignInPage(page: SignInPage): string {
  const { productName, takesRegistrations, uid, email, error } = page;
  const action = `/oidc-ui/${encodeURIComponent(uid)}`;
  return renderPage({
    productName,
    title: `Login · ${productName}`,
    heading: `Sign in to ${productName}`,
    body: `${error === '' ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>`}
<form method="post" action="${escapeHtml(action)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${escapeHtml(email)}"${email === '' ? ' autofocus' : ''}>
<div class="row"><label for="password">Password</label><a href="/forgot-password">Forgot password?</a></div>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200"${email === '' ? '' : ' autofocus'}>
<button type="submit">Login</button>
</form>
<form method="post" action="${escapeHtml(`${action}/cancel`)}">
<button class="quiet" type="submit">Cancel</button>
</form>
${takesRegistrations ? '<p class="links">New here? <a href="/register">Register your company</a></p>' : ''}`,
  });
}

interface SecondFactorPage {
  readonly productName: string;
  readonly uid: string;
  readonly step: string;
  readonly error: string;
}

/** After the password. Passkeys need a script, which these pages do not have: recovery codes work here, too. */
export function renderSecondFactorPage({
  productName,
  uid,
  step,
  error,
}: SecondFactorPage): string {
  const action = `/oidc-ui/${encodeURIComponent(uid)}`;
  return renderPage({
    productName,
    title: `Second factor · ${productName}`,
    heading: 'Enter your second factor',
    body: `${error === '' ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>`}
<form method="post" action="${escapeHtml(`${action}/second-factor`)}">
<input type="hidden" name="step" value="${escapeHtml(step)}">
<label for="code">Code of your app, or a recovery code</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="40" autofocus>
<button type="submit">Login</button>
</form>
<form method="post" action="${escapeHtml(`${action}/cancel`)}">
<button class="quiet" type="submit">Cancel</button>
</form>`,
  });
}

/** `form` is the provider's own hidden form with id `op.logoutForm`. */
export function renderSignOutPage(productName: string, form: string): string {
  return renderPage({
    productName,
    title: `Logout · ${productName}`,
    heading: 'Log out?',
    body: `${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Logout</button>
<button class="quiet" type="submit" form="op.logoutForm">Stay logged in</button>`,
  });
}

export function renderSignedOutPage(productName: string): string {
  return renderPage({
    productName,
    title: `Logged out · ${productName}`,
    heading: 'You are logged out',
    body: '<p class="links"><a href="/login">Log in again</a></p>',
  });
}

export function renderIdentityErrorPage(
  productName: string,
  error: { code: string; description: string },
): string {
  return renderPage({
    productName,
    title: `Cannot login · ${productName}`,
    heading: 'Cannot login.',
    body: `<p class="error" role="alert">${escapeHtml(error.description || error.code)} (${escapeHtml(error.code)})</p>
<p class="links"><a href="/login">Back to the login page</a></p>`,
  });
}

const credentials =
  'Email and Password combination does not exist. Please also check that you have verified your email.';

const messages: Partial<Record<ErrorCode, string>> = {
  LOGIN_WRONG_CREDENTIALS: credentials,
  LOGIN_UNVERIFIED: credentials,
  LOGIN_CHALLENGE_INVALID: credentials,
  LOGIN_BLOCKED: 'Your account was blocked. Please contact your system administrator.',
  LOGIN_EXTERNAL_ONLY:
    'You are not authorized to access this resource. Please contact your system administrator.',
  LOGIN_TOO_MANY_ATTEMPTS:
    'Your account was blocked because of too many requests. Please contact your system administrator.',
};

/** Errors whose own sentence is shown at the second step. */
const spoken: readonly ErrorCode[] = [
  'SECOND_FACTOR_WRONG',
  'SECOND_FACTOR_TOO_MANY_ATTEMPTS',
  'STEP_EXPIRED',
];

export function secondFactorMessage(error: unknown): string {
  return error instanceof DomainError && spoken.includes(error.code)
    ? error.message
    : 'Cannot login.';
}

/** The login mapping of the specification (section 8); the console has the same. */
export function loginMessage(error: unknown): string {
  return (error instanceof DomainError ? messages[error.code] : undefined) ?? 'Cannot login.';
}

/**
 * The last page of a silent sign-in (prompt=none in a hidden frame): it posts its URL to the parent window, in the
 * message that oidc-client-ts expects, to the console's origin only.
 */
const script = `parent.postMessage({source:"oidc-client",url:location.href,keepOpen:false},location.origin);`;

export const silentPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Interlude</title></head><body><script>${script}</script></body></html>`;
export const silentScriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
