/** Login with e-mail and password (AUTH-001 to AUTH-003), without any screen. */
import { type AnswerOf, ApiError, type Client } from '@interlude/contract/api';
import { text } from '../messages.ts';
import { routes } from './contract-routes.ts';
import type { Pkce } from './pkce.ts';
import type { TokenStorage } from './token-storage.ts';
import { type SignedInUser, userFromToken } from './token-user.ts';

type LoginAnswer = AnswerOf<(typeof routes)['auth']['login']>;
/** The second factor that the server requires after the password, before it issues tokens. */
export type SecondFactorAsked = NonNullable<LoginAnswer['second_factor']>;
type LoginTokens = Pick<LoginAnswer, 'access_token' | 'refresh_token'>;

export interface LoginOptions {
  readonly api: Client;
  readonly storage: TokenStorage;
  readonly createPkce: () => Promise<Pkce>;
  /** Asks the person for the second factor, without which no tokens are issued; resolves with the tokens. */
  readonly secondFactor?: (asked: SecondFactorAsked) => Promise<LoginTokens>;
}

/**
 * Clears stored tokens, requests new ones and stores them when their user has a role.
 * @throws ApiError of the login call; Error 'Cannot get token', 'User object is null or empty',
 * 'Admin must first set a role for this user.', 'Error logging in: …'
 */
export async function logIn(
  credentials: { readonly email: string; readonly password: string },
  { api, storage, createPkce, secondFactor }: LoginOptions,
): Promise<SignedInUser> {
  storage.clear();
  const answer = await requestTokens(credentials, api, createPkce);
  const asked = answer.second_factor;
  const tokens: LoginTokens = asked && secondFactor ? await secondFactor(asked) : answer;
  if (!tokens.access_token) throw new Error(text('cannotGetToken'));
  const user = userFromToken(tokens.access_token);
  if (user.role === undefined) {
    const { company, email } = { ...user, email: user.email || credentials.email };
    // The notification is optional: its failure does not change the result of the login.
    await api(routes.auth.notifyLoginNoRole, { body: { company, email } }).catch(() => undefined);
    throw new Error(text('roleMissing'));
  }
  storage.store({ token: tokens.access_token, refreshToken: tokens.refresh_token });
  return { ...user, role: user.role };
}

async function requestTokens(
  { email, password }: { readonly email: string; readonly password: string },
  api: Client,
  createPkce: () => Promise<Pkce>,
) {
  try {
    const { verifier, challenge } = await createPkce();
    return await api(routes.auth.login, {
      body: { email, password, verifier, challenge, rotation: true },
    });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(text('errorLoggingIn', { reason }), { cause: error });
  }
}
