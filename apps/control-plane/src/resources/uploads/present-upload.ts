/** What is answered about an upload. */
import type { SlateUpload } from '@interlude/contract';
import type { StoredUpload } from '@interlude/persistence';

/** At most so many missing chunks are listed. */
const maxListed = 1_000;

/** @param url of the stored source; empty until it is complete */
export function presentUpload(upload: StoredUpload, url: string): SlateUpload {
  const received = new Set(upload.received);
  const missing: number[] = [];
  for (let chunk = 0; chunk < upload.totalChunks && missing.length < maxListed; chunk += 1) {
    if (!received.has(chunk)) missing.push(chunk);
  }
  return {
    uploadId: upload.id,
    receivedChunks: received.size,
    totalChunks: upload.totalChunks,
    missingChunks: missing,
    state: upload.state,
    errorCode: upload.errorCode,
    complete: upload.state === 'done',
    titleId: upload.titleId,
    url,
  };
}
