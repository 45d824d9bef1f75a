import type { AppMetadata, UserSubscription } from '@interlude/contract';
import type { contract } from '@interlude/contract/api';
import type { Caller, Handlers } from '../../http/call.ts';
import type { UserSubscriptionService } from './user-subscription-service.ts';

/** The part of the user service that changes members; it checks who may change whom. */
export interface ChangesMembers {
  patchAppMetadata(
    caller: Caller,
    userId: string,
    patch: { readonly subscriptions: UserSubscription[] },
  ): Promise<AppMetadata>;
}

export function userSubscriptionRoutes(
  users: ChangesMembers,
  subscriptions: Pick<UserSubscriptionService, 'turnOn'>,
): Handlers<(typeof contract)['userSubscriptions']> {
  return {
    update: async ({ caller, params, body }) => {
      const saved = await users.patchAppMetadata(caller, params.id, body);
      return { subscriptions: saved.subscriptions };
    },
    turnOn: async ({ caller, params }) => ({
      subscriptions: await subscriptions.turnOn(caller, params.id),
    }),
  };
}
