/** One media playlist of a source: its last good answer and the window built of all of them. */
import type { DomainError } from '@interlude/contract/errors';
import type { MediaPlaylist } from '@interlude/hls';
import {
  budgetLimits,
  type Clock,
  type DocumentSize,
  type Egress,
  isTooLarge,
  keptBytes,
  type SourceBudget,
} from '@interlude/runtime';
import {
  hasCueTags,
  restoreWindow,
  type SourceWindow,
  type SuppressedTags,
  type Variables,
  type WindowOptions,
  windowSteps,
} from '@interlude/stitching';
import { asDomainError } from '../open-within.ts';
import type { ManifestAnswer } from './fetch-manifest.ts';
import { playlistPart, type RequestedPlaylist, requestPlaylist } from './read-playlist.ts';
import type { WindowSettings } from './rendition-settings.ts';
import type { StoredRendition } from './stored-hls.ts';

export interface RenditionSourceOptions extends WindowSettings {
  readonly renditionId: string;
  readonly url: string;
  readonly egress: Pick<Egress, 'request'>;
  readonly budget: SourceBudget;
  readonly clock: Clock;
  readonly suppressed: SuppressedTags;
  /** EXT-X-DEFINE of the multivariant playlist. */
  readonly imports?: Variables | undefined;
  /** Stored window that the first good playlist extends; left out: the window begins with that playlist. */
  readonly stored?: StoredRendition | undefined;
}

/** Memory of a window, bytes: segments stay in it longer than in the playlist, and are printed with whole addresses. */
function bytesOfWindow({ segments }: SourceWindow, { url }: ManifestAnswer): number {
  const lines = segments.reduce((sum, { segment }) => sum + segment.text.length, 0);
  return keptBytes({ bytes: lines + segments.length * url.length, entries: segments.length });
}

export class RenditionSource {
  readonly renditionId: string;
  /** Moves when the multivariant playlist was read again and names another address. */
  url: string;
  readonly #options: RenditionSourceOptions;
  /** Name of the part that the window takes of the memory of the source. */
  readonly #windowPart: string;
  #answer: ManifestAnswer | undefined;
  #playlist: MediaPlaylist | undefined;
  #window: SourceWindow | undefined;
  /** Window of the last playlist, which `apply` shows, or why none could be made. */
  #next: { readonly window: SourceWindow } | { readonly broken: unknown } | undefined;
  #isNew = false;
  /**
   * Reference window with which the last playlist left this window unchanged. A restart waits for the reference: the
   * playlist is tried again when that has another window.
   */
  #waitedFor: SourceWindow | undefined;
  /** Epoch ms until which a playlist that was too large is not requested again. */
  #refusedUntilMs = Number.NEGATIVE_INFINITY;
  #stored: StoredRendition | undefined;
  #hasCues: boolean;
  #error: DomainError | undefined;
  #failures = 0;
  #goodAtMs: number | undefined;

  constructor(options: RenditionSourceOptions) {
    this.renditionId = options.renditionId;
    this.url = options.url;
    this.#options = options;
    this.#stored = options.stored;
    this.#hasCues = options.stored?.hasCues ?? false;
    this.#windowPart = `${options.renditionId} window`;
  }

  /** Undefined until the first good answer. */
  get window(): SourceWindow | undefined {
    return this.#window;
  }

  /** The window as it will be after `apply`. */
  get nextWindow(): SourceWindow | undefined {
    return this.#next && 'window' in this.#next ? this.#next.window : this.#window;
  }

  /** Its last playlist could not be made a window. */
  get isBroken(): boolean {
    return this.#next !== undefined && 'broken' in this.#next;
  }

  /** Size of the last good playlist. */
  get size(): DocumentSize {
    return this.#answer?.size ?? { bytes: 0, entries: 0, tagLines: 0 };
  }

  /** The last good playlist. */
  get playlist(): MediaPlaylist | undefined {
    return this.#playlist;
  }

  /** Address of the last good playlist, after redirects. */
  get baseUrl(): string | undefined {
    return this.#answer?.url;
  }

  /** One of its playlists has carried markers of breaks. */
  get hasCues(): boolean {
    return this.#hasCues;
  }

  /** Duration of the newest segment, seconds; 0 when there is none. */
  get lastSegment(): number {
    return this.#playlist?.segments.at(-1)?.durationSeconds ?? 0;
  }

  /** Error of the last poll; undefined when it was good. */
  get error(): DomainError | undefined {
    return this.#error;
  }

  /** Polls in a row that failed. */
  get failures(): number {
    return this.#failures;
  }

  /** Epoch ms of the last good answer. */
  get goodAtMs(): number | undefined {
    return this.#goodAtMs;
  }

  /**
   * Requests the playlist; nothing changes before `take`. Never rejects.
   * @param url its present address
   * @returns undefined when it need not be requested
   */
  async request(url = this.url): Promise<RequestedPlaylist | undefined> {
    const { egress, budget, imports } = this.#options;
    if (this.#isStillGood(url) || this.#isRefused()) {
      return undefined;
    }
    const place = { renditionId: this.renditionId, url, imports };
    return requestPlaylist(egress, budget, place, this.#answer);
  }

  /** Takes the result of a request; the window changes only with `apply`. */
  take({ url, read, error }: RequestedPlaylist): void {
    this.url = url;
    if (read) {
      this.#answer = read.answer;
      this.#playlist = read.playlist;
      this.#isNew = true;
    }
    if (error) {
      this.#fail(error);
      return;
    }
    this.#goodAtMs = this.#options.clock.now();
    this.#error = undefined;
    this.#failures = 0;
  }

  /** The state that was taken last, for a stitcher that begins with it. */
  get taken(): RequestedPlaylist {
    const { renditionId, url } = this;
    const answer = this.#answer;
    const playlist = this.#playlist;
    return {
      renditionId,
      url,
      read: answer && playlist && { answer, playlist },
      error: this.#error,
    };
  }

  #fail(error: unknown): void {
    this.#error = asDomainError(error, this.url);
    this.#failures += 1;
    if (isTooLarge(this.#error)) {
      this.#refusedUntilMs = this.#options.clock.now() + budgetLimits.tooLargeForMs;
    }
  }

  /** Releases the memory of a rendition that is no longer read. */
  forget(): void {
    const { memory } = this.#options.budget;
    memory.keep(playlistPart(this.renditionId), 0);
    memory.keep(this.#windowPart, 0);
  }

  /** It was too large a moment ago. */
  #isRefused(): boolean {
    return this.#options.clock.now() < this.#refusedUntilMs;
  }

  /** By `cacheList` the last answer may still be used. */
  #isStillGood(url: string): boolean {
    const keptMs = this.#options.cachedMs(url);
    const ageMs = this.#options.clock.now() - (this.#goodAtMs ?? Number.NEGATIVE_INFINITY);
    return keptMs > 0 && ageMs < keptMs;
  }

  /**
   * Extends the window by the playlist that was taken, in turns with other work. Never rejects.
   * @param nowMs when it was requested, epoch ms
   * @param others windows of all other renditions; only of the reference
   * @returns the extended window: the other renditions follow that of the reference
   */
  async prepare(
    nowMs: number,
    reference: SourceWindow | undefined,
    others?: readonly SourceWindow[],
  ): Promise<SourceWindow | undefined> {
    const { budget } = this.#options;
    const playlist = this.#playlist;
    const answer = this.#answer;
    const isDue = this.#isNew || (this.#waitedFor && this.#waitedFor !== reference);
    if (!isDue || !playlist || !answer || this.#isRefused()) {
      return this.nextWindow;
    }
    this.#isNew = false;
    this.#waitedFor = undefined;
    const followed = { nowMs, reference, others };
    let before: SourceWindow | undefined;
    let window: SourceWindow;
    try {
      before = this.nextWindow ?? (await this.#restored());
      window = await budget.steps(answer.size, this.#extended(before, playlist, answer, followed));
    } catch (broken) {
      this.#next = { broken };
      return this.nextWindow;
    }
    try {
      budget.memory.keep(this.#windowPart, bytesOfWindow(window, answer));
    } catch (error) {
      this.#fail(error);
      // Tried again when memory is free.
      this.#isNew = true;
      return this.nextWindow;
    }
    if (window === before) {
      this.#waitedFor = reference;
    }
    this.#next = { window };
    return window;
  }

  /** Restores the window of the snapshot, once. */
  async #restored(): Promise<SourceWindow | undefined> {
    const { budget, suppressed, isPassedTag } = this.#options;
    const stored = this.#stored;
    this.#stored = undefined;
    return (
      stored &&
      budget.work({ bytes: 0, entries: stored.window.places.length }, () =>
        restoreWindow(stored.window, { suppressed, isPassedTag }),
      )
    );
  }

  *#extended(
    before: SourceWindow | undefined,
    playlist: MediaPlaylist,
    answer: ManifestAnswer,
    followed: Pick<WindowOptions, 'nowMs' | 'reference' | 'others'>,
  ): Generator<void, SourceWindow> {
    const { renditionId, suppressed, keptMs, isPassedTag } = this.#options;
    this.#hasCues ||= hasCueTags(playlist);
    yield;
    return yield* windowSteps(before, playlist, {
      renditionId,
      baseUrl: answer.url,
      ...followed,
      suppressed,
      keptMs,
      isPassedTag,
    });
  }

  /**
   * Shows the prepared window to outputs; true when it is another.
   * @throws why it could not be made
   */
  apply(): boolean {
    const next = this.#next;
    this.#next = undefined;
    if (!next) {
      return false;
    }
    if ('broken' in next) {
      throw next.broken;
    }
    const before = this.#window;
    this.#window = next.window;
    return next.window !== before;
  }
}
