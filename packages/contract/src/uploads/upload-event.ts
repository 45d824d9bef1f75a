/** Messages of the upload socket (OP-28): `/api/v2/upload-events?token=…`, one JSON message an event. */
import { z } from 'zod';

/** Where the console and other clients open the socket. */
export const uploadEventsPath = '/api/v2/upload-events';

export const uploadEventNames = [
  'uploaded',
  'uploadToAzure',
  'updateChannel',
  'antivirusCheck',
  'virusInfected',
  'done',
  'error',
] as const;

/** `uploadToAzure` is writing to the storage, of any type; `virusInfected`, `error` and `done` end an upload. */
export const uploadEvent = z.object({
  event: z.enum(uploadEventNames),
  progress: z.number().min(0).max(100),
  message: z.string(),
  uploadId: z.string(),
  titleId: z.string().optional(),
  jobId: z.string().optional(),
  url: z.string().optional().describe('of the stored source, with done'),
});
export type UploadEvent = z.output<typeof uploadEvent>;
