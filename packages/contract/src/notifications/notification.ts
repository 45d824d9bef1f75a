import { z } from 'zod';
import { notificationSentence } from './notification-sentence.ts';

export const notificationStatuses = ['new', 'archived'] as const;

/** Something that happened and concerns a user or a whole tenant (DATA-006). */
export const notification = z.object({
  id: z.string(),
  status: z.enum(notificationStatuses),
  topic: z.string(),
  content: z.string().describe('one sentence, in English'),
  sentence: notificationSentence
    .optional()
    .describe('what the sentence was made of; missing in those of earlier releases'),
  createdAt: z.iso.datetime(),
});
export type Notification = z.output<typeof notification>;
