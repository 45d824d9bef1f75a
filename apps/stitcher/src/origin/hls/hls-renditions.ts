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

  /** In the order of these ids; others are not read any more, and nothing of them is kept. */
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

  /** Where cues are looked for: the first that has shown any, else the first; none that fails. */
  leadOf(windowOf: (one: RenditionSource) => SourceWindow | undefined) {
    const good = this.#all.filter((one) => !one.error && windowOf(one));
    return good.find(({ hasCues }) => hasCues) ?? good[0] ?? this.reference;
  }

  /** Seconds: the greatest of all. */
  get targetDuration(): number {
    return Math.max(1, ...this.#all.map(({ window }) => window?.targetDuration ?? 1));
  }

  /** Seconds: the shortest of their newest segments, when the next one is due. */
  get lastSegment(): number {
    return Math.min(...this.#all.map(({ lastSegment }) => lastSegment || Infinity));
  }

  get error() {
    return this.#all.find(({ error }) => error)?.error;
  }

  /**
   * Requests all, several at a time.
   * @param added those that are not among them yet
   * @param urlOf where one is by now
   * @param isEnough of one after which no other one is requested
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

  /** Whether what was requested differs from what was taken: an error counts anew each time. */
  isNews(requested: readonly RequestedPlaylist[]): boolean {
    return requested.some(
      ({ renditionId, read, error }) =>
        read !== undefined || error !== undefined || this.find(renditionId)?.error !== undefined,
    );
  }

  /** All were requested, and are as they were. */
  stand(): void {
    for (const one of this.#all.filter(({ error }) => !error)) {
      one.take({ renditionId: one.renditionId, url: one.url });
    }
  }
}
