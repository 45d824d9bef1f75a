import { z } from 'zod';
import { listQueryOf } from '../list-query.ts';
import { anyRole } from '../roles.ts';
import { route } from '../route.ts';
import { notification, notificationStatuses } from './notification.ts';

const tag = 'notifications';

export const notificationRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/notifications',
    roles: anyRole,
    tag,
    list: true,
    summary: "The caller's notifications (userOnly=true) or those of the whole tenant",
    query: listQueryOf({ status: notificationStatuses }),
    answer: z.array(notification),
    errors: ['SORT_UNKNOWN'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/v2/notifications/:id',
    roles: anyRole,
    tag,
    summary: 'Archive a notification',
    body: z.object({ status: z.enum(notificationStatuses) }),
    answer: notification,
    errors: ['NOTIFICATION_NOT_FOUND'],
  }),
} as const;
