/**
 * Makes one file of the chunks of a slate, by whichever process brought the last of them. A process that dies while
 * it joins is followed by whoever is asked next.
 */
import { channelTypes, DomainError, encodingProfile } from '@interlude/contract';
import type { StoredUpload } from '@interlude/persistence';
import { uploadInvalid } from '../../http/upload-form.ts';
import { joinChunks, LostChunks, uploadFolder } from './join-chunks.ts';
import { createTell, type SlateParts, type TellUpload } from './slate-parts.ts';
import { storeSlate } from './store-slate.ts';

/** Between two signs of life of a process that joins, and how long one is waited for. */
const beatMs = 5_000;
const silentMs = 20_000;

/** The upload can be tried again: the storage or the scanner may work then. */
const passing = new Set(['STORAGE_FAILED', 'STORAGE_FULL', 'SCANNER_UNAVAILABLE', 'NOT_READY']);

/** A fault of the file itself, which trying again does not help. */
function isFinal(error: unknown): error is DomainError {
  return error instanceof DomainError && !passing.has(error.code);
}

function tellFault(tell: TellUpload, error: unknown): void {
  const isInfected = error instanceof DomainError && error.code === 'UPLOAD_INFECTED';
  const message = error instanceof DomainError ? error.message : 'problem with upload file.';
  tell(isInfected ? 'virusInfected' : 'error', 100, message);
}

export class ChunkJoiner {
  readonly #parts: SlateParts;
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(parts: SlateParts) {
    this.#parts = parts;
  }

  /**
   * Joins an upload in the state `joining`; the answer is the upload as it is then, undefined when it was given up.
   * @throws {DomainError} what is wrong with the file, the storage or the scanner
   */
  async join(tenantId: string, upload: StoredUpload): Promise<StoredUpload | undefined> {
    const work = this.#join(tenantId, upload);
    this.#running.add(work);
    try {
      await work;
    } finally {
      this.#running.delete(work);
    }
    return this.#parts.uploads.find(tenantId, upload.id);
  }

  /** Goes on where a process that died left an upload. Whoever asks does not wait for it. */
  async resume(tenantId: string, upload: StoredUpload): Promise<void> {
    const { uploads } = this.#parts;
    const { id, state, received, totalChunks } = upload;
    const isWhole = state === 'receiving' && received.length === totalChunks;
    const again = isWhole ? await uploads.receive(tenantId, id, 0) : undefined;
    const isDead = state === 'joining' && (await uploads.takeOver(tenantId, id, silentMs));
    if (again?.joins !== true && !isDead) return;
    // The failure is told by the socket and by the state.
    this.join(tenantId, upload).catch(() => undefined);
  }

  /** Ends what is being joined; it can be taken up by any process. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the server stops'));
    await Promise.allSettled(this.#running);
  }

  async #join(tenantId: string, upload: StoredUpload): Promise<void> {
    const { uploads } = this.#parts;
    const { id: uploadId, userId } = upload;
    const tell = createTell(this.#parts, { tenantId, userId, uploadId });
    const given = new AbortController();
    const beat = setInterval(() => {
      const alive = uploads.beat(tenantId, uploadId).catch(() => true);
      void alive.then((is) => is || given.abort(uploadInvalid('it was given up')));
    }, beatMs);
    try {
      const signal = AbortSignal.any([given.signal, this.#stopping.signal]);
      await this.#store(tenantId, upload, { signal, tell });
    } catch (error) {
      await this.#fail(tenantId, upload, { error, tell });
      if (!(error instanceof LostChunks)) throw error;
    } finally {
      clearInterval(beat);
    }
  }

  async #store(
    tenantId: string,
    upload: StoredUpload,
    { signal, tell }: { readonly signal: AbortSignal; readonly tell: TellUpload },
  ): Promise<void> {
    const { id, channelId, filename, sizeBytes, http } = upload;
    const place = await this.#parts.storages.of(tenantId, upload.storageSystemId);
    const file = await joinChunks(place.storage, tenantId, upload);
    tell('uploaded', 100, 'All of the file has arrived.');
    await storeSlate(this.#parts, {
      ...{ tenantId, channelId, filename, sizeBytes, http, file, place, signal, tell },
      profile: encodingProfile.parse(upload.profile),
      channelType: channelTypes.find((type) => type === upload.channelType) ?? 'hls-live',
      register: (source) => this.#parts.uploads.finish(tenantId, id, source),
    });
    await this.#clear(tenantId, upload);
  }

  async #fail(
    tenantId: string,
    upload: StoredUpload,
    { error, tell }: { readonly error: unknown; readonly tell: TellUpload },
  ): Promise<void> {
    const { uploads, events } = this.#parts;
    const { id } = upload;
    // Whole again in the state `receiving`: the next chunk, or the next question, tries it again.
    const lost = error instanceof LostChunks ? error.chunks : [];
    if (!isFinal(error)) await uploads.reopen(tenantId, id, lost);
    if (error instanceof LostChunks || this.#stopping.signal.aborted) return;
    tellFault(tell, error);
    if (!(error instanceof DomainError)) events.uploadFailed(tenantId, error);
    if (!isFinal(error)) return;
    await uploads.fail(tenantId, id, error.code);
    await this.#clear(tenantId, upload);
  }

  async #clear(tenantId: string, { id, storageSystemId }: StoredUpload): Promise<void> {
    const { storages, events } = this.#parts;
    try {
      const { storage } = await storages.of(tenantId, storageSystemId);
      await storage.removeFolder(uploadFolder(tenantId, id));
    } catch (error) {
      // The worker's purge of stale uploads tries again.
      events.uploadFailed(tenantId, error);
    }
  }
}
