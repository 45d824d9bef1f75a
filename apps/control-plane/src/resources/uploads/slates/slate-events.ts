/** The events of a slate upload, announced to the sockets of its user (OP-28). */
import type { UploadEvent } from '@interlude/contract';
import { DomainError } from '@interlude/contract/errors';
import type { AddressedUploadEvent } from '@interlude/persistence';
import type { ControlPlaneEvents } from '../../../events.ts';

export interface UploadEventDeps {
  /** Delivers an event to the sockets of the user, on every replica. */
  readonly notify: (event: AddressedUploadEvent) => Promise<void>;
  readonly events: Pick<ControlPlaneEvents, 'uploadFailed'>;
}

export type AnnounceUpload = (
  event: UploadEvent['event'],
  progress: number,
  message: string,
  more?: Pick<UploadEvent, 'titleId' | 'jobId' | 'url'>,
) => void;

/** Percent between two progress events. */
const stepPercent = 5;

/** Announces events in the order of the calls. Never throws: an upload does not depend on its listeners. */
export function createAnnouncer(
  { notify, events }: UploadEventDeps,
  of: { readonly tenantId: string; readonly userId: string; readonly uploadId: string },
): AnnounceUpload {
  const { tenantId, userId, uploadId } = of;
  let announced = Promise.resolve();
  return (event, progress, message, more = {}) => {
    const addressed = {
      tenantId,
      userId,
      event: { event, progress, message, uploadId, ...more },
    };
    announced = announced
      .then(() => notify(addressed))
      .catch((error: unknown) => events.uploadFailed(tenantId, error));
  };
}

/** @returns a listener for the bytes received so far, which announces the progress of `totalBytes` every 5 %, at most 99 %. */
export function progressSteps(
  totalBytes: number,
  announce: (progress: number) => void,
): (bytes: number) => void {
  let last = -stepPercent;
  return (bytes) => {
    const progress = Math.min(99, Math.floor((bytes / Math.max(1, totalBytes)) * 100));
    if (progress < last + stepPercent) return;
    last = progress;
    announce(progress);
  };
}

/** Announces the end of a failed upload: `virusInfected` or `error` (SLATE-022). */
export function announceFailure(announce: AnnounceUpload, error: unknown): void {
  const isInfected = error instanceof DomainError && error.code === 'UPLOAD_INFECTED';
  const message = error instanceof DomainError ? error.message : 'problem with upload file.';
  announce(isInfected ? 'virusInfected' : 'error', 100, message);
}
