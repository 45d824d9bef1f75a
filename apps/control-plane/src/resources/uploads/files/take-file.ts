/**
 * Receives an uploaded file: checks its first bytes, counts its size, has it scanned and writes it to the storage, all
 * in one pass. The end of the stream waits for the verdict of the scanner, and storages write whole objects or nothing:
 * a refused, infected or truncated file leaves nothing.
 */
import { PassThrough, Readable } from 'node:stream';
import { type DomainError, domainError } from '@interlude/contract/errors';
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
  /** The key of the object, by the container that was found. */
  readonly keyOf: (container: FileContainer) => string;
  readonly accepted: readonly FileContainer[];
  /** A larger file fails with `tooLarge()`. */
  readonly maxBytes: number;
  readonly tooLarge: () => DomainError;
  readonly scanner: Scanner;
  readonly signal: AbortSignal;
  /** Called with the number of bytes received so far; throws when no more are accepted. */
  readonly admit?: ((bytes: number) => Promise<void>) | undefined;
  /** Bytes received so far. */
  readonly onProgress?: (bytes: number) => void;
  /** All bytes are received; the verdict of the scanner is pending. */
  readonly onScanning?: () => void;
}

export interface TakenFile {
  readonly container: FileContainer;
  readonly key: string;
  readonly sizeBytes: number;
  readonly scan: ScanResult['verdict'];
}

type Bytes = AsyncIterator<Buffer, unknown>;

/** The first bytes: at least `headBytes`, unless the file is shorter. */
async function readHead(source: Bytes): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < headBytes) {
    const { value, done } = await source.next();
    if (done === true) return head;
    head = Buffer.concat([head, value]);
  }
  return head;
}

/** A copy of the bytes for the scanner, with its backpressure. */
class ScanCopy {
  readonly #copy = new PassThrough();
  readonly #verdict: Promise<ScanResult>;
  #settled = false;
  #resume: () => void = () => undefined;

  constructor(scanner: Scanner, signal: AbortSignal) {
    const resume = () => this.#resume();
    this.#copy.on('drain', resume).on('close', resume).on('error', resume);
    this.#verdict = scanner.scan(this.#copy, signal).finally(() => {
      this.#settled = true;
      resume();
    });
    this.#verdict.catch(() => undefined);
  }

  async write(chunk: Buffer): Promise<void> {
    if (this.#settled) await this.#judge();
    if (this.#copy.destroyed || this.#copy.write(chunk)) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
  }

  async end(): Promise<ScanResult['verdict']> {
    this.#copy.end();
    return this.#judge();
  }

  /** With an error: the scanner would wait for the rest of a file that was refused. */
  stop(): void {
    this.#copy.destroy(new Error('the file was given up'));
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
  /** The cause of a failure: storages report a broken stream as an error of their own. */
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
    await this.#options.admit?.(this.sizeBytes);
    await this.#copy?.write(chunk);
    this.#options.onProgress?.(this.sizeBytes);
  }
}

/**
 * @throws {DomainError} UPLOAD_TYPE_UNSUPPORTED, UPLOAD_INFECTED, SCANNER_UNAVAILABLE, STORAGE_FAILED, STORAGE_FULL,
 * the error of `tooLarge`; the reason of the signal; the error of the stream
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
