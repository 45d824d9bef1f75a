import { wantsOwnOnly } from '@interlude/contract';
import type { contract } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { NotificationStore } from '@interlude/persistence';
import type { Handlers } from '../../http/call.ts';

export function notificationRoutes(
  notifications: NotificationStore,
): Handlers<(typeof contract)['notifications']> {
  return {
    list: ({ caller, query }) =>
      notifications.list(caller.tenantId, query, {
        userId: caller.userId,
        ownOnly: wantsOwnOnly(query),
      }),
    update: async ({ caller, params, body }) => {
      const { tenantId, userId } = caller;
      const saved = await notifications.setStatus(tenantId, params.id, userId, body.status);
      if (!saved) throw domainError('NOTIFICATION_NOT_FOUND');
      return saved;
    },
  };
}
