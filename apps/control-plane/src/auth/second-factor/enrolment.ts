/**
 * Adds a second factor in two steps: it begins with a secret or a challenge, and ends with the response that only its
 * owner can give.
 */
import type { newPasskey, TotpEnrolment } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { SecondFactorStepStore, SecondFactorStore } from '@interlude/persistence';
import type { z } from 'zod';
import { newPasskeyOptions, type RelyingParty, readNewPasskey } from './passkeys.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

/** Milliseconds in which an app or a passkey is added. */
const enrolmentMs = 15 * 60_000;
const totpPurpose = 'enrol-totp';
const passkeyPurpose = 'enrol-passkey';

interface Person {
  readonly userId: string;
  readonly email: string;
}

export interface Enrolment {
  beginTotp(person: Person): Promise<TotpEnrolment>;
  /** @returns recovery codes, when there were none. @throws {DomainError} STEP_EXPIRED, SECOND_FACTOR_WRONG */
  finishTotp(
    userId: string,
    input: { readonly step: string; readonly code: string; readonly name: string },
  ): Promise<string[]>;
  /** @throws {DomainError} PASSKEYS_UNAVAILABLE */
  beginPasskey(person: Person): Promise<{ step: string; options: Record<string, unknown> }>;
  /** @throws {DomainError} STEP_EXPIRED, PASSKEY_REFUSED */
  finishPasskey(
    userId: string,
    input: {
      readonly step: string;
      readonly response: z.output<typeof newPasskey>;
      readonly name: string;
    },
  ): Promise<string[]>;
}

const textOf = (payload: Readonly<Record<string, unknown>>, name: string) => {
  const value = payload[name];
  return typeof value === 'string' ? value : '';
};

export function createEnrolment(options: {
  readonly factors: SecondFactorStore;
  readonly steps: SecondFactorStepStore;
  readonly party: RelyingParty | undefined;
  readonly productName: string;
  readonly now: () => number;
}): Enrolment {
  const { factors, steps, party, productName, now } = options;

  async function add(userId: string, factor: Parameters<SecondFactorStore['add']>[1]) {
    const codes = newRecoveryCodes();
    return (await factors.add(userId, factor, codes)) ? codes : [];
  }

  return {
    beginTotp: async ({ userId, email }) => {
      const secret = newTotpSecret();
      const step = await steps.create(totpPurpose, userId, { secret }, enrolmentMs);
      return { step, secret, uri: totpUri(secret, productName, email) };
    },
    finishTotp: async (userId, { step, code, name }) => {
      const begun = await steps.read(totpPurpose, step);
      if (begun?.userId !== userId) throw domainError('STEP_EXPIRED');
      const secret = textOf(begun.payload, 'secret');
      const used = totpStep(secret, code, now());
      if (used === undefined) throw domainError('SECOND_FACTOR_WRONG');
      if (!(await steps.use(totpPurpose, step))) throw domainError('STEP_EXPIRED');
      return add(userId, { kind: 'totp', name, secret, step: used });
    },
    beginPasskey: async (person) => {
      if (party === undefined) throw domainError('PASSKEYS_UNAVAILABLE');
      const known = await factors.passkeys(person.userId);
      const { challenge, options: asked } = await newPasskeyOptions(party, person, known);
      const step = await steps.create(passkeyPurpose, person.userId, { challenge }, enrolmentMs);
      return { step, options: asked };
    },
    finishPasskey: async (userId, { step, response, name }) => {
      const begun = await steps.use(passkeyPurpose, step);
      if (party === undefined || begun?.userId !== userId) throw domainError('STEP_EXPIRED');
      const passkey = await readNewPasskey(party, textOf(begun.payload, 'challenge'), response);
      if (passkey === undefined) throw domainError('PASSKEY_REFUSED');
      return add(userId, { kind: 'passkey', name, ...passkey });
    },
  };
}
