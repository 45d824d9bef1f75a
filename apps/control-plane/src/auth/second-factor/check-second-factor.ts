/**
 * Checks a second factor: a code of an app, a recovery code or a passkey, each valid once. The wait between attempts of
 * an account grows; networks from which the person has signed in before are counted apart, so that a stranger who knows
 * the password cannot lock the owner out.
 */
import type { SecondFactorProof } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { SecondFactorStepStore, SecondFactorStore } from '@interlude/persistence';
import type { KnownClients, RateLimits } from '../accounts/account-ports.ts';
import { limitKey, secondFactorWaits } from '../accounts/rate-limits.ts';
import { type RelyingParty, readShownPasskey, shownPasskeyOptions } from './passkeys.ts';
import { totpStep } from './totp.ts';

/** Milliseconds within which a requested passkey has to be shown. */
const proofMs = 5 * 60_000;
const proofPurpose = 'proof';

export interface SecondFactorCheckOptions {
  readonly factors: SecondFactorStore;
  readonly steps: SecondFactorStepStore;
  readonly rateLimits: RateLimits;
  readonly knownClients: KnownClients;
  readonly party: RelyingParty | undefined;
  readonly now: () => number;
}

export interface SecondFactorCheck {
  /** @throws {DomainError} SECOND_FACTOR_WRONG, SECOND_FACTOR_TOO_MANY_ATTEMPTS */
  check(userId: string, proof: SecondFactorProof, ip: string): Promise<void>;
  /** Counts an attempt of whatever kind, and forgets the earlier ones when it succeeds. */
  limited<T>(userId: string, ip: string, attempt: () => Promise<T>): Promise<T>;
  /** @throws {DomainError} PASSKEYS_UNAVAILABLE, SECOND_FACTOR_NOT_FOUND without a passkey */
  askForPasskey(userId: string): Promise<{ step: string; options: Record<string, unknown> }>;
}

const challengeOf = (payload: Readonly<Record<string, unknown>>) => {
  const { challenge } = payload;
  return typeof challenge === 'string' ? challenge : '';
};

export function createSecondFactorCheck(options: SecondFactorCheckOptions): SecondFactorCheck {
  const { factors, steps, rateLimits, knownClients, party, now } = options;

  async function isCode(userId: string, code: string): Promise<boolean> {
    if (!/^\d{6}$/.test(code)) return factors.useRecoveryCode(userId, code);
    for (const { id, secret } of await factors.totps(userId)) {
      const step = totpStep(secret, code, now());
      if (step !== undefined && (await factors.useStep(id, step))) return true;
    }
    return false;
  }

  async function isPasskey(
    userId: string,
    { step, response }: NonNullable<SecondFactorProof['passkey']>,
  ): Promise<boolean> {
    // Used up first: a challenge is answered once, rightly or not.
    const asked = await steps.use(proofPurpose, step);
    if (party === undefined || asked?.userId !== userId) return false;
    const all = await factors.passkeys(userId);
    const known = all.find(({ credentialId }) => credentialId === response.id);
    if (known === undefined) return false;
    const counter = await readShownPasskey(party, challengeOf(asked.payload), response, known);
    return (
      counter !== undefined && factors.useCounter(known.id, { from: known.counter, to: counter })
    );
  }

  async function limited<T>(userId: string, ip: string, attempt: () => Promise<T>): Promise<T> {
    const isKnown = await knownClients.isKnown(userId, ip);
    const key = limitKey('secondFactor', userId, isKnown ? ip : '');
    const waitMs = await rateLimits.takeGrowing(key, secondFactorWaits);
    if (waitMs > 0) {
      const retryAfterSeconds = Math.ceil(waitMs / 1000);
      throw domainError('SECOND_FACTOR_TOO_MANY_ATTEMPTS', { retryAfterSeconds });
    }
    const result = await attempt();
    await rateLimits.clear(key);
    return result;
  }

  return {
    limited,
    check: (userId, { code, passkey }, ip) =>
      limited(userId, ip, async () => {
        const isRight =
          passkey === undefined
            ? await isCode(userId, code ?? '')
            : await isPasskey(userId, passkey);
        if (!isRight) throw domainError('SECOND_FACTOR_WRONG');
      }),
    askForPasskey: async (userId) => {
      if (party === undefined) throw domainError('PASSKEYS_UNAVAILABLE');
      const known = await factors.passkeys(userId);
      if (known.length === 0) throw domainError('SECOND_FACTOR_NOT_FOUND');
      const { challenge, options: asked } = await shownPasskeyOptions(party, known);
      const step = await steps.create(proofPurpose, userId, { challenge }, proofMs);
      return { step, options: asked };
    },
  };
}
