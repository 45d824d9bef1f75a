/**
 * The login after the right password: a person with a second factor shows it; a person without one, whose company
 * requires one, adds the first. Tokens are issued only afterwards. The ticket of this login is a step: it belongs to
 * the person and ends with a new password.
 */
import type { newPasskey, SecondFactorProof } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { type SecondFactorChange, secondFactorMail } from '@interlude/mails';
import {
  asAuditedRequest,
  type SecondFactorStepStore,
  type SecondFactorStore,
} from '@interlude/persistence';
import type { z } from 'zod';
import type { AccountStore, KnownClients, Mailer } from '../accounts/account-ports.ts';
import type { SecondFactorCheck } from './check-second-factor.ts';
import type { Enrolment } from './enrolment.ts';
import type { RelyingParty } from './passkeys.ts';

/** Milliseconds from the password to the second factor. */
const loginMs = 15 * 60_000;
const purpose = 'login';

export interface SecondFactorLoginOptions {
  readonly accounts: AccountStore;
  readonly factors: SecondFactorStore;
  readonly steps: SecondFactorStepStore;
  readonly check: SecondFactorCheck;
  readonly enrolment: Enrolment;
  readonly knownClients: KnownClients;
  readonly mailer: Mailer;
  readonly party: RelyingParty | undefined;
  readonly productName: string;
  readonly publicUrl: string;
}

/** The person who has logged in; `rotation`: whether the refresh token rotates. */
interface LoggedIn {
  readonly userId: string;
  readonly rotation: boolean;
}

/** As the audit log names the request. */
interface EnrolmentRequest {
  readonly id: string;
  readonly atMs: number;
  readonly network: string;
}

export type SecondFactorLogin = ReturnType<typeof createSecondFactorLogin>;

export function createSecondFactorLogin(options: SecondFactorLoginOptions) {
  const { accounts, factors, steps, check, enrolment, knownClients, mailer, party } = options;

  async function tell(email: string, change: SecondFactorChange): Promise<void> {
    const { productName, publicUrl } = options;
    const language = await accounts.languageOf(email);
    const frame = { productName, publicUrl, language };
    await mailer.send({ to: email, ...secondFactorMail(frame, change) });
  }

  /** @throws {DomainError} STEP_EXPIRED */
  async function read(step: string) {
    const begun = await steps.read(purpose, step);
    const account = begun && (await accounts.find(begun.userId));
    if (begun === undefined || account === undefined || account.blocked) {
      throw domainError('STEP_EXPIRED');
    }
    return { account, rotation: begun.payload['rotation'] === true };
  }

  /** The password and the second factor were right: this network is the person's from now on. */
  async function finish(step: string, ip: string): Promise<LoggedIn> {
    const done = await steps.use(purpose, step);
    if (done === undefined) throw domainError('STEP_EXPIRED');
    const { userId, payload } = done;
    await Promise.all([knownClients.remember(userId, ip), accounts.recordLogin(userId)]);
    return { userId, rotation: payload['rotation'] === true };
  }

  /**
   * @throws {DomainError} STEP_EXPIRED also for a person with a second factor, which has to be shown and cannot be
   *   replaced here
   */
  async function readEnrolling(step: string) {
    const { account } = await read(step);
    const { kinds, requiredBy } = await factors.need(account.id);
    const [company] = requiredBy;
    if (kinds.length > 0 || company === undefined) throw domainError('STEP_EXPIRED');
    return { account, company };
  }

  return {
    /** Begins the step after the password; undefined when none is needed. */
    begin: async (userId: string, rotation: boolean) => {
      const { kinds, requiredBy } = await factors.need(userId);
      if (kinds.length === 0 && requiredBy.length === 0) return undefined;
      const step = await steps.create(purpose, userId, { rotation }, loginMs);
      return {
        ...{ step, kinds: [...kinds], passkeys: party !== undefined },
        company: kinds.length === 0 ? (requiredBy[0]?.name ?? '') : '',
      };
    },
    askForPasskey: async (step: string) => check.askForPasskey((await read(step)).account.id),
    /** @throws {DomainError} STEP_EXPIRED, SECOND_FACTOR_WRONG, SECOND_FACTOR_TOO_MANY_ATTEMPTS */
    show: async (step: string, proof: SecondFactorProof, ip: string): Promise<LoggedIn> => {
      const { account } = await read(step);
      const before = await factors.recoveryCodesLeft(account.id);
      await check.check(account.id, proof, ip);
      const left = await factors.recoveryCodesLeft(account.id);
      const loggedIn = await finish(step, ip);
      if (left < before) await tell(account.email, { kind: 'codeUsed', left });
      return loggedIn;
    },
    beginEnrolment: async (step: string, kind: 'totp' | 'passkey') => {
      const { account } = await readEnrolling(step);
      const person = { userId: account.id, email: account.email };
      return kind === 'totp'
        ? { totp: await enrolment.beginTotp(person) }
        : { passkey: await enrolment.beginPasskey(person) };
    },
    finishEnrolment: async (
      input: {
        readonly step: string;
        readonly enrolment: string;
        readonly code?: string | undefined;
        readonly response?: z.output<typeof newPasskey> | undefined;
      },
      ip: string,
      request: EnrolmentRequest,
    ): Promise<LoggedIn & { readonly recoveryCodes: string[] }> => {
      const { account, company } = await readEnrolling(input.step);
      const { id: userId, email } = account;
      const { enrolment: step, response, code = '' } = input;
      const name = response === undefined ? 'Authenticator app' : 'Passkey';
      // Not signed in yet: the entry belongs to the audit log of the company that requires the factor.
      const by = {
        ...{ ...request, userId, email, tenantId: company.tenantId, apiKey: '' },
        route: 'auth.finishEnrolment',
      };
      const codes = await asAuditedRequest(by, () =>
        response === undefined
          ? enrolment.finishTotp(userId, { step, code, name })
          : enrolment.finishPasskey(userId, { step, response, name }),
      );
      const loggedIn = await finish(input.step, ip);
      await tell(email, { kind: 'added', name });
      return { ...loggedIn, recoveryCodes: codes };
    },
  };
}
