import { z } from 'zod';

/** An invitation that has not been accepted. Never carries the token of its link. */
export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(['Viewer', 'Editor']),
  invitedBy: z.string().describe('e-mail address of the user who invited'),
  expiresAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type Invitation = z.output<typeof invitation>;
