/**
 * E-mail and password → user. A known and an unknown address take the same time and get the same
 * answer (SEC-S6, SEC-S45); the state of an account is reported only with the right password. `ip` is the network of
 * the client.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { domainError } from '@interlude/contract';
import type { ControlPlaneEvents } from '../../events.ts';
import type { IdentityProvider, Tokens } from '../identity-provider.ts';
import type { AccountStore, KnownClients, RateLimits } from './account-ports.ts';
import { type EqualTime, loginStepMs } from './equal-time.ts';
import { dummyHash, verifyPassword } from './password.ts';
import { limitKey, takeOrThrow, waitForLogin } from './rate-limits.ts';

export interface LoginService {
  /** The user's id. @throws {DomainError} LOGIN_* */
  checkPassword(email: string, password: string, ip: string): Promise<string>;
  login(input: LoginInput, ip: string): Promise<Tokens>;
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
}): LoginService {
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
    await Promise.all([
      rateLimits.clear(limitKey('loginMailAndIp', email, ip)),
      // From a known client nothing was counted: what strangers tried stays.
      !isKnown && rateLimits.clear(limitKey('loginMail', email)),
      rateLimits.giveBack(limitKey('loginIp', ip)),
      knownClients.remember(account.id, ip),
      accounts.recordLogin(account.id),
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
    login: async (input, ip) => {
      if (identity().external) throw domainError('LOGIN_EXTERNAL_ONLY');
      if (!matchesChallenge(input.verifier, input.challenge)) {
        throw domainError('LOGIN_CHALLENGE_INVALID');
      }
      const userId = await checkPassword(input.email, input.password, ip);
      return identity().issue(userId, { rotation: input.rotation });
    },
  };
}
