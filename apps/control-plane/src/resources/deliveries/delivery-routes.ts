import { say } from '@interlude/contract';
import type { contract } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { DeliveryStore, RateLimitStore } from '@interlude/persistence';
import type { Caller, Handlers } from '../../http/call.ts';

/** Tests and repeats that a user may send. */
const limit = { points: 20, windowMs: 60_000 };

const profilePath = '/app/settings/profile';

export function deliveryRoutes(
  deliveries: DeliveryStore,
  rateLimits: Pick<RateLimitStore, 'take'>,
): Handlers<(typeof contract)['deliveries']> {
  async function takeOne({ tenantId, userId }: Caller): Promise<void> {
    const waitMs = await rateLimits.take(`deliveries:${tenantId}:${userId}`, limit);
    if (waitMs <= 0) return;
    throw domainError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  }

  return {
    list: ({ caller, query }) => deliveries.list(caller.tenantId, caller.userId, query),
    read: async ({ caller, params }) => {
      const found = await deliveries.find(caller.tenantId, caller.userId, params.id);
      if (!found) throw domainError('DELIVERY_NOT_FOUND');
      return found;
    },
    test: async ({ caller, body }) => {
      await takeOne(caller);
      const { subscriptionId } = body;
      const said = say('subscriptionTest', { sender: caller.email });
      const test = { ...said, subscriptionId, path: profilePath };
      const made = await deliveries.addTest(caller.tenantId, caller.userId, test);
      if (!made) throw domainError('SUBSCRIPTION_NOT_FOUND');
      return made;
    },
    sendAgain: async ({ caller, params }) => {
      await takeOne(caller);
      const again = await deliveries.sendAgain(caller.tenantId, caller.userId, params.id);
      if (!again) throw domainError('DELIVERY_NOT_FOUND');
      return again;
    },
  };
}
