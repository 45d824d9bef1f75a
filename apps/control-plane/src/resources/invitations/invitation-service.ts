/**
 * Invitations: an Admin names an address, the person who reads its mail becomes a member by accepting. The inviting
 * company gets the same answer whether the address has an account elsewhere or not.
 */
import {
  type Invitation,
  isEmail,
  isStrongPassword,
  type Language,
  type ListQuery,
  type Page,
  type RegistrationMode,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { invitationMail } from '@interlude/mails';
import type { InvitationStore } from '@interlude/persistence';
import type { AccountStore, Mailer, RateLimits } from '../../auth/accounts/account-ports.ts';
import { hashPassword, verifyPassword } from '../../auth/accounts/password.ts';
import { takeOrThrow } from '../../auth/accounts/rate-limits.ts';
import type { IdentityProvider } from '../../auth/identity-provider.ts';
import type { ControlPlaneEvents } from '../../events.ts';
import type { Caller } from '../../http/call.ts';

/** How long the link of an invitation works. */
const invitationDays = 7;
const dayMs = 86_400_000;

export interface InvitationServiceOptions {
  readonly invitations: InvitationStore;
  readonly accounts: Pick<AccountStore, 'findTenant' | 'languageOf'>;
  readonly rateLimits: RateLimits;
  readonly mailer: Mailer;
  readonly events: ControlPlaneEvents;
  readonly identity: () => IdentityProvider;
  readonly registration: RegistrationMode;
  readonly productName: string;
  readonly publicUrl: string;
}

interface Reading {
  readonly company: string;
  readonly email: string;
  readonly needsPassword: boolean;
}

export interface InvitationService {
  /** Invites a Viewer. @throws {DomainError} EMAIL_INVALID, INVITATIONS_CLOSED, TOO_MANY_REQUESTS */
  invite(caller: Caller, email: string): Promise<{ message: string }>;
  /** The same into a company that the caller founds. */
  readonly inviteTo: InviteTo;
  list(caller: Caller, query: ListQuery): Promise<Page<Invitation>>;
  /** @throws {DomainError} INVITATION_NOT_FOUND */
  remove(caller: Caller, id: string): Promise<void>;
  /** @throws {DomainError} LINK_EXPIRED, TOO_MANY_REQUESTS */
  read(token: string, ip: string): Promise<Reading>;
  /**
   * Accepts an invitation.
   * @param language of the browser; becomes that of a person who had no account
   * @throws {DomainError} LINK_EXPIRED, PASSWORD_TOO_WEAK, TOO_MANY_REQUESTS
   */
  accept(
    input: { readonly token: string; readonly password?: string | undefined },
    ip: string,
    language?: Language,
  ): Promise<{ message: string }>;
}

type Recipient = Pick<Invitation, 'email' | 'role'> & { readonly tenantId: string };

/** @returns false when the address belongs to a member */
type InviteTo = (caller: Pick<Caller, 'email' | 'tenantId'>, to: Recipient) => Promise<boolean>;

function createInvite(options: InvitationServiceOptions): InviteTo {
  const { invitations, accounts, rateLimits, mailer, events } = options;
  return async (caller, { tenantId, role, ...to }) => {
    if (options.registration === 'off') throw domainError('INVITATIONS_CLOSED');
    const email = to.email.toLowerCase();
    if (!isEmail(email)) throw domainError('EMAIL_INVALID');
    await takeOrThrow(rateLimits, 'inviteTenant', [caller.tenantId]);
    await takeOrThrow(rateLimits, 'inviteAddress', [tenantId, email]);
    await takeOrThrow(rateLimits, 'invitedAddress', [email]);
    // The inviter is always the caller: the mail must not carry another name.
    const invitedBy = caller.email;
    const input = { email, role, invitedBy, lifetimeMs: invitationDays * dayMs };
    const token = await invitations.create(tenantId, input);
    if (token === undefined) return false;
    const tenant = await accounts.findTenant(tenantId);
    const invitation = { tenantName: tenant?.name ?? '', invitedBy, token, days: invitationDays };
    const { productName, publicUrl } = options;
    const language = await accounts.languageOf(email, tenantId);
    await mailer.send({
      to: email,
      ...invitationMail({ productName, publicUrl, language }, invitation),
    });
    events.userChanged('invited', tenantId, '');
    return true;
  };
}

export function createInvitationService(options: InvitationServiceOptions): InvitationService {
  const { invitations, rateLimits, events, identity } = options;
  const inviteTo = createInvite(options);

  async function open(token: string, ip: string) {
    if (options.registration === 'off') throw domainError('INVITATIONS_CLOSED');
    await takeOrThrow(rateLimits, 'tokenIp', [ip]);
    const found = await invitations.find(token);
    if (found === undefined) throw domainError('LINK_EXPIRED');
    return { ...found, needsPassword: !identity().external && !found.hasProvenPassword };
  }

  /** Null = the present password stays: it was entered, or the person has proven to read the mailbox. */
  async function newHash(
    { needsPassword, passwordHash }: Awaited<ReturnType<typeof open>>,
    password: string,
  ): Promise<string | null> {
    if (!needsPassword) return null;
    if (passwordHash !== null && (await verifyPassword(passwordHash, password))) return null;
    if (!isStrongPassword(password)) throw domainError('PASSWORD_TOO_WEAK');
    return hashPassword(password);
  }

  return {
    inviteTo,
    invite: async (caller, email) => {
      const invited = await inviteTo(caller, { email, tenantId: caller.tenantId, role: 'Viewer' });
      const message = `${email.toLowerCase()} has been invited!`;
      return { message: invited ? message : 'The user already exists.' };
    },
    list: (caller, query) => invitations.list(caller.tenantId, query),
    remove: async (caller, id) => {
      if (!(await invitations.remove(caller.tenantId, id))) {
        throw domainError('INVITATION_NOT_FOUND');
      }
    },
    read: async (token, ip) => {
      const { tenantName, email, needsPassword } = await open(token, ip);
      return { company: tenantName, email, needsPassword };
    },
    accept: async ({ token, password = '' }, ip, language) => {
      const invitation = await open(token, ip);
      const hash = await newHash(invitation, password);
      const accepted = await invitations.accept(token, hash, language);
      if (accepted === undefined) throw domainError('LINK_EXPIRED');
      events.userChanged('joined', accepted.tenantId, accepted.userId);
      return { message: `You are a member of ${invitation.tenantName} now. You can log in.` };
    },
  };
}
