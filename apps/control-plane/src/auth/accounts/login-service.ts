/**
 * E-mail and password → user. A known and an unknown address take the same time and get the same
 * answer (SEC-S6, SEC-S45); the state of an account is reported only with the right password. `ip` is the network of
 * the client.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { AnswerInputOf, contract } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { LoginClient } from '@interlude/persistence';
import type { ControlPlaneEvents } from '../../events.ts';
import type { IdentityProvider } from '../identity-provider.ts';
import { type ClientRequest, loginClientOf } from '../login-client.ts';
import type { SecondFactorLogin } from '../second-factor/second-factor-login.ts';
import type { AccountStore, KnownClients, RateLimits } from './account-ports.ts';
import { type EqualTime, loginStepMs } from './equal-time.ts';
import { dummyHash, verifyPassword } from './password.ts';
import { limitKey, takeOrThrow, waitForLogin } from './rate-limits.ts';

export interface LoginService {
  /** The user's id. @throws {DomainError} LOGIN_* */
  checkPassword(email: string, password: string, ip: string): Promise<string>;
  /** Tokens, or the step of the second factor that precedes them. */
  login(input: LoginInput, from: LoginRequest): Promise<LoginAnswer>;
}

type LoginAnswer = AnswerInputOf<(typeof contract)['auth']['login']>;

interface LoginRequest {
  /** Network, for limits. */
  readonly ip: string;
  readonly request: ClientRequest;
}

interface LoginInput {
  readonly email: string;
  readonly password: string;
  readonly verifier: string;
  readonly challenge: string;
  readonly rotation: boolean;
}

/** RFC 7636 §4.6: challenge = BASE64URL(SHA256(verifier)). */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  const expected = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const given = Buffer.from(challenge);
  return verifier !== '' && expected.length === given.length && timingSafeEqual(expected, given);
}

export function createLoginService(options: {
  accounts: AccountStore;
  rateLimits: RateLimits;
  knownClients: KnownClients;
  events: ControlPlaneEvents;
  identity: () => IdentityProvider;
  inEqualTime: EqualTime;
  /** True when the password alone is not enough to log in. */
  needsSecondFactor: (userId: string) => Promise<boolean>;
  secondFactor: () => Pick<SecondFactorLogin, 'begin'>;
}): LoginService {
  const { needsSecondFactor, secondFactor } = options;
  const { accounts, rateLimits, knownClients, events, identity, inEqualTime } = options;

  async function countAttempt(email: string, ip: string): Promise<void> {
    await takeOrThrow(rateLimits, 'loginIp', [ip], 'LOGIN_TOO_MANY_ATTEMPTS');
    await takeOrThrow(rateLimits, 'loginMailAndIp', [email, ip], 'LOGIN_TOO_MANY_ATTEMPTS');
  }

  async function check(email: string, password: string, ip: string): Promise<string> {
    await countAttempt(email, ip);
    const account = await accounts.findByEmail(email);
    const isKnown = await knownClients.isKnown(account?.id ?? '', ip);
    if (!isKnown) await waitForLogin(rateLimits, email);
    const right = await verifyPassword(account?.passwordHash ?? dummyHash, password);
    if (!account || !right) throw domainError('LOGIN_WRONG_CREDENTIALS');
    if (account.blocked) throw domainError('LOGIN_BLOCKED');
    if (!account.emailVerified) throw domainError('LOGIN_UNVERIFIED');
    // A network is known from a whole sign-in on: the second factor is not tried from others at its pace.
    const isWhole = !(await needsSecondFactor(account.id));
    await Promise.all([
      rateLimits.clear(limitKey('loginMailAndIp', email, ip)),
      // Attempts from a known network are not counted here: those of strangers stay counted.
      !isKnown && rateLimits.clear(limitKey('loginMail', email)),
      rateLimits.giveBack(limitKey('loginIp', ip)),
      isWhole && knownClients.remember(account.id, ip),
      isWhole && accounts.recordLogin(account.id),
    ]);
    return account.id;
  }

  async function checkPassword(email: string, password: string, ip: string): Promise<string> {
    if (identity().external) throw domainError('LOGIN_EXTERNAL_ONLY');
    try {
      const userId = await inEqualTime(loginStepMs, () =>
        check(email.trim().toLowerCase(), password, ip),
      );
      events.loggedIn(userId);
      return userId;
    } catch (error) {
      events.loginRefused(error);
      throw error;
    }
  }

  return {
    checkPassword,
    login: async (input, { ip, request }) => {
      if (identity().external) throw domainError('LOGIN_EXTERNAL_ONLY');
      if (!matchesChallenge(input.verifier, input.challenge)) {
        throw domainError('LOGIN_CHALLENGE_INVALID');
      }
      const userId = await checkPassword(input.email, input.password, ip);
      const { rotation } = input;
      const next = await secondFactor().begin(userId, rotation);
      if (next !== undefined) return { access_token: '', refresh_token: '', second_factor: next };
      const client: LoginClient = loginClientOf(request);
      const tokens = await identity().issue(userId, { rotation, client, secondFactor: false });
      return { ...tokens, refresh_token: tokens.refresh_token ?? '' };
    },
  };
}
