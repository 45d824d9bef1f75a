import { anyRole } from '../roles.ts';
import { route } from '../route.ts';
import { userSubscriptions } from './user-subscription.ts';

const tag = 'users';

export const userSubscriptionRoutes = {
  update: route({
    method: 'PUT',
    path: '/api/v2/user-subscriptions/:id',
    roles: anyRole,
    tag,
    summary: "Save a user's notification subscriptions; others than one's own only as Admin",
    body: userSubscriptions,
    answer: userSubscriptions,
    errors: ['USER_NOT_FOUND', 'OPERATION_NOT_PERMITTED', 'URL_FORBIDDEN'],
  }),
  turnOn: route({
    method: 'POST',
    path: '/api/v2/user-subscriptions/:id/turn-on',
    roles: anyRole,
    tag,
    summary: 'Turn on an own subscription that was switched off; id is that of the subscription',
    answer: userSubscriptions,
    errors: ['SUBSCRIPTION_NOT_FOUND'],
  }),
} as const;
