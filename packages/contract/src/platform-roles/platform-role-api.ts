import { z } from 'zod';
import { operators } from '../roles.ts';
import { route } from '../route.ts';
import { platformRole } from './platform-role.ts';

export const platformRoleRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/platform-roles',
    roles: operators,
    tag: 'platform-roles',
    summary: 'State of the roles that the launcher of this control plane runs',
    answer: z.object({
      roles: z
        .array(platformRole)
        .describe('empty where no launcher runs them: PROCESSES=one, or one role per container'),
    }),
    errors: [],
  }),
} as const;
