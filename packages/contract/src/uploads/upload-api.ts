import { z } from 'zod';
import { anyRole, operators } from '../roles.ts';
import { route } from '../route.ts';

const tag = 'uploads';

const uploadStates = ['receiving', 'joining', 'done', 'failed'] as const;

/** Answer to a chunk, or to a whole file. */
export const slateUpload = z.object({
  uploadId: z.string(),
  receivedChunks: z.number().int(),
  totalChunks: z.number().int(),
  missingChunks: z.array(z.number().int()).describe('at most 1,000 of them, ascending'),
  state: z
    .enum(uploadStates)
    .describe(
      'joining: all of it has arrived and is checked and stored; failed: it was refused, and an upload of another id is needed',
    ),
  errorCode: z.string().describe('why it failed, e.g. UPLOAD_INFECTED; empty unless it failed'),
  complete: z.boolean().describe('the state is done'),
  titleId: z.string().describe('empty until it is complete'),
  url: z.string().describe('of the stored source; empty until it is complete'),
});
export type SlateUpload = z.output<typeof slateUpload>;

export const uploadRoutes = {
  /**
   * multipart/form-data: `ischunk`, `chunkNumber` (from 0), `totalChunks`, then `file`; without `ischunk` the
   * file is whole. Headers: `filename` (percent-encoded), `filesize` (bytes), `profile` (JSON), `channeltype`,
   * `http`, and `uploadid` (of the client, 8 to 64 letters, digits and hyphens) which identifies the upload.
   */
  uploadAdSlate: route({
    method: 'POST',
    path: '/api/v2/channels/:id/upload-ad-slate',
    roles: operators,
    tag,
    upload: true,
    summary: 'Upload an ad slate (mp4, below 1 GiB), whole or in chunks of 1 MiB in any order',
    answer: slateUpload,
    errors: [
      'CHANNEL_NOT_FOUND',
      'UPLOAD_INVALID',
      'UPLOAD_TYPE_UNSUPPORTED',
      'SLATE_TOO_LARGE',
      'UPLOAD_INFECTED',
      'UPLOAD_NOT_FOUND',
      'SCANNER_UNAVAILABLE',
      'TOO_MANY_REQUESTS',
      'STORAGE_QUOTA_REACHED',
      'STORAGE_FAILED',
      'STORAGE_FULL',
    ],
  }),
  uploadState: route({
    method: 'GET',
    path: '/api/v2/uploads/:id',
    roles: operators,
    tag,
    summary: 'How far an upload is, for going on with it',
    answer: slateUpload,
    errors: ['UPLOAD_NOT_FOUND'],
  }),
  cancelUpload: route({
    method: 'DELETE',
    path: '/api/v2/uploads/:id',
    roles: operators,
    tag,
    status: 204,
    summary: 'Give an unfinished upload up and delete what came of it',
    answer: z.undefined(),
    errors: ['UPLOAD_NOT_FOUND'],
  }),
  /** Ticket for the socket, whose address proxies log: valid once, for 60 s. An access token is accepted, too. */
  eventsTicket: route({
    method: 'POST',
    path: '/api/v2/upload-events/ticket',
    roles: anyRole,
    changes: false,
    personOnly: true,
    tag,
    summary: 'A ticket that opens the upload socket once',
    answer: z.object({ token: z.string() }),
    errors: ['TOO_MANY_REQUESTS'],
  }),
} as const;
