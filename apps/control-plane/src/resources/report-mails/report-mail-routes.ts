import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { ReportMailService } from './report-mail-service.ts';

export function reportMailRoutes(
  mails: ReportMailService,
): Handlers<(typeof contract)['reportMails']> {
  return {
    list: ({ caller }) => mails.list(caller),
    members: ({ caller }) => mails.members(caller.tenantId),
    create: ({ caller, body }) => mails.create(caller, body),
    update: ({ caller, params, body }) => mails.update(caller, params.id, body),
    remove: async ({ caller, params }) => {
      await mails.remove(caller, params.id);
      return undefined;
    },
    send: async ({ caller, params }) => {
      await mails.send(caller, params.id);
      return undefined;
    },
  };
}
