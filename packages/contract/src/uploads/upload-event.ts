/** What the upload socket tells (OP-28): `/api/v2/upload-events?token=…`, one JSON message an event. */
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

/** `uploadToAzure` is the writing to whatever storage there is; `virusInfected`, `error` and `done` end an upload. */
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

/** Bytes of one chunk; the last one may be shorter (API-038). */
export const uploadChunkBytes = 1_048_576;
/** A media file may have exactly this many bytes (OP-26). */
export const mediaUploadLimitBytes = 1_073_741_824;
/** A slate must have fewer than this many bytes (OP-26). */
export const slateUploadLimitBytes = 1_073_741_824;
