/** The lab's media: which are ready, where they are stored, and the progress of the others. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { domainError } from '@interlude/contract/errors';
import {
  type Container,
  type EncodedMedia,
  readEncodedMedia,
  segmentPath,
} from '@interlude/media-engine';
import type { Logger } from '@interlude/runtime';
import { type LabMedia, labMedia } from './catalogue.ts';
import type { PrepareInput, PrepareMessage } from './prepare-messages.ts';

export interface MediaStatus {
  readonly id: string;
  readonly title: string;
  readonly kind: LabMedia['kind'];
  readonly state: 'waiting' | 'encoding' | 'ready' | 'failed';
  readonly percent: number;
  readonly reason?: string;
}

export interface LibraryStatus {
  readonly state: 'preparing' | 'ready' | 'failed';
  /** Share of all frames that are encoded. */
  readonly percent: number;
  /** One sentence for a person. */
  readonly message: string;
  readonly engine?: string;
  /** True when the live channel can be played. */
  readonly isChannelReady: boolean;
  /** True when the ad server has at least one creative. */
  readonly areAdsReady: boolean;
  readonly media: readonly MediaStatus[];
}

export interface ReadyMedia {
  readonly media: LabMedia;
  readonly encoded: EncodedMedia;
  readonly folder: string;
}

const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './prepare-thread.ts' : './prepare-thread.js',
  import.meta.url,
);
/** Milliseconds that a stopping lab waits for its thread to end the encoder. */
const STOP_WAIT_MS = 4_000;

export class MediaLibrary {
  readonly #ready = new Map<string, ReadyMedia>();
  readonly #states = new Map<string, MediaStatus>();
  readonly #input: PrepareInput;
  readonly #logger: Logger;
  #engine: string | undefined;
  #missing: string | undefined;
  #thread: Worker | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(input: PrepareInput, logger: Logger) {
    this.#input = input;
    this.#logger = logger;
    for (const { id, title, kind } of labMedia) {
      this.#states.set(id, { id, title, kind, state: 'waiting', percent: 0 });
    }
  }

  /** Starts the preparation in the background. */
  start(): void {
    const thread = new Worker(threadFile, { workerData: this.#input });
    this.#thread = thread;
    // Messages are taken one after the other: "ready" reads a file, the next must not overtake it.
    let queue = Promise.resolve();
    thread.on('message', (message: PrepareMessage) => {
      queue = queue.then(() => this.#take(message)).catch((error: unknown) => this.#fail(error));
    });
    thread.on('error', (error) => this.#fail(error));
    this.#ended = new Promise((resolve) => thread.once('exit', () => resolve(queue)));
  }

  async stop(): Promise<void> {
    const thread = this.#thread;
    if (thread === undefined) return;
    thread.postMessage('stop');
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_WAIT_MS);
    });
    await Promise.race([this.#ended, patience]);
    clearTimeout(timer);
    await thread.terminate();
  }

  /** Resolves when the preparation of media has ended. */
  whenIdle(): Promise<void> {
    return this.#ended;
  }

  find(id: string): ReadyMedia | undefined {
    return this.#ready.get(id);
  }

  /** @throws {DomainError} MEDIA_NOT_READY, ENCODER_MISSING */
  load(id: string): ReadyMedia {
    const found = this.#ready.get(id);
    if (found !== undefined) return found;
    if (this.#missing !== undefined)
      throw domainError('ENCODER_MISSING', { reason: this.#missing });
    const media = this.#states.get(id)?.title ?? id;
    throw domainError('MEDIA_NOT_READY', { media, percent: this.status().percent });
  }

  /** Undefined when there is no such segment. */
  async readSegment(
    ready: ReadyMedia,
    container: Container,
    rendition: string,
    index: number,
  ): Promise<Buffer | undefined> {
    const isKnown =
      ready.encoded.containers.includes(container) &&
      ready.encoded.renditions.some((each) => each.name === rendition) &&
      index >= 0 &&
      index < ready.encoded.segmentSeconds.length;
    if (!isKnown) return undefined;
    return readFile(join(ready.folder, segmentPath(container, rendition, index)));
  }

  /** Reads a file of a ready media; `path` comes from our own tables, never from a request. */
  readFile(ready: ReadyMedia, path: string): Promise<Buffer> {
    return readFile(join(ready.folder, path));
  }

  status(): LibraryStatus {
    const media = [...this.#states.values()];
    const frames = labMedia.reduce((sum, each) => sum + each.frameCount, 0);
    const done = labMedia.reduce(
      (sum, each) => sum + (each.frameCount * (this.#states.get(each.id)?.percent ?? 0)) / 100,
      0,
    );
    const percent = Math.floor((done * 100) / frames);
    const failed = media.filter((each) => each.state === 'failed');
    const isReady = media.every((each) => each.state === 'ready');
    const state = isReady ? 'ready' : this.#missing || failed.length > 0 ? 'failed' : 'preparing';
    return {
      state,
      percent,
      message: this.#sentence(state, percent, media),
      ...(this.#engine !== undefined && { engine: this.#engine }),
      isChannelReady: this.#ready.has('content'),
      areAdsReady: media.some((each) => each.kind === 'creative' && each.state === 'ready'),
      media,
    };
  }

  #sentence(state: string, percent: number, media: readonly MediaStatus[]): string {
    if (state === 'ready') return 'All media are ready.';
    if (this.#missing !== undefined) return this.#missing;
    const failed = media.find((each) => each.state === 'failed');
    if (failed !== undefined) return `${failed.title} could not be made: ${failed.reason ?? ''}`;
    const now = media.find((each) => each.state === 'encoding');
    return now === undefined
      ? 'Looking for what is there.'
      : `Making ${now.title}: ${now.percent} %, ${percent} % of everything. This happens once.`;
  }

  async #take(message: PrepareMessage): Promise<void> {
    switch (message.type) {
      case 'engine':
        this.#engine = `${message.engine} ${message.version}`;
        this.#logger.info({ engine: this.#engine }, 'making the media of the lab once');
        return;
      case 'missing':
        this.#missing = message.sentence;
        this.#logger.warn({ reason: message.sentence }, 'the lab has no media: no encoder');
        return;
      case 'progress':
        this.#set(message.id, { state: 'encoding', percent: message.percent });
        return;
      case 'ready':
        return this.#add(message.id, message.folder, message.seconds);
      case 'failed':
        this.#set(message.id, { state: 'failed', percent: 0, reason: message.reason });
        this.#logger.error(
          { media: message.id, reason: message.reason },
          'media of the lab failed',
        );
    }
  }

  async #add(id: string, name: string, seconds: number): Promise<void> {
    const media = labMedia.find((each) => each.id === id);
    const folder = join(this.#input.folder, name);
    const encoded = await readEncodedMedia(folder);
    if (media === undefined || encoded === undefined) return;
    this.#ready.set(id, { media, encoded, folder });
    this.#set(id, { state: 'ready', percent: 100 });
    const { percent } = this.status();
    if (seconds > 0) this.#logger.info({ media: id, seconds, percent }, 'media of the lab ready');
    else this.#logger.debug({ media: id }, 'media of the lab found');
  }

  #set(id: string, change: Pick<MediaStatus, 'state' | 'percent' | 'reason'>): void {
    const before = this.#states.get(id);
    if (before !== undefined) this.#states.set(id, { ...before, ...change });
  }

  #fail(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#logger.error({ error }, 'the preparation of the lab ended by an error');
    for (const [id, status] of this.#states) {
      if (status.state !== 'ready') this.#set(id, { state: 'failed', percent: 0, reason });
    }
  }
}
