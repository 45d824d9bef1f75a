/** The breaks of one live DASH source: events of its MPDs by the channel's settings, and breaks by API. */
import type { ChannelSettings } from '@interlude/contract';
import type { Mpd } from '@interlude/dash';
import {
  type AdBreak,
  contentIdOfMpd,
  type DashCueOptions,
  type DashCues,
  type DashWindow,
  dashEdgeMs,
  findDashCues,
  type InbandEvent,
  inbandCues,
  withBoundedEvents,
} from '@interlude/stitching';
import { type ScheduledBreaks, scheduledCues } from '../scheduled-cues.ts';
import { configurationOfSource, TrackedBreaks } from '../tracked-breaks.ts';

/** Breaks found so far, for a finder that goes on from them. Plain data. */
export interface FoundBreaks {
  readonly breaks: readonly AdBreak[];
  readonly contentId?: string | undefined;
}

export class DashBreakFinder {
  readonly #settings: ChannelSettings;
  readonly #scheduled: ScheduledBreaks;
  readonly #tracked: TrackedBreaks;
  #contentId: string | undefined;

  /** @param found breaks of an earlier finder of the same source; left out: none */
  constructor(settings: ChannelSettings, scheduled: ScheduledBreaks, found?: FoundBreaks) {
    this.#settings = settings;
    this.#scheduled = scheduled;
    this.#tracked = new TrackedBreaks(found?.breaks);
    this.#contentId = found?.contentId;
  }

  get found(): FoundBreaks {
    return { breaks: this.breaks, contentId: this.#contentId };
  }

  get breaks(): readonly AdBreak[] {
    return this.#tracked.all;
  }

  /** See `TrackedBreaks`. */
  get version(): number {
    return this.#tracked.version;
  }

  /** Finds the markers of an MPD, the longest part of `read`. Breaks stay as they are. */
  find(mpd: Mpd, { baseUrl }: Pick<DashWindow, 'baseUrl'>): DashCues {
    return findDashCues(withBoundedEvents(mpd, 'newest'), this.#cueOptions(baseUrl));
  }

  #cueOptions(baseUrl: string): DashCueOptions {
    const { isMultiPeriod, fallbackSourceTags } = this.#settings;
    const configuration = configurationOfSource(this.#settings, baseUrl);
    const { fallbackSourceTags: own } = configuration;
    return {
      segmentationConfiguration: configuration,
      isMultiPeriod,
      fallbackSourceTags: own.length > 0 ? own : fallbackSourceTags,
    };
  }

  /**
   * Enters the markers of an MPD, the in-band events of its segments, and the breaks by API.
   * @param window segments of all MPDs so far; its address may have a configuration of its own
   * @param inband events of its segments
   * @param found the markers of the MPD, where `find` has found them before
   * @returns codes of what could not be read
   */
  read(
    mpd: Mpd,
    window: DashWindow,
    inband: readonly InbandEvent[],
    found = this.find(mpd, window),
  ): readonly string[] {
    const configuration = configurationOfSource(this.#settings, window.baseUrl);
    const { cues: listed, warnings } = found;
    const cues = [...listed, ...inbandCues(inband, this.#cueOptions(window.baseUrl))];
    // The plan cuts at the boundary at or after a break's start (rule H21): it stays as declared.
    const declared = scheduledCues(this.#scheduled(), (startMs) => startMs);
    const { shiftMs } = window;
    const shown = shiftMs === 0 ? cues : cues.map((cue) => ({ ...cue, atMs: cue.atMs + shiftMs }));
    const edgeMs = dashEdgeMs(window);
    if (this.#settings.passThroughCaidSegmentation) {
      const untilMs = edgeMs - shiftMs - (mpd.availabilityStartTimeMs ?? 0);
      const read = withBoundedEvents(mpd, 'newest');
      const before = this.#contentId;
      this.#contentId = contentIdOfMpd(read, configuration, { untilMs, before });
    }
    this.#tracked.track([...shown, ...declared], {
      knownUntilMs: edgeMs,
      defaultDurationSeconds: configuration.defaultDuration,
      contentId: this.#contentId,
    });
    return [...new Set(warnings.map(({ code }) => code))];
  }
}
