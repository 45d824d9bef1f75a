/**
 * Register, confirm the address, set a new password, and the note about a user without a role.
 * Answers, and the time that they take, are the same whether an address is known or not (SEC-S45). `ip` is the network
 * of the client.
 */
import {
  isEmail,
  isStrongPassword,
  type Language,
  type RegistrationMode,
  say,
  trialDays,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import {
  alreadyRegisteredMail,
  type MailFrame,
  type MailText,
  passwordResetMail,
  verificationMail,
} from '@interlude/mails';
import type { ControlPlaneEvents } from '../../events.ts';
import type { IdentityProvider } from '../identity-provider.ts';
import type {
  AccountStore,
  KnownClients,
  Mailer,
  OneTimeTokens,
  RateLimits,
} from './account-ports.ts';
import { accountStepMs, type EqualTime } from './equal-time.ts';
import { hashPassword } from './password.ts';
import { isWithin, takeOrThrow } from './rate-limits.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const trialMs = trialDays * dayMs;
/** How long the mailed links work. */
const verificationDays = 3;
const resetHours = 1;

interface Message {
  readonly message: string;
}

export interface RegistrationService {
  /** @param language of the browser, which becomes that of the person; undefined: that of the company */
  register(
    input: { company: string; email: string; password: string },
    ip: string,
    language?: Language,
  ): Promise<Message>;
  sendVerificationEmail(email: string, ip: string): Promise<Message>;
  verifyEmail(token: string, ip: string): Promise<Message>;
  sendPasswordReset(email: string, ip: string): Promise<Message>;
  resetPassword(token: string, password: string, ip: string): Promise<Message>;
  notifyLoginNoRole(company: string, email: string, ip: string): Promise<Message>;
}

export interface RegistrationOptions {
  readonly accounts: AccountStore;
  readonly tokens: OneTimeTokens;
  readonly rateLimits: RateLimits;
  readonly knownClients: KnownClients;
  readonly mailer: Mailer;
  readonly events: ControlPlaneEvents;
  readonly identity: () => IdentityProvider;
  readonly registration: RegistrationMode;
  readonly productName: string;
  readonly publicUrl: string;
  readonly now: () => number;
  readonly inEqualTime: EqualTime;
}

function checkEmail(raw: string): string {
  const email = raw.trim().toLowerCase();
  if (!isEmail(email)) throw domainError('EMAIL_INVALID');
  return email;
}

type Registration = Pick<RegistrationService, 'register' | 'sendVerificationEmail' | 'verifyEmail'>;
type Recovery = Pick<RegistrationService, 'sendPasswordReset' | 'resetPassword'>;

/**
 * Mails an address that an unauthenticated person typed. Beyond the recipient's limit it silently sends and creates
 * nothing, so that a link that was sent before keeps working (SEC-S43).
 */
async function mail(
  { accounts, rateLimits, mailer, productName, publicUrl }: RegistrationOptions,
  to: string,
  write: (frame: MailFrame) => Promise<MailText> | MailText,
): Promise<void> {
  if (!(await isWithin(rateLimits, 'mailAddress', [to]))) return;
  const language = await accounts.languageOf(to);
  await mailer.send({ to, ...(await write({ productName, publicUrl, language })) });
}

function createRegistration(options: RegistrationOptions): Registration {
  const { accounts, tokens, rateLimits, events, identity, now, productName } = options;

  function mailVerification(userId: string, email: string): Promise<void> {
    return mail(options, email, async (frame) => {
      const token = await tokens.create('verify-email', userId, verificationDays * dayMs);
      return verificationMail(frame, { token, days: verificationDays });
    });
  }

  async function placeOf(company: string) {
    const tenant = await accounts.findTenant(company);
    return tenant
      ? ({ kind: 'joiner', tenantId: tenant.id } as const)
      : ({
          kind: 'founder',
          tenantName: company,
          expiresAt: now() + trialMs,
          role: 'Admin',
        } as const);
  }

  async function createOrRemind(
    email: string,
    { company, password }: { company: string; password: string },
    language: Language | undefined,
  ): Promise<void> {
    const passwordHash = await hashPassword(password);
    const place = await placeOf(company);
    const userId = await accounts.createAccount(
      { email, passwordHash, emailVerified: false, language },
      place,
    );
    if (userId === undefined) return mail(options, email, alreadyRegisteredMail);
    events.registered(userId, place.kind);
    await mailVerification(userId, email);
  }

  async function register(
    input: { company: string; email: string; password: string },
    ip: string,
    language?: Language,
  ): Promise<Message> {
    if (identity().external) throw domainError('LOGIN_EXTERNAL_ONLY');
    if (options.registration !== 'open') throw domainError('REGISTRATION_CLOSED');
    const email = checkEmail(input.email);
    if (!isStrongPassword(input.password)) throw domainError('PASSWORD_TOO_WEAK');
    await takeOrThrow(rateLimits, 'registerIp', [ip]);
    await options.inEqualTime(accountStepMs, () => createOrRemind(email, input, language));
    return {
      message: `You have been successfully registered with ${productName}. You will receive an email, which you need to confirm before you can login.`,
    };
  }

  return {
    register,
    sendVerificationEmail: async (raw, ip) => {
      await takeOrThrow(rateLimits, 'mailIp', [ip]);
      await options.inEqualTime(accountStepMs, async () => {
        const account = await accounts.findByEmail(raw.trim().toLowerCase());
        if (account && !account.emailVerified) await mailVerification(account.id, account.email);
      });
      return {
        message: 'You will receive a verification email, if your address exists in our database.',
      };
    },
    verifyEmail: async (token, ip) => {
      await takeOrThrow(rateLimits, 'tokenIp', [ip]);
      const userId = await tokens.use('verify-email', token);
      if (userId === undefined) throw domainError('LINK_EXPIRED');
      await accounts.setEmailVerified(userId);
      return { message: 'Your email address is confirmed. You can log in now.' };
    },
  };
}

function createRecovery(options: RegistrationOptions): Recovery {
  const { accounts, tokens, rateLimits, knownClients, events, identity } = options;

  async function sendPasswordReset(raw: string, ip: string): Promise<Message> {
    const email = checkEmail(raw);
    await takeOrThrow(rateLimits, 'mailIp', [ip]);
    await options.inEqualTime(accountStepMs, async () => {
      const account = await accounts.findByEmail(email);
      if (!account || account.blocked || identity().external) return;
      await mail(options, email, async (frame) => {
        const token = await tokens.create('reset-password', account.id, resetHours * hourMs);
        return passwordResetMail(frame, { token, hours: resetHours });
      });
    });
    return { message: 'Password reset mail sent. Please check your email!' };
  }

  async function resetPassword(token: string, password: string, ip: string): Promise<Message> {
    await takeOrThrow(rateLimits, 'tokenIp', [ip]);
    if (!isStrongPassword(password)) throw domainError('PASSWORD_TOO_WEAK');
    const userId = await tokens.use('reset-password', token);
    if (userId === undefined) throw domainError('LINK_EXPIRED');
    await accounts.setPassword(userId, await hashPassword(password));
    await accounts.setEmailVerified(userId); // a client with the link can read the mailbox
    await identity().revokeUser(userId);
    // The owner of the mailbox signs in from this network next, whatever strangers have tried.
    await knownClients.forgetAll(userId);
    await knownClients.remember(userId, ip);
    events.passwordReset(userId);
    return { message: 'Your password has been set. You can log in with it now.' };
  }

  return { sendPasswordReset, resetPassword };
}

function createNoRoleNotice({
  accounts,
  rateLimits,
  inEqualTime,
}: RegistrationOptions): RegistrationService['notifyLoginNoRole'] {
  return async (company, raw, ip) => {
    await takeOrThrow(rateLimits, 'mailIp', [ip]);
    await inEqualTime(accountStepMs, async () => {
      const account = await accounts.findByEmail(raw.trim().toLowerCase());
      const tenant = account && (await accounts.findTenant(company));
      const memberships = tenant ? await accounts.memberships(account.id) : [];
      const waiting = memberships.some((m) => m.tenantId === tenant?.id && m.role === null);
      if (
        account &&
        tenant &&
        waiting &&
        (await isWithin(rateLimits, 'noRoleUser', [account.id]))
      ) {
        const said = say('loginWithoutRole', { email: account.email });
        await accounts.notifyAdmins(tenant.id, 'users.login.no-role', said);
      }
    });
    return { message: 'The administrators of the company have been notified.' };
  };
}

export function createRegistrationService(options: RegistrationOptions): RegistrationService {
  return {
    ...createRegistration(options),
    ...createRecovery(options),
    notifyLoginNoRole: createNoRoleNotice(options),
  };
}
