import { z } from 'zod';

export const jobStatuses = ['running', 'done', 'failed'] as const;

/** A piece of work in the background (DATA-027). Lists carry it without settings and tasks. */
export const job = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(jobStatuses),
  progress: z.number().min(0).max(100),
  start: z.iso.datetime().nullable(),
  end: z.iso.datetime().nullable(),
  flowId: z.string(),
  titleId: z.string(),
  createdAt: z.iso.datetime(),
});
export type Job = z.output<typeof job>;
