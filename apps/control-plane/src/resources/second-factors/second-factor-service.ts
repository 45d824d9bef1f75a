/**
 * Second factors of the caller, and their reset by an Admin. Each change is confirmed at that moment, with the second
 * factor, or with the password by a person who has none; the person is notified by mail.
 */
import type { Confirmation, SecondFactorState } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { type SecondFactorChange, secondFactorMail } from '@interlude/mails';
import type { LoginSessionStore, SecondFactorStore, UserStore } from '@interlude/persistence';
import type { Account, AccountStore, Mailer } from '../../auth/accounts/account-ports.ts';
import { verifyPassword } from '../../auth/accounts/password.ts';
import { mayChange } from '../../auth/may-change.ts';
import type { SecondFactorCheck } from '../../auth/second-factor/check-second-factor.ts';
import type { Enrolment } from '../../auth/second-factor/enrolment.ts';
import type { RelyingParty } from '../../auth/second-factor/passkeys.ts';
import { newRecoveryCodes } from '../../auth/second-factor/recovery-codes.ts';
import type { ControlPlaneEvents } from '../../events.ts';
import type { Caller } from '../../http/call.ts';

export interface SecondFactorServiceOptions {
  readonly factors: SecondFactorStore;
  readonly check: SecondFactorCheck;
  readonly enrolment: Enrolment;
  readonly party: RelyingParty | undefined;
  readonly sessions: Pick<LoginSessionStore, 'strengthen' | 'endOthers'>;
  readonly users: Pick<UserStore, 'find'>;
  readonly accounts: Pick<AccountStore, 'find' | 'languageOf' | 'memberships'>;
  readonly mailer: Mailer;
  readonly events: ControlPlaneEvents;
  readonly identity: () => { readonly external: boolean };
  readonly productName: string;
  readonly publicUrl: string;
}

/** The caller who confirms, the confirmation, and the client's network. */
interface Confirmed {
  readonly caller: Caller;
  readonly confirmation: Confirmation;
  readonly ip: string;
}

export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

/** @throws {DomainError} CONFIRMATION_NEEDED, CONFIRMATION_WRONG, SECOND_FACTOR_WRONG, SECOND_FACTOR_TOO_MANY_ATTEMPTS */
function createConfirm({ factors, check }: Pick<SecondFactorServiceOptions, 'factors' | 'check'>) {
  return async (account: Account, { password, ...proof }: Confirmation, ip: string) => {
    const { kinds } = await factors.need(account.id);
    if (kinds.length > 0) {
      if (proof.code === undefined && proof.passkey === undefined) {
        throw domainError('CONFIRMATION_NEEDED', { proof: 'second factor' });
      }
      return check.check(account.id, proof, ip);
    }
    if (password === undefined) throw domainError('CONFIRMATION_NEEDED', { proof: 'password' });
    return check.limited(account.id, ip, async () => {
      const isRight =
        account.passwordHash !== null && (await verifyPassword(account.passwordHash, password));
      if (!isRight) throw domainError('CONFIRMATION_WRONG');
    });
  };
}

type Tell = (
  to: Pick<Account, 'email'>,
  of: { readonly tenantId: string; readonly userId: string },
  change: SecondFactorChange,
) => Promise<void>;

function createTell(options: SecondFactorServiceOptions): Tell {
  const { accounts, events, mailer, productName, publicUrl } = options;
  return async ({ email }, { tenantId, userId }, change) => {
    events.userChanged(`second factor ${change.kind}`, tenantId, userId);
    const language = await accounts.languageOf(email, tenantId);
    const frame = { productName, publicUrl, language };
    await mailer.send({ to: email, ...secondFactorMail(frame, change) });
  };
}

/** Resets by an Admin, for users of the company. */
function createResets(options: SecondFactorServiceOptions, tell: Tell) {
  const { factors, sessions, users, accounts, identity } = options;

  /** An Admin may not reset a person who also works for other companies. */
  async function mayReset(caller: Caller, userId: string): Promise<boolean> {
    return caller.role === 'SuperAdmin' || (await accounts.memberships(userId)).length === 1;
  }

  async function member({ tenantId }: Caller, userId: string) {
    const user = await users.find(tenantId, userId);
    if (user === undefined) throw domainError('USER_NOT_FOUND');
    return user;
  }

  return {
    readOfUser: async (caller: Caller, userId: string) => {
      const user = await member(caller, userId);
      const { external } = identity();
      const { kinds } = await factors.need(userId);
      const isOther = userId !== caller.userId && mayChange(caller, user);
      return {
        ...{ external, enrolled: !external && kinds.length > 0 },
        mayReset: isOther && (await mayReset(caller, userId)),
      };
    },
    resetOfUser: async (caller: Caller, userId: string): Promise<void> => {
      const user = await member(caller, userId);
      // One's own is removed with a confirmation.
      if (userId === caller.userId || !mayChange(caller, user)) {
        throw domainError('ACTION_NOT_PERMITTED');
      }
      if (!(await mayReset(caller, userId))) throw domainError('SECOND_FACTOR_RESET_REFUSED');
      if (!(await factors.removeAll(userId))) throw domainError('SECOND_FACTOR_NOT_FOUND');
      await sessions.endOthers(userId, '');
      const { email, tenantId } = caller;
      await tell(user, { tenantId, userId }, { kind: 'reset', by: email });
    },
  };
}

export function createSecondFactorService(options: SecondFactorServiceOptions) {
  const { factors, check, enrolment, party, sessions, accounts, identity } = options;
  const confirm = createConfirm(options);

  function own(): void {
    if (identity().external) throw domainError('SECOND_FACTOR_EXTERNAL');
  }

  async function accountOf(userId: string): Promise<Account> {
    const account = await accounts.find(userId);
    if (account === undefined) throw domainError('USER_NOT_FOUND');
    return account;
  }

  /** The account, when the person has confirmed. */
  async function confirmed({ caller, confirmation, ip }: Confirmed): Promise<Account> {
    own();
    const account = await accountOf(caller.userId);
    await confirm(account, confirmation, ip);
    return account;
  }

  const tell = createTell(options);

  /** The person has just shown it: this session is as strong as a new one. */
  async function added(
    { userId, email, tenantId, sessionId }: Caller,
    name: string,
    recoveryCodes: string[],
  ) {
    if (sessionId !== undefined) await sessions.strengthen(sessionId);
    await tell({ email }, { tenantId, userId }, { kind: 'added', name });
    return { recoveryCodes };
  }

  async function read({ userId }: Caller): Promise<SecondFactorState> {
    const { external } = identity();
    const { requiredBy } = await factors.need(userId);
    return {
      ...{ external, passkeys: party !== undefined && !external },
      factors: external ? [] : await factors.list(userId),
      recoveryCodesLeft: await factors.recoveryCodesLeft(userId),
      requiredBy: external ? [] : requiredBy.map(({ name }) => name),
    };
  }

  async function remove(input: Confirmed & { readonly id: string }): Promise<void> {
    const { caller, id } = input;
    const { userId, tenantId } = caller;
    const all = await factors.list(userId);
    const factor = all.find((each) => each.id === id);
    if (factor === undefined) throw domainError('SECOND_FACTOR_NOT_FOUND');
    const { requiredBy } = await factors.need(userId);
    const [company] = requiredBy;
    if (all.length === 1 && company !== undefined) {
      throw domainError('SECOND_FACTOR_REQUIRED', { company: company.name });
    }
    const account = await confirmed(input);
    if (!(await factors.remove(userId, id))) throw domainError('SECOND_FACTOR_NOT_FOUND');
    await tell(account, { tenantId, userId }, { kind: 'removed', name: factor.name });
  }

  async function renewRecoveryCodes(input: Confirmed) {
    const { userId, tenantId } = input.caller;
    if ((await factors.need(userId)).kinds.length === 0) {
      throw domainError('SECOND_FACTOR_NOT_FOUND');
    }
    const account = await confirmed(input);
    const codes = newRecoveryCodes();
    await factors.renewRecoveryCodes(userId, codes);
    await tell(account, { tenantId, userId }, { kind: 'codes' });
    return { recoveryCodes: codes };
  }

  return {
    read,
    remove,
    renewRecoveryCodes,
    beginProof: async ({ userId }: Caller) => {
      own();
      return check.askForPasskey(userId);
    },
    beginTotp: async (input: Confirmed) => {
      const { id: userId, email } = await confirmed(input);
      return enrolment.beginTotp({ userId, email });
    },
    finishTotp: async (
      caller: Caller,
      input: { readonly step: string; readonly name: string; readonly code: string },
    ) => added(caller, input.name, await enrolment.finishTotp(caller.userId, input)),
    beginPasskey: async (input: Confirmed) => {
      const { id: userId, email } = await confirmed(input);
      return enrolment.beginPasskey({ userId, email });
    },
    finishPasskey: async (caller: Caller, input: Parameters<Enrolment['finishPasskey']>[1]) =>
      added(caller, input.name, await enrolment.finishPasskey(caller.userId, input)),
    ...createResets(options, tell),
  };
}
