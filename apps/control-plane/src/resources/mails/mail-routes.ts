import type { contract } from '@interlude/contract/api';
import type { MailStore } from '@interlude/persistence';
import type { Handlers } from '../../http/call.ts';

/** With a mail server the mailbox is empty, also of mails kept before. */
export function mailRoutes(
  mails: MailStore,
  options: { kept: boolean },
): Handlers<(typeof contract)['mails']> {
  return {
    list: async ({ query }) => (options.kept ? mails.list(query) : { rows: [], total: 0 }),
  };
}
