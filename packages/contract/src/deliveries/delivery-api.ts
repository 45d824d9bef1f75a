/** Deliveries of the caller's own subscriptions: no role reads those of others. */
import { z } from 'zod';
import { listQueryOf } from '../list-query.ts';
import { anyRole } from '../roles.ts';
import { route } from '../route.ts';
import { delivery, deliveryDetail, deliveryStates } from './delivery.ts';

const tag = 'deliveries';

export const deliveryRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/deliveries',
    roles: anyRole,
    tag,
    list: true,
    summary: 'What the own subscriptions have delivered in the last 7 days',
    query: listQueryOf({ status: deliveryStates }).extend({
      subscriptionId: z.string().max(100).optional(),
    }),
    answer: z.array(delivery),
    errors: ['SORT_UNKNOWN'],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/deliveries/:id',
    roles: anyRole,
    tag,
    summary: 'A delivery with its attempts: requests, answers, errors',
    answer: deliveryDetail,
    errors: ['DELIVERY_NOT_FOUND'],
  }),
  test: route({
    method: 'POST',
    path: '/api/v2/deliveries',
    roles: anyRole,
    tag,
    changes: false,
    status: 202,
    summary: 'Send a test over an own subscription',
    body: z.object({ subscriptionId: z.string().max(100) }),
    answer: delivery,
    errors: ['SUBSCRIPTION_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
  sendAgain: route({
    method: 'POST',
    path: '/api/v2/deliveries/:id/send-again',
    roles: anyRole,
    tag,
    changes: false,
    status: 202,
    summary: 'Deliver once more at once, under the same id',
    answer: delivery,
    errors: ['DELIVERY_NOT_FOUND', 'SUBSCRIPTION_OFF', 'TOO_MANY_REQUESTS'],
  }),
} as const;
