import { z } from 'zod';
import { mediaFindingNames } from '../flows/media-findings.ts';
import { taskTypes } from '../flows/task-catalogue.ts';
import { media } from '../medias/media.ts';
import { nameText } from '../text.ts';

export const jobStatuses = ['running', 'done', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const jobTaskStatuses = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobTaskStatus = (typeof jobTaskStatuses)[number];

/** One step of a job, as it went in the last attempt. */
export const jobTask = z.object({
  type: z.enum(taskTypes),
  name: z.string(),
  status: z.enum(jobTaskStatuses),
  progress: z.number().min(0).max(100),
  start: z.iso.datetime().nullable(),
  end: z.iso.datetime().nullable(),
  settings: z.record(z.string(), z.unknown()),
  error: z.string().describe('the recommended action; empty = none'),
  errorCode: z.string().describe('of the catalogue of errors; empty = none'),
  message: z.string().describe('what came of it: what was found, measured, made'),
  findings: z.array(z.enum(mediaFindingNames)),
});
export type JobTask = z.output<typeof jobTask>;

/** A piece of work in the background (DATA-027), as lists carry it. */
export const job = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(jobStatuses),
  progress: z.number().min(0).max(100),
  start: z.iso.datetime().nullable(),
  end: z.iso.datetime().nullable(),
  flowId: z.string(),
  flowName: z.string().describe('of the workflow when the job was made'),
  titleId: z.string(),
  createdAt: z.iso.datetime(),
  archived: z.boolean().describe('a failed job that counts no more'),
});
export type Job = z.output<typeof job>;

/** Everything of one job. */
export const jobDetail = job.extend({
  titleName: z.string().describe('of the asset now; empty when there is none any more'),
  attempt: z.number().int().min(0).describe('0 = not begun'),
  attempts: z.number().int().min(1),
  timeout: z.number().int().describe('minutes of one attempt'),
  error: z.string(),
  errorCode: z.string(),
  inputMediaIds: z.array(z.string()),
  inputMedias: z.array(media),
  settings: z.record(z.string(), z.unknown()).describe('the request; secrets omitted'),
  tasks: z.array(jobTask),
  updatedAt: z.iso.datetime(),
});
export type JobDetail = z.output<typeof jobDetail>;

export const jobLogLevels = ['info', 'warning', 'error'] as const;

export const jobLogLine = z.object({
  at: z.iso.datetime(),
  attempt: z.number().int(),
  level: z.enum(jobLogLevels),
  task: z.string(),
  text: z.string(),
});
export type JobLogLine = z.output<typeof jobLogLine>;

/** Body of PUT: the fields of a job that an operator may change. Only a job that has ended can be archived. */
export const jobUpdate = z.object({
  name: nameText(300).optional(),
  archived: z.boolean().optional(),
  updatedAt: z.iso.datetime().optional(),
});
