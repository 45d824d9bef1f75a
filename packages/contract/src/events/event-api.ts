import { z } from 'zod';
import { anyRole } from '../roles.ts';
import { route } from '../route.ts';

/** An event of the change feed: an entity of this kind changed, read it again. `figures`: events were counted. */
export const changeEvent = z.object({
  kind: z.string(),
  id: z.string(),
  action: z.enum(['created', 'updated', 'removed']),
});
export type ChangeEvent = z.output<typeof changeEvent>;

export const eventRoutes = {
  feed: route({
    method: 'GET',
    path: '/api/v2/events',
    roles: anyRole,
    tag: 'events',
    stream: true,
    summary: 'Server-sent events: changes in the selected tenant',
    answer: changeEvent,
    errors: [],
  }),
} as const;
