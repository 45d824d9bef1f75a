/**
 * Cache of package files from remote storages: each is read once for many viewers, and at the storage's pace, so that
 * slow players do not hold its connections. A package never changes, so a kept file is valid as long as its storage has
 * it.
 */
import { buffer } from 'node:stream/consumers';
import type { ObjectStorage, StoredObject } from '@interlude/object-storage';
import type { Clock } from '@interlude/runtime';
import { mediaLimits } from './media-limits.ts';

export interface KeptFile {
  readonly object: StoredObject;
  readonly bytes: Buffer;
}

interface Entry extends KeptFile {
  readonly untilMs: number;
}

export class RemoteFiles {
  readonly #clock: Clock;
  /** Least recently requested first. */
  readonly #kept = new Map<string, Entry>();
  readonly #reading = new Map<string, Promise<KeptFile | undefined>>();
  #keptBytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The whole file; undefined when there is none, or when it is too large to be kept.
   * @throws {DomainError} STORAGE_FAILED
   */
  async find(storage: ObjectStorage, name: string, key: string): Promise<KeptFile | undefined> {
    const known = this.#kept.get(name);
    if (known !== undefined && known.untilMs > this.#clock.now()) {
      this.#kept.delete(name);
      this.#kept.set(name, known);
      return known;
    }
    const underWay = this.#reading.get(name);
    if (underWay !== undefined) {
      return underWay;
    }
    const reading = this.#read(storage, name, key).finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    return reading;
  }

  async #read(storage: ObjectStorage, name: string, key: string): Promise<KeptFile | undefined> {
    const object = await storage.stat(key);
    if (object === undefined || object.sizeBytes > mediaLimits.keptFileBytes) {
      return undefined;
    }
    const { body } = await storage.read(key);
    const file = { object, bytes: await buffer(body) };
    this.#keep(name, file);
    return file;
  }

  #keep(name: string, file: KeptFile): void {
    this.#drop(name);
    this.#kept.set(name, { ...file, untilMs: this.#clock.now() + mediaLimits.keepFileMs });
    this.#keptBytes += file.bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= mediaLimits.keptBytes) {
        return;
      }
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#keptBytes -= this.#kept.get(name)?.bytes.length ?? 0;
    this.#kept.delete(name);
  }
}
