import { z } from 'zod';

export const notificationStatuses = ['new', 'archived'] as const;

/** Something that happened and concerns a user or a whole tenant (DATA-006). */
export const notification = z.object({
  id: z.string(),
  status: z.enum(notificationStatuses),
  topic: z.string(),
  content: z.string(),
  createdAt: z.iso.datetime(),
});
export type Notification = z.output<typeof notification>;
