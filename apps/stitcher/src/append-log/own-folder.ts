/** The folder that a process writes to; a new one under another writer id when another process has adopted it. */
import { join } from 'node:path';
import { newId } from '@interlude/runtime';
import { claimWriterFolder, type HeldFolder } from './held-folder.ts';

export class OwnFolder {
  readonly #root: string;
  #writer: string;
  #held: HeldFolder | undefined;
  #confirming: Promise<void> | undefined;

  constructor(root: string, writer: string) {
    this.#root = root;
    this.#writer = writer;
  }

  get writer(): string {
    return this.#writer;
  }

  get path(): string {
    return join(this.#root, this.#writer);
  }

  /**
   * To be called before each write. While this process was silent another one may have adopted the folder: then
   * `writer` has changed, and open files belong to the other process. Rejects when the disk refuses.
   */
  confirm(): Promise<void> {
    this.#confirming ??= this.#confirm().finally(() => {
      this.#confirming = undefined;
    });
    return this.#confirming;
  }

  async #confirm(): Promise<void> {
    if (this.#held && !(await this.#held.confirm())) {
      this.#held = undefined;
      this.#writer = newId();
    }
    this.#held ??= await claimWriterFolder(this.#root, this.#writer);
  }

  async release(): Promise<void> {
    await this.#held?.release();
    this.#held = undefined;
  }

  async remove(): Promise<void> {
    await this.#held?.remove();
    this.#held = undefined;
  }
}
