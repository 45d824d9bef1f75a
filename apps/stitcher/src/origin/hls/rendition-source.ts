/** One media playlist of a source: its last good answer and the window built of all of them. */
import type { DomainError } from '@interlude/contract';
import { type MediaPlaylist, parseMediaPlaylist } from '@interlude/hls';
import type { Clock, Egress } from '@interlude/runtime';
import {
  extendWindow,
  hasCueTags,
  type SourceWindow,
  type SuppressedTags,
  substituteVariables,
  type Variables,
} from '@interlude/stitching';
import { asDomainError } from '../open-within.ts';
import { fetchManifest, type ManifestAnswer, parsedWithin } from './fetch-manifest.ts';
import type { WindowSettings } from './rendition-settings.ts';

export interface RenditionSourceOptions extends WindowSettings {
  readonly renditionId: string;
  readonly url: string;
  readonly egress: Pick<Egress, 'request'>;
  readonly clock: Clock;
  readonly suppressed: SuppressedTags;
  /** EXT-X-DEFINE of the multivariant playlist. */
  readonly imports?: Variables | undefined;
}

export class RenditionSource {
  readonly renditionId: string;
  /** Moves when the multivariant playlist was read again and names another address. */
  url: string;
  readonly #options: RenditionSourceOptions;
  #answer: ManifestAnswer | undefined;
  #playlist: MediaPlaylist | undefined;
  #window: SourceWindow | undefined;
  #isNew = false;
  #hasCues = false;
  #error: DomainError | undefined;
  #failures = 0;
  #goodAtMs: number | undefined;

  constructor(options: RenditionSourceOptions) {
    this.renditionId = options.renditionId;
    this.url = options.url;
    this.#options = options;
  }

  /** Undefined until the first good answer. */
  get window(): SourceWindow | undefined {
    return this.#window;
  }

  /** The last good playlist. */
  get playlist(): MediaPlaylist | undefined {
    return this.#playlist;
  }

  /** Of the last good playlist, after redirects. */
  get baseUrl(): string | undefined {
    return this.#answer?.url;
  }

  /** One of its playlists has carried markers of breaks. */
  get hasCues(): boolean {
    return this.#hasCues;
  }

  /** Seconds: the newest segment's; 0 when there is none. */
  get lastSegment(): number {
    return this.#playlist?.segments.at(-1)?.durationSeconds ?? 0;
  }

  /** Of the last poll; undefined when it was good. */
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

  /** Reads the playlist; the window changes only with `apply`. Never rejects. */
  async poll(): Promise<void> {
    const { egress } = this.#options;
    if (this.#isStillGood()) {
      return;
    }
    try {
      const known = this.#answer;
      const { url } = this;
      const answer = await fetchManifest(egress, { url, kind: 'media', known });
      if (answer !== known) {
        const host = new URL(this.url).host;
        const { imports } = this.#options;
        const { text } = substituteVariables(answer.text, { url: answer.url, imports });
        const { playlist } = parsedWithin(host, () => parseMediaPlaylist(text));
        this.#playlist = playlist;
        this.#answer = answer;
        this.#isNew = true;
      }
      this.#goodAtMs = this.#options.clock.now();
      this.#error = undefined;
      this.#failures = 0;
    } catch (error) {
      this.#error = asDomainError(error, this.url);
      this.#failures += 1;
    }
  }

  /** `cacheList` says that the last answer may be kept. */
  #isStillGood(): boolean {
    const keptMs = this.#options.cachedMs(this.url);
    const ageMs = this.#options.clock.now() - (this.#goodAtMs ?? Number.NEGATIVE_INFINITY);
    return keptMs > 0 && ageMs < keptMs;
  }

  /**
   * Takes the polled playlist into the window; true when that changed it.
   * @param others of the reference: the windows of all others
   */
  apply(reference: SourceWindow | undefined, others?: readonly SourceWindow[]): boolean {
    const { renditionId, clock, suppressed, keptMs, isPassedTag } = this.#options;
    if (!this.#isNew || !this.#playlist || !this.#answer) {
      return false;
    }
    this.#isNew = false;
    this.#hasCues ||= hasCueTags(this.#playlist);
    const before = this.#window;
    this.#window = extendWindow(before, this.#playlist, {
      renditionId,
      baseUrl: this.#answer.url,
      nowMs: clock.now(),
      reference,
      others,
      suppressed,
      keptMs,
      isPassedTag,
    });
    // A restart that the reference has not seen yet is taken when it has, also when nothing newer is listed by then.
    this.#isNew = this.#window === before && reference !== undefined;
    return this.#window !== before;
  }
}
