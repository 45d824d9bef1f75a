/**
 * Joins the chunks of a slate into one file, in the process that received the last chunk. When that process dies, the
 * next process that receives a request for the upload resumes the work.
 */
import { channelTypes, encodingProfile } from '@interlude/contract';
import { DomainError } from '@interlude/contract/errors';
import type { StoredUpload } from '@interlude/persistence';
import { uploadInvalid } from '../../../http/upload-form.ts';
import { type AnnounceUpload, announceFailure, createAnnouncer } from '../slates/slate-events.ts';
import { type SlateUploadDeps, storeSlate } from '../slates/store-slate.ts';
import { joinChunks, LostChunks, uploadFolder } from './join-chunks.ts';

/** Interval of the heartbeats of a joining process, and the silence after which another process takes over. */
const beatMs = 5_000;
const silentMs = 20_000;

/** Errors after which the upload can be tried again: the storage or the scanner may work then. */
const transientErrors = new Set([
  'STORAGE_FAILED',
  'STORAGE_FULL',
  'SCANNER_UNAVAILABLE',
  'NOT_READY',
]);

/** The file itself is at fault: another attempt cannot succeed. */
function isFinal(error: unknown): error is DomainError {
  return error instanceof DomainError && !transientErrors.has(error.code);
}

export class ChunkJoiner {
  readonly #deps: SlateUploadDeps;
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(deps: SlateUploadDeps) {
    this.#deps = deps;
  }

  /**
   * Joins an upload in the state `joining`.
   * @returns the upload afterwards; undefined when it was cancelled
   * @throws {DomainError} the fault of the file, the storage or the scanner
   */
  async join(tenantId: string, upload: StoredUpload): Promise<StoredUpload | undefined> {
    const work = this.#join(tenantId, upload);
    this.#running.add(work);
    try {
      await work;
    } finally {
      this.#running.delete(work);
    }
    return this.#deps.uploads.find(tenantId, upload.id);
  }

  /** Resumes an upload whose process died. The caller does not wait for the join. */
  async resume(tenantId: string, upload: StoredUpload): Promise<void> {
    const { uploads } = this.#deps;
    const { id, state, received, totalChunks } = upload;
    const isWhole = state === 'receiving' && received.length === totalChunks;
    const resumed = isWhole ? await uploads.receive(tenantId, id, 0) : undefined;
    const isDead = state === 'joining' && (await uploads.takeOver(tenantId, id, silentMs));
    if (resumed?.joins !== true && !isDead) return;
    // The socket and the state of the upload announce a failure.
    this.join(tenantId, upload).catch(() => undefined);
  }

  /** Aborts running joins; any process can resume them. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the server stops'));
    await Promise.allSettled(this.#running);
  }

  async #join(tenantId: string, upload: StoredUpload): Promise<void> {
    const { uploads } = this.#deps;
    const { id: uploadId, userId } = upload;
    const announce = createAnnouncer(this.#deps, { tenantId, userId, uploadId });
    const cancelled = new AbortController();
    const beat = setInterval(() => {
      const alive = uploads.beat(tenantId, uploadId).catch(() => true);
      void alive.then((is) => is || cancelled.abort(uploadInvalid('it was cancelled')));
    }, beatMs);
    try {
      const signal = AbortSignal.any([cancelled.signal, this.#stopping.signal]);
      await this.#store(tenantId, upload, { signal, announce });
    } catch (error) {
      await this.#fail(tenantId, upload, { error, announce });
      if (!(error instanceof LostChunks)) throw error;
    } finally {
      clearInterval(beat);
    }
  }

  async #store(
    tenantId: string,
    upload: StoredUpload,
    { signal, announce }: { readonly signal: AbortSignal; readonly announce: AnnounceUpload },
  ): Promise<void> {
    const { id, userId, channelId, filename, sizeBytes, http } = upload;
    const place = await this.#deps.storages.of(tenantId, upload.storageSystemId);
    const file = await joinChunks(place.storage, tenantId, upload);
    announce('uploaded', 100, 'The file is complete.');
    await storeSlate(this.#deps, {
      ...{ tenantId, userId, channelId, filename, sizeBytes, http },
      ...{ file, place, signal, announce },
      profile: encodingProfile.parse(upload.profile),
      channelType: channelTypes.find((type) => type === upload.channelType) ?? 'hls-live',
      register: (source) => this.#deps.uploads.finish(tenantId, id, source),
    });
    await this.#clear(tenantId, upload);
  }

  async #fail(
    tenantId: string,
    upload: StoredUpload,
    { error, announce }: { readonly error: unknown; readonly announce: AnnounceUpload },
  ): Promise<void> {
    const { uploads, events } = this.#deps;
    const { id } = upload;
    // Complete in the state `receiving`: the next chunk, or the next request for its state, joins it again.
    const lost = error instanceof LostChunks ? error.chunks : [];
    if (!isFinal(error)) await uploads.reopen(tenantId, id, lost);
    if (error instanceof LostChunks || this.#stopping.signal.aborted) return;
    announceFailure(announce, error);
    if (!(error instanceof DomainError)) events.uploadFailed(tenantId, error);
    if (!isFinal(error)) return;
    await uploads.fail(tenantId, id, error.code);
    await this.#clear(tenantId, upload);
  }

  async #clear(tenantId: string, { id, storageSystemId }: StoredUpload): Promise<void> {
    const { storages, events } = this.#deps;
    try {
      const { storage } = await storages.of(tenantId, storageSystemId);
      await storage.removeFolder(uploadFolder(tenantId, id));
    } catch (error) {
      // The worker's purge of stale uploads tries again.
      events.uploadFailed(tenantId, error);
    }
  }
}
