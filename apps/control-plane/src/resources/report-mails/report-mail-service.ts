/** Scheduled report mails: each belongs to a person; Admins list, pause and remove those of the company. */
import {
  admins,
  operators,
  type ReportMail,
  type ReportMailInput,
  type ReportMailMember,
  type ReportMailPatch,
  reportMailsOfTier,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { ReportMailStore, TenantStore } from '@interlude/persistence';
import type { RateLimits } from '../../auth/accounts/account-ports.ts';
import { takeOrThrow } from '../../auth/accounts/rate-limits.ts';
import type { Caller } from '../../http/call.ts';

export interface ReportMailServiceOptions {
  readonly mails: ReportMailStore;
  readonly tenants: Pick<TenantStore, 'find'>;
  readonly rateLimits: RateLimits;
}

export interface ReportMailService {
  list(caller: Caller): Promise<ReportMail[]>;
  members(tenantId: string): Promise<ReportMailMember[]>;
  /** @throws {DomainError} ROLE_FORBIDDEN, REPORT_MAILS_TOO_MANY, REPORT_MAIL_RECIPIENT_UNKNOWN */
  create(caller: Caller, input: ReportMailInput): Promise<ReportMail>;
  /** @throws {DomainError} ROLE_FORBIDDEN, REPORT_MAIL_NOT_FOUND, REPORT_MAIL_RECIPIENT_UNKNOWN */
  update(caller: Caller, id: string, patch: ReportMailPatch): Promise<ReportMail>;
  /** @throws {DomainError} REPORT_MAIL_NOT_FOUND */
  remove(caller: Caller, id: string): Promise<void>;
  /** @throws {DomainError} REPORT_MAIL_NOT_FOUND, TOO_MANY_REQUESTS */
  send(caller: Caller, id: string): Promise<void>;
}

const isAdmin = ({ role }: Caller) => admins.includes(role);

/** Without any it is the caller alone. */
const recipientsOf = ({ userId }: Caller, given: string[]) =>
  given.length === 0 ? [userId] : given;

/** Operators may name other recipients; everybody may name themselves. @throws {DomainError} ROLE_FORBIDDEN */
function refuseOthers({ role, userId }: Caller, recipients: readonly string[]): void {
  if (operators.includes(role)) return;
  if (recipients.some((id) => id !== userId)) throw domainError('ROLE_FORBIDDEN');
}

/** True when a change pauses or resumes only: all that an Admin may do with another person's mail. */
const isPauseAlone = (patch: ReportMailPatch) =>
  Object.entries(patch).every(([name, value]) => name === 'paused' || value === undefined);

/** @see rule SEC-S128 */
export function createReportMailService(options: ReportMailServiceOptions): ReportMailService {
  const { mails, tenants, rateLimits } = options;

  /**
   * The mail, if the caller may change it; for anybody else it does not exist. @throws {DomainError}
   * REPORT_MAIL_NOT_FOUND
   */
  async function touchable(caller: Caller, id: string): Promise<ReportMail> {
    const mail = await mails.find(caller.tenantId, id);
    if (!mail || (mail.userId !== caller.userId && !isAdmin(caller))) {
      throw domainError('REPORT_MAIL_NOT_FOUND');
    }
    return mail;
  }

  /** Recipients are members: an address is never taken from a request. */
  async function refuseStrangers(tenantId: string, recipients: readonly string[]): Promise<void> {
    const known = new Set((await mails.members(tenantId)).map(({ userId }) => userId));
    if (recipients.some((id) => !known.has(id))) throw domainError('REPORT_MAIL_RECIPIENT_UNKNOWN');
  }

  return {
    list: (caller) => mails.list(caller.tenantId, isAdmin(caller) ? undefined : caller.userId),
    members: (tenantId) => mails.members(tenantId),
    create: async (caller, input) => {
      const recipients = recipientsOf(caller, input.recipients);
      refuseOthers(caller, recipients);
      await refuseStrangers(caller.tenantId, recipients);
      const tenant = await tenants.find(caller.tenantId);
      const most = reportMailsOfTier[tenant?.tier ?? 'trial'];
      const made = await mails.create(caller, { ...input, recipients }, most);
      if (!made) throw domainError('REPORT_MAILS_TOO_MANY', { most });
      return made;
    },
    update: async (caller, id, patch) => {
      const { userId } = await touchable(caller, id);
      if (userId !== caller.userId && !isPauseAlone(patch)) throw domainError('ROLE_FORBIDDEN');
      const recipients = patch.recipients && recipientsOf(caller, patch.recipients);
      if (recipients !== undefined) {
        refuseOthers(caller, recipients);
        await refuseStrangers(caller.tenantId, recipients);
      }
      const changed = { ...patch, ...(recipients !== undefined && { recipients }) };
      const saved = await mails.update(caller.tenantId, id, changed, caller.userId);
      if (!saved) throw domainError('REPORT_MAIL_NOT_FOUND');
      return saved;
    },
    remove: async (caller, id) => {
      await touchable(caller, id);
      if (!(await mails.remove(caller.tenantId, id))) throw domainError('REPORT_MAIL_NOT_FOUND');
    },
    send: async (caller, id) => {
      await touchable(caller, id);
      await takeOrThrow(rateLimits, 'reportMailUser', [caller.tenantId, caller.userId]);
      if (!(await mails.ask(caller.tenantId, id, caller.userId))) {
        throw domainError('REPORT_MAIL_NOT_FOUND');
      }
    },
  };
}
