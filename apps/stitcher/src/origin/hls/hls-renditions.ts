/** The renditions of an HLS source that are read, the reference first. */
import { budgetLimits, eachOf } from '@interlude/runtime';
import type { SourceWindow } from '@interlude/stitching';
import type { RequestedPlaylist } from './read-playlist.ts';
import type { RenditionSource } from './rendition-source.ts';

export class HlsRenditions {
  #all: readonly RenditionSource[] = [];

  get all(): readonly RenditionSource[] {
    return this.#all;
  }

  get reference(): RenditionSource | undefined {
    return this.#all[0];
  }

  find(renditionId: string): RenditionSource | undefined {
    return this.#all.find((one) => one.renditionId === renditionId);
  }

  add(rendition: RenditionSource): void {
    this.#all = [...this.#all, rendition];
  }

  /** Keeps these renditions, in this order; all others are no longer read, and their memory is released. */
  keep(renditionIds: readonly string[]): void {
    const kept = renditionIds.flatMap((renditionId) => this.find(renditionId) ?? []);
    for (const one of this.#all.filter((each) => !kept.includes(each))) {
      one.forget();
    }
    this.#all = kept;
  }

  clear(): void {
    this.#all = [];
  }

  /** The rendition whose cues are read: the first that has shown any, else the first; none that fails. */
  leadOf(windowOf: (one: RenditionSource) => SourceWindow | undefined) {
    const good = this.#all.filter((one) => !one.error && windowOf(one));
    return good.find(({ hasCues }) => hasCues) ?? good[0] ?? this.reference;
  }

  /** Greatest target duration of all renditions, seconds. */
  get targetDuration(): number {
    return Math.max(1, ...this.#all.map(({ window }) => window?.targetDuration ?? 1));
  }

  /** Seconds: the shortest among the newest segments of all renditions, after which the next one is due. */
  get lastSegment(): number {
    return Math.min(...this.#all.map(({ lastSegment }) => lastSegment || Infinity));
  }

  get error() {
    return this.#all.find(({ error }) => error)?.error;
  }

  /**
   * Requests all renditions, several at a time.
   * @param added renditions that are not part of these yet
   * @param urlOf present address of a rendition; undefined: it is unchanged
   * @param isEnough true for a result after which no other rendition is requested
   */
  async request(
    added: readonly RenditionSource[],
    urlOf: (renditionId: string) => string | undefined,
    isEnough: (requested: RequestedPlaylist) => boolean,
  ): Promise<RequestedPlaylist[]> {
    const sources = [...this.#all, ...added];
    const requested = new Map<string, RequestedPlaylist>();
    await eachOf(sources, budgetLimits.renditionsAtOnce, async (rendition) => {
      const { renditionId } = rendition;
      const isOver = [...requested.values()].some(isEnough);
      const one = isOver ? undefined : await rendition.request(urlOf(renditionId));
      if (one) {
        requested.set(renditionId, one);
      }
    });
    return sources.flatMap(({ renditionId }) => requested.get(renditionId) ?? []);
  }

  /** True when requested playlists differ from those that were taken: an error counts anew each time. */
  isNews(requested: readonly RequestedPlaylist[]): boolean {
    return requested.some(
      ({ renditionId, read, error }) =>
        read !== undefined || error !== undefined || this.find(renditionId)?.error !== undefined,
    );
  }

  /** All were requested and are unchanged: this is the time of their last good answer. */
  stand(): void {
    for (const one of this.#all.filter(({ error }) => !error)) {
      one.take({ renditionId: one.renditionId, url: one.url });
    }
  }
}
