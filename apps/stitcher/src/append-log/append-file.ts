/**
 * A file that is only appended to: bytes are on the disk (write(2), so that they outlive a killed process) before they
 * are acknowledged, and what a refused write has torn is cut off again. The spool of events and the beacon journal are
 * built on it, and define what they write and what a refusal means.
 */
import type { FileHandle } from 'node:fs/promises';

export type AppendHandle = Pick<FileHandle, 'write' | 'truncate' | 'datasync' | 'close'>;

export class AppendFile {
  /** Epoch ms. */
  readonly openedAtMs: number;
  readonly #handle: AppendHandle;
  #bytes = 0;
  #isTorn = false;

  /** @param handle of a new file, open for writing */
  constructor(handle: AppendHandle, openedAtMs: number) {
    this.#handle = handle;
    this.openedAtMs = openedAtMs;
  }

  /** Bytes of all whole writes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A torn write could not be cut off: later bytes would be unreadable, so nothing may be appended. */
  get isTorn(): boolean {
    return this.#isTorn;
  }

  /** Appends bytes, one call at a time. Rejects when the disk refuses; the file then ends with the write before. */
  async append(bytes: Uint8Array): Promise<void> {
    try {
      let offset = 0;
      while (offset < bytes.length) {
        const left = bytes.length - offset;
        const at = this.#bytes + offset;
        const { bytesWritten } = await this.#handle.write(bytes, offset, left, at);
        offset += bytesWritten;
      }
    } catch (error) {
      await this.#handle.truncate(this.#bytes).catch(() => {
        this.#isTorn = true;
      });
      throw error;
    }
    this.#bytes += bytes.length;
  }

  /** Resolves when all whole writes are on the medium. Rejects when the disk refuses. */
  async sync(): Promise<void> {
    await this.#handle.datasync();
  }

  /** @param isSynced the bytes are on the medium, not only in the system's cache */
  async close({ isSynced }: { readonly isSynced: boolean }): Promise<void> {
    if (isSynced) {
      await this.#handle.datasync().finally(() => this.#handle.close());
    } else {
      await this.#handle.close();
    }
  }
}
