/** The breaks of one live HLS source: markers of its playlists by the channel's settings, and breaks by API. */
import type { ChannelSettings } from '@interlude/contract';
import type { MediaPlaylist } from '@interlude/hls';
import {
  type AdBreak,
  boundaryAtOrAfter,
  type Cue,
  chooseSourceTag,
  configurationByHash,
  contentIdOf,
  findHlsCues,
  type SegmentationConfiguration,
  type SourceWindow,
  segmentTimes,
  windowEdgeMs,
  withBoundedMarkers,
} from '@interlude/stitching';
import { type ScheduledBreaks, scheduledCues } from '../scheduled-cues.ts';
import { configurationOfSource, nameHash, TrackedBreaks } from '../tracked-breaks.ts';

/** Breaks found so far, for a finder that goes on from them. Plain data. */
export interface FoundBreaks {
  readonly breaks: readonly AdBreak[];
  readonly sourceTag?: string | undefined;
  readonly contentId?: string | undefined;
  /** Left out: no playlist has been read. */
  readonly knownUntilMs?: number | undefined;
}

export class BreakFinder {
  readonly #settings: ChannelSettings;
  readonly #scheduled: ScheduledBreaks;
  readonly #tracked: TrackedBreaks;
  /** The one of `fallbackSourceTags` that has appeared; it stays until the channel is reset. */
  #sourceTag: string | undefined;
  #contentId: string | undefined;
  #knownUntilMs: number;
  readonly #byUpid = new Map<string, SegmentationConfiguration | undefined>();

  /** @param found breaks of an earlier finder of the same source; left out: none */
  constructor(settings: ChannelSettings, scheduled: ScheduledBreaks, found?: FoundBreaks) {
    this.#settings = settings;
    this.#scheduled = scheduled;
    this.#tracked = new TrackedBreaks(found?.breaks);
    this.#sourceTag = found?.sourceTag;
    this.#contentId = found?.contentId;
    this.#knownUntilMs = found?.knownUntilMs ?? Number.NEGATIVE_INFINITY;
  }

  get found(): FoundBreaks {
    const knownUntilMs = Number.isFinite(this.#knownUntilMs) ? this.#knownUntilMs : undefined;
    const sourceTag = this.#sourceTag;
    const contentId = this.#contentId;
    return { breaks: this.breaks, sourceTag, contentId, knownUntilMs };
  }

  get breaks(): readonly AdBreak[] {
    return this.#tracked.all;
  }

  /** See `TrackedBreaks`. */
  get version(): number {
    return this.#tracked.version;
  }

  get knownUntilMs(): number {
    return this.#knownUntilMs;
  }

  /** Finds the markers of a playlist, the longest part of `read`. Breaks stay as they are. */
  find(playlist: MediaPlaylist, window: SourceWindow, url: string): readonly Cue[] {
    return this.#cues(playlist, window, this.#configuration(url));
  }

  /**
   * Enters the markers of a playlist and the breaks by API.
   * @param url address of the playlist: it may have a configuration of its own
   * @param found its markers, where `find` has found them before
   */
  read(
    playlist: MediaPlaylist,
    window: SourceWindow,
    url: string,
    found: readonly Cue[] = this.find(playlist, window, url),
  ): void {
    const configuration = this.#configuration(url);
    const edgeMs = windowEdgeMs(window);
    const scheduled = this.#scheduled();
    // Made only where needed: a window of hours has thousands of them.
    const boundariesMs =
      scheduled.length > 0 ? window.segments.map((segment) => segment.startMs) : [];
    const cues = [
      ...found,
      ...scheduledCues(scheduled, (startMs) => boundaryAtOrAfter(startMs, boundariesMs)),
    ];
    if (this.#settings.passThroughCaidSegmentation) {
      this.#contentId = contentIdOf(playlist, configuration, this.#contentId);
    }
    this.#tracked.track(cues, {
      knownUntilMs: edgeMs,
      defaultDurationSeconds: configuration.defaultDuration,
      contentId: this.#contentId,
    });
    this.#knownUntilMs = Math.max(this.#knownUntilMs, edgeMs);
  }

  #cues(
    playlist: MediaPlaylist,
    window: SourceWindow,
    configuration: SegmentationConfiguration,
  ): Cue[] {
    this.#sourceTag ??= chooseSourceTag(playlist, configuration.fallbackSourceTags);
    const { playlist: read, skipped } = withBoundedMarkers(playlist, 'newest');
    const times = segmentTimes(window, playlist).slice(skipped);
    return findHlsCues(read, times, configuration, {
      sourceTag: this.#sourceTag,
      configurationOf: (upid) => this.#configurationOf(upid, configuration),
    });
  }

  #configuration(url: string): SegmentationConfiguration {
    const { fallbackSourceTags } = this.#settings;
    const own = configurationOfSource(this.#settings, url);
    return own.fallbackSourceTags.length > 0 ? own : { ...own, fallbackSourceTags };
  }

  #configurationOf(upid: string, root: SegmentationConfiguration) {
    if (!this.#byUpid.has(upid)) {
      if (this.#byUpid.size >= maxUpids) {
        this.#byUpid.clear();
      }
      this.#byUpid.set(upid, configurationByHash(root, [upid], nameHash));
    }
    return this.#byUpid.get(upid);
  }
}

const maxUpids = 1_000;
