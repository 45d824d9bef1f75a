/** The two mails that need no sign-in. */
import { text } from '../messages.ts';
import { publicApi } from './api.ts';
import { routes } from './contract-routes.ts';

/** @throws Error 'Cannot send verification email' (ERR-012). */
export async function sendVerificationEmail(email: string): Promise<void> {
  try {
    await publicApi(routes.auth.sendVerificationEmail, { body: { email } });
  } catch (error) {
    throw new Error(text('cannotSendVerification'), { cause: error });
  }
}

/** @throws Error 'Cannot send password reset to …' (ERR-013). */
export async function sendPasswordReset(email: string): Promise<void> {
  try {
    await publicApi(routes.auth.sendPasswordReset, { body: { email } });
  } catch (error) {
    throw new Error(text('cannotSendReset', { email }), { cause: error });
  }
}
