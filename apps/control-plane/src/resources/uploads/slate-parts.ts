/** What the two ways of uploading a slate, whole and in chunks, have in common. */
import type { UploadEvent } from '@interlude/contract';
import type { AddressedUploadEvent, UploadStore } from '@interlude/persistence';
import type { Scanner } from '@interlude/runtime';
import type { ControlPlaneEvents } from '../../events.ts';
import type { SlateConditioning } from './slate-conditioning.ts';
import type { UploadStorages } from './upload-storage.ts';

export interface SlateParts {
  readonly uploads: UploadStore;
  readonly storages: UploadStorages;
  readonly scanner: Scanner;
  readonly condition: SlateConditioning;
  /** To the sockets of the user. */
  readonly notify: (event: AddressedUploadEvent) => Promise<void>;
  readonly events: Pick<ControlPlaneEvents, 'uploadFailed'>;
  readonly checkQuota: (tenantId: string, bytes: number) => Promise<void>;
  readonly stitcherPublicUrl: string;
}

export type TellUpload = (
  event: UploadEvent['event'],
  progress: number,
  message: string,
  more?: Pick<UploadEvent, 'titleId' | 'jobId' | 'url'>,
) => void;

/** Steps of progress that are told, per cent. */
const step = 5;

/** Tells in the order of the calls and never fails: the upload does not depend on who listens. */
export function createTell(
  { notify, events }: Pick<SlateParts, 'notify' | 'events'>,
  of: { readonly tenantId: string; readonly userId: string; readonly uploadId: string },
): TellUpload {
  const { tenantId, userId, uploadId } = of;
  let told = Promise.resolve();
  return (event, progress, message, more = {}) => {
    const addressed = {
      tenantId,
      userId,
      event: { event, progress, message, uploadId, ...more },
    };
    told = told
      .then(() => notify(addressed))
      .catch((error: unknown) => events.uploadFailed(tenantId, error));
  };
}

/** Calls `tell` when another step of so many bytes is through. */
export function progressSteps(
  totalBytes: number,
  tell: (progress: number) => void,
): (bytes: number) => void {
  let last = -step;
  return (bytes) => {
    const progress = Math.min(99, Math.floor((bytes / Math.max(1, totalBytes)) * 100));
    if (progress < last + step) return;
    last = progress;
    tell(progress);
  };
}

export const slateName = (filename: string) =>
  filename.replace(/\.[A-Za-z0-9]{1,5}$/, '') || 'slate';
