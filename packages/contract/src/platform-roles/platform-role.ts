/** State of the platform's roles, as their launcher knows it. Nothing of it is stored. */
import { z } from 'zod';
import { platformRoleNames } from './platform-role-names.ts';

export const platformRole = z.object({
  role: z.enum(platformRoleNames),
  state: z
    .enum(['starting', 'running', 'down'])
    .describe('down: its process has ended and is started again'),
  since: z.iso.datetime().describe('when it came into this state'),
  restarts: z.int().min(0).describe('how often it was started again'),
  nextStartAt: z.iso
    .datetime()
    .nullable()
    .describe('when a role that is down is started again; null while it starts, and for others'),
  reason: z
    .string()
    .describe('how its process ended; empty for one that is not down, and for all but SuperAdmins'),
});
export type PlatformRole = z.output<typeof platformRole>;
