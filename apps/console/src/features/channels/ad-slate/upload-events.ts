/**
 * The upload socket while one upload lasts (API-039). It reports more than the answers of the upload do, and the upload
 * works without it: when it cannot be opened or breaks, it is opened again, without a message.
 */
import { type UploadEvent, uploadEventsPath } from '@interlude/contract';
import { api } from '../../../api/api.ts';
import { apiBaseUrl } from '../../../api/api-base.ts';
import { routes } from '../../../api/contract-routes.ts';
import { pause } from '../../../api/pause.ts';
import { known, t } from '../../../texts/t.ts';

const reopenAfterMs = 3_000;

interface UploadEventsOptions {
  readonly signal: AbortSignal;
  readonly onEvent: (event: UploadEvent) => void;
  readonly onOpen: () => void;
}

/** Follows the events until the signal aborts. */
export async function followUploadEvents(options: UploadEventsOptions): Promise<void> {
  const { signal } = options;
  while (!signal.aborted) {
    try {
      const { token } = await api(routes.uploads.eventsTicket, { signal });
      await readSocket(socketUrl(token), options);
    } catch {
      // The loop opens the next socket.
    }
    await pause(reopenAfterMs, signal).catch(() => undefined);
  }
}

function socketUrl(token: string): URL {
  const path = `${apiBaseUrl(globalThis.location)}${uploadEventsPath}`;
  const url = new URL(path, globalThis.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('token', token);
  return url;
}

/** Resolves when the socket is closed. */
function readSocket(url: URL, { signal, onEvent, onOpen }: UploadEventsOptions): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    const close = () => socket.close();
    signal.addEventListener('abort', close);
    socket.addEventListener('open', onOpen);
    socket.addEventListener('message', ({ data }) => {
      const event = readEvent(data);
      if (event !== undefined) onEvent(event);
    });
    socket.addEventListener('close', () => {
      signal.removeEventListener('abort', close);
      resolve();
    });
  });
}

function readEvent(data: unknown): UploadEvent | undefined {
  try {
    const value: unknown = JSON.parse(String(data));
    return isUploadEvent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isUploadEvent(value: unknown): value is UploadEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['event', 'message', 'uploadId'].every(
      (key) => key in value && typeof Object(value)[key] === 'string',
    )
  );
}

/** The stage of an upload that the console shows for the newest event of the socket (SLATE-022, OP-28). */
export interface UploadStage {
  readonly words: string;
  /** Percent of this stage; undefined when its duration is not known. */
  readonly percent?: number;
}

/** The event as a line of the upload; undefined for one that ends it with a failure. */
export function uploadStage({ event, progress, message }: UploadEvent): UploadStage | undefined {
  switch (event) {
    case 'uploaded':
      return { words: t('The file is uploaded.') };
    case 'uploadToAzure':
      return { words: t('The server stores the file.'), percent: progress };
    case 'antivirusCheck':
      return { words: message === '' ? t('The file is checked for viruses.') : known(message) };
    case 'updateChannel':
    case 'done':
      return { words: known(message) };
    case 'virusInfected':
    case 'error':
      return undefined;
  }
}

export function stageText({ words, percent }: UploadStage): string {
  return percent === undefined ? words : `${words} ${percent}%`;
}
