/** Sends a slate's file in chunks, while the upload socket reports the progress of the server. */
import type { ChannelType, UploadEvent } from '@interlude/contract';
import { routeUrl, type SlateUpload } from '@interlude/contract/api';
import { api } from '../../../api/api.ts';
import { routes } from '../../../api/contract-routes.ts';
import { pause } from '../../../api/pause.ts';
import { sendForm } from '../../../components/upload/send-form.ts';
import type { SendFile } from '../../../components/upload/use-upload.ts';
import { chunkCount, chunkRange, sendInChunks } from './send-in-chunks.ts';
import { SlateRefused } from './slate-problems.ts';
import { followUploadEvents, type UploadStage, uploadStage } from './upload-events.ts';

/** Milliseconds that the socket may take to open before the file is sent without it. */
const socketWaitMs = 1_500;

interface SlateToSend {
  readonly facts: SlateFacts;
  readonly file: File;
  /** The same for another try, which goes on where the first one ended. */
  readonly uploadId: string;
  /** The server has chunks of an earlier try. */
  readonly isBegun: boolean;
  readonly onStage: (stage: UploadStage) => void;
}

/** The fields in the order in which the server reads them. */
export function chunkForm(file: File, chunk: number): FormData {
  const form = new FormData();
  form.append('ischunk', 'true');
  form.append('chunkNumber', String(chunk));
  form.append('totalChunks', String(chunkCount(file.size)));
  form.append('file', file.slice(...chunkRange(chunk, file.size)), file.name);
  return form;
}

export function sendSlate(slate: SlateToSend): SendFile<SlateUpload> {
  const { facts, file, uploadId, isBegun } = slate;
  return async ({ signal, onProgress }) => {
    const { channelId, headers } = slateUploadTarget(facts, file, uploadId);
    const path = routeUrl(routes.uploads.uploadAdSlate.path, { id: channelId });
    const ended = new AbortController();
    const sending = AbortSignal.any([signal, ended.signal]);
    const events = await openEvents(slate, sending);
    const sent = sendInChunks({
      sizeBytes: file.size,
      isBegun,
      signal: sending,
      send: async (chunk, onSent) => {
        const form = chunkForm(file, chunk);
        const answer = await sendForm({ path, form, headers, signal: sending, onProgress: onSent });
        const upload: SlateUpload = JSON.parse(answer);
        return upload;
      },
      state: () => api(routes.uploads.uploadState, { params: { id: uploadId }, signal: sending }),
      pause: (durationMs) => pause(durationMs, sending),
      onProgress,
    });
    try {
      return await Promise.race([sent, events.refused]);
    } finally {
      ended.abort();
      sent.catch(() => undefined);
      if (signal.aborted) giveUp(uploadId);
    }
  };
}

/** Resolves when the socket is open, or after `socketWaitMs`; `refused` rejects when the socket reports a failure. */
async function openEvents({ uploadId, onStage }: SlateToSend, signal: AbortSignal) {
  const opened = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<never>();
  refused.promise.catch(() => undefined);
  const onEvent = (event: UploadEvent) => {
    if (event.uploadId !== uploadId) return;
    const stage = uploadStage(event);
    if (stage === undefined) refused.reject(new SlateRefused(event.message));
    else onStage(stage);
  };
  void followUploadEvents({ signal, onEvent, onOpen: opened.resolve });
  await Promise.race([opened.promise, pause(socketWaitMs, signal)]);
  return { refused: refused.promise };
}

/** Deletes the chunks of a cancelled upload at once; when this fails, the server's own cleanup deletes them. */
function giveUp(uploadId: string): void {
  void api(routes.uploads.cancelUpload, { params: { id: uploadId } }).catch(() => undefined);
}

export interface SlateFacts {
  readonly channelId: string;
  readonly channelType: ChannelType;
  readonly profile: unknown;
  readonly http: boolean;
}

/** Characters of the header with the profile: servers take 16 KiB for all headers of a request. */
const maxProfileLength = 10_000;

/** Headers carry ASCII alone, and a server reads `%` as the beginning of an escaped byte. */
function headerJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('%', '%25')
    .replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

/**
 * The channel id and the headers with which each chunk of a slate is sent (API-037, API-038). A profile that is too
 * long for a header is left out: the slate is then stored without a channel, and conditioned for the channel when it is
 * put into its form.
 */
export function slateUploadTarget(
  { channelId, channelType, profile, http }: SlateFacts,
  file: Pick<File, 'name' | 'size'>,
  uploadId: string,
): { readonly channelId: string; readonly headers: Readonly<Record<string, string>> } {
  const whole = headerJson(profile);
  const fits = whole.length <= maxProfileLength;
  return {
    channelId: fits ? channelId : 'new',
    headers: {
      filename: encodeURIComponent(file.name.toWellFormed()).slice(0, 2_000),
      filesize: String(file.size),
      profile: fits ? whole : '{}',
      channeltype: channelType,
      http: String(http),
      uploadid: uploadId,
    },
  };
}
