/**
 * Takes a file that somebody sends: looks at its first bytes, counts all of them, has them scanned, and writes them
 * to the storage, in one go. The last bytes are held back until the scanner has spoken, and storages write
 * whole objects or nothing: a file that is refused, infected or cut off leaves nothing.
 */
import { PassThrough, Readable } from 'node:stream';
import { type DomainError, domainError } from '@interlude/contract';
import type { ObjectStorage } from '@interlude/object-storage';
import type { Scanner, ScanResult } from '@interlude/runtime';
import {
  containerContentTypes,
  containerOf,
  type FileContainer,
  headBytes,
} from './file-container.ts';

export interface IntakeOptions {
  readonly storage: Pick<ObjectStorage, 'put'>;
  /** The name of the object, once it is known what it is. */
  readonly keyOf: (container: FileContainer) => string;
  readonly accepted: readonly FileContainer[];
  /** A file with more bytes fails with what this makes. */
  readonly maxBytes: number;
  readonly tooLarge: () => DomainError;
  readonly scanner: Scanner;
  readonly signal: AbortSignal;
  /** So many bytes are through. */
  readonly onProgress?: (bytes: number) => void;
  /** All bytes are through, and the scanner is waited for. */
  readonly onScanning?: () => void;
}

export interface TakenFile {
  readonly container: FileContainer;
  readonly key: string;
  readonly sizeBytes: number;
  readonly scan: ScanResult['verdict'];
}

type Bytes = AsyncIterator<Buffer, unknown>;

/** At least `headBytes`, unless there are fewer. */
async function readHead(source: Bytes): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < headBytes) {
    const { value, done } = await source.next();
    if (done === true) return head;
    head = Buffer.concat([head, value]);
  }
  return head;
}

/** A copy of the bytes goes to the scanner as fast as it takes them. */
class ScanCopy {
  readonly #copy = new PassThrough();
  readonly #verdict: Promise<ScanResult>;
  #settled = false;
  #goOn: () => void = () => undefined;

  constructor(scanner: Scanner, signal: AbortSignal) {
    const goOn = () => this.#goOn();
    this.#copy.on('drain', goOn).on('close', goOn).on('error', goOn);
    this.#verdict = scanner.scan(this.#copy, signal).finally(() => {
      this.#settled = true;
      goOn();
    });
    this.#verdict.catch(() => undefined);
  }

  async write(chunk: Buffer): Promise<void> {
    if (this.#settled) await this.#judge();
    if (this.#copy.destroyed || this.#copy.write(chunk)) return;
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
  }

  async end(): Promise<ScanResult['verdict']> {
    this.#copy.end();
    return this.#judge();
  }

  stop(): void {
    this.#copy.destroy();
  }

  async #judge(): Promise<ScanResult['verdict']> {
    const { verdict, signature = 'unnamed' } = await this.#verdict;
    if (verdict === 'infected') throw domainError('UPLOAD_INFECTED', { signature });
    return verdict;
  }
}

class Intake {
  readonly #options: IntakeOptions;
  readonly #copy: ScanCopy | undefined;
  sizeBytes = 0;
  scan: ScanResult['verdict'] = 'unscanned';
  /** Why it failed: storages tell their own story of a stream that breaks. */
  fault: unknown;

  constructor(options: IntakeOptions) {
    const { scanner, signal } = options;
    this.#options = options;
    this.#copy = scanner.isConfigured ? new ScanCopy(scanner, signal) : undefined;
  }

  async *through(head: Buffer, rest: Bytes): AsyncGenerator<Buffer> {
    try {
      for (let chunk: Buffer | undefined = head; chunk !== undefined; ) {
        await this.#take(chunk);
        yield chunk;
        const next = await rest.next();
        chunk = next.done === true ? undefined : next.value;
      }
      this.#options.onScanning?.();
      if (this.#copy !== undefined) this.scan = await this.#copy.end();
    } catch (error) {
      this.fault = error;
      throw error;
    } finally {
      this.#copy?.stop();
    }
  }

  async #take(chunk: Buffer): Promise<void> {
    this.sizeBytes += chunk.length;
    if (this.sizeBytes > this.#options.maxBytes) throw this.#options.tooLarge();
    await this.#copy?.write(chunk);
    this.#options.onProgress?.(this.sizeBytes);
  }
}

/**
 * @throws {DomainError} UPLOAD_TYPE_UNSUPPORTED, UPLOAD_INFECTED, SCANNER_UNAVAILABLE, STORAGE_FAILED, STORAGE_FULL,
 * what `tooLarge` makes; the signal's reason; what the stream fails with
 */
export async function takeFile(source: Readable, options: IntakeOptions): Promise<TakenFile> {
  const { accepted, storage, keyOf, signal } = options;
  const bytes: Bytes = source[Symbol.asyncIterator]();
  try {
    const head = await readHead(bytes);
    const container = containerOf(head);
    if (container === undefined || !accepted.includes(container)) {
      throw domainError('UPLOAD_TYPE_UNSUPPORTED', { accepted: accepted.join(' and ') });
    }
    const intake = new Intake(options);
    const key = keyOf(container);
    const body = Readable.from(intake.through(head, bytes), { objectMode: false });
    try {
      await storage.put(key, body, { contentType: containerContentTypes[container], signal });
    } catch (error) {
      throw intake.fault ?? error;
    } finally {
      body.destroy();
    }
    return { container, key, sizeBytes: intake.sizeBytes, scan: intake.scan };
  } finally {
    source.destroy();
  }
}
