/**
 * Invitations: an Admin names an address, the person who reads its mail becomes a member by accepting. The inviting
 * company gets the same answer whether the address has an account elsewhere or not.
 */
import {
  domainError,
  type Invitation,
  isEmail,
  isStrongPassword,
  type ListQuery,
  type Page,
} from '@interlude/contract';
import type { InvitationStore } from '@interlude/persistence';
import type { AccountStore, Mailer, RateLimits } from '../../auth/accounts/account-ports.ts';
import { invitationMail } from '../../auth/accounts/mail-texts.ts';
import { hashPassword } from '../../auth/accounts/password.ts';
import { takeOrThrow } from '../../auth/accounts/rate-limits.ts';
import type { IdentityProvider } from '../../auth/identity-provider.ts';
import type { ControlPlaneEvents } from '../../events.ts';
import type { Caller } from '../../http/call.ts';

/** How long the link of an invitation works, milliseconds: 7 days. */
const invitationMs = 7 * 86_400_000;

export interface InvitationServiceOptions {
  readonly invitations: InvitationStore;
  readonly accounts: Pick<AccountStore, 'findTenant'>;
  readonly rateLimits: RateLimits;
  readonly mailer: Mailer;
  readonly events: ControlPlaneEvents;
  readonly identity: () => IdentityProvider;
  readonly productName: string;
  readonly publicUrl: string;
}

interface Reading {
  readonly company: string;
  readonly email: string;
  readonly needsPassword: boolean;
}

export interface InvitationService {
  /** @throws {DomainError} EMAIL_INVALID, TOO_MANY_REQUESTS */
  invite(caller: Caller, email: string): Promise<{ message: string }>;
  list(caller: Caller, query: ListQuery): Promise<Page<Invitation>>;
  /** @throws {DomainError} INVITATION_NOT_FOUND */
  remove(caller: Caller, id: string): Promise<void>;
  /** @throws {DomainError} LINK_EXPIRED, TOO_MANY_REQUESTS */
  read(token: string, ip: string): Promise<Reading>;
  /** @throws {DomainError} LINK_EXPIRED, PASSWORD_TOO_WEAK, TOO_MANY_REQUESTS */
  accept(
    input: { readonly token: string; readonly password?: string | undefined },
    ip: string,
  ): Promise<{ message: string }>;
}

function createInvite(options: InvitationServiceOptions): InvitationService['invite'] {
  const { invitations, accounts, rateLimits, mailer, events } = options;
  return async (caller, raw) => {
    const email = raw.toLowerCase();
    if (!isEmail(email)) throw domainError('EMAIL_INVALID');
    await takeOrThrow(rateLimits, 'inviteTenant', [caller.tenantId]);
    await takeOrThrow(rateLimits, 'inviteAddress', [caller.tenantId, email]);
    await takeOrThrow(rateLimits, 'invitedAddress', [email]);
    const token = await invitations.create(caller.tenantId, {
      email,
      role: 'Viewer',
      // The inviter is always the caller: the mail must not carry another name.
      invitedBy: caller.email,
      lifetimeMs: invitationMs,
    });
    if (token === undefined) return { message: 'The user already exists.' };
    const tenant = await accounts.findTenant(caller.tenantId);
    const invitation = { tenantName: tenant?.name ?? '', invitedBy: caller.email, token };
    await mailer.send({ to: email, ...invitationMail(options, invitation) });
    events.userChanged('invited', caller.tenantId, '');
    return { message: `${email} has been invited!` };
  };
}

export function createInvitationService(options: InvitationServiceOptions): InvitationService {
  const { invitations, rateLimits, events, identity } = options;

  async function read(token: string, ip: string): Promise<Reading> {
    await takeOrThrow(rateLimits, 'tokenIp', [ip]);
    const open = await invitations.find(token);
    if (open === undefined) throw domainError('LINK_EXPIRED');
    return {
      company: open.tenantName,
      email: open.email,
      needsPassword: !identity().external && !open.hasProvenPassword,
    };
  }

  return {
    invite: createInvite(options),
    list: (caller, query) => invitations.list(caller.tenantId, query),
    remove: async (caller, id) => {
      if (!(await invitations.remove(caller.tenantId, id))) {
        throw domainError('INVITATION_NOT_FOUND');
      }
    },
    read,
    accept: async ({ token, password = '' }, ip) => {
      const { company, needsPassword } = await read(token, ip);
      if (needsPassword && !isStrongPassword(password)) throw domainError('PASSWORD_TOO_WEAK');
      const passwordHash = needsPassword ? await hashPassword(password) : null;
      const accepted = await invitations.accept(token, passwordHash);
      if (accepted === undefined) throw domainError('LINK_EXPIRED');
      events.userChanged('joined', accepted.tenantId, accepted.userId);
      return { message: `You are a member of ${company} now. You can log in.` };
    },
  };
}
