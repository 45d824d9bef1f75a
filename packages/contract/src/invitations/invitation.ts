import { z } from 'zod';

/** An Admin invites Viewers; the Admin of a new company is invited by a SuperAdmin. */
export const invitedRoles = ['Viewer', 'Editor', 'Admin'] as const;

/** An invitation that has not been accepted. Never carries the token of its link. */
export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(invitedRoles),
  invitedBy: z.string().describe('e-mail address of the user who invited'),
  expiresAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type Invitation = z.output<typeof invitation>;
