/** The pages of the embedded identity provider: sign in, sign out, signed out, error. */
import { escapeHtml, renderPage } from './page.ts';

interface SignInPage {
  readonly productName: string;
  readonly uid: string;
  /** What was typed before; filled in again after an error. */
  readonly email: string;
  /** The sentence of the login mapping; empty = none. */
  readonly error: string;
}

export function renderSignInPage({ productName, uid, email, error }: SignInPage): string {
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
<p class="links">New here? <a href="/register">Register your company</a></p>`,
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
