/** The breaks of one live DASH source: events of its MPDs by the channel's settings, and breaks by API. */
import type { ChannelSettings } from '@interlude/contract';
import type { Mpd } from '@interlude/dash';
import {
  type AdBreak,
  contentIdOfMpd,
  type DashWindow,
  dashEdgeMs,
  findDashCues,
  type InbandEvent,
  inbandCues,
} from '@interlude/stitching';
import { type ScheduledBreaks, scheduledCues } from '../scheduled-cues.ts';
import { configurationOfSource, TrackedBreaks } from '../tracked-breaks.ts';

export class DashBreakFinder {
  readonly #settings: ChannelSettings;
  readonly #scheduled: ScheduledBreaks;
  readonly #tracked = new TrackedBreaks();
  #contentId: string | undefined;

  constructor(settings: ChannelSettings, scheduled: ScheduledBreaks) {
    this.#settings = settings;
    this.#scheduled = scheduled;
  }

  get breaks(): readonly AdBreak[] {
    return this.#tracked.all;
  }

  /** See `TrackedBreaks`. */
  get version(): number {
    return this.#tracked.version;
  }

  /**
   * @param window what the MPDs have shown so far; its address may have a configuration of its own
   * @param inband events of its segments
   * @returns codes of what could not be read
   */
  read(mpd: Mpd, window: DashWindow, inband: readonly InbandEvent[]): readonly string[] {
    const { isMultiPeriod, fallbackSourceTags } = this.#settings;
    const configuration = configurationOfSource(this.#settings, window.baseUrl);
    const { fallbackSourceTags: own } = configuration;
    const options = {
      segmentationConfiguration: configuration,
      isMultiPeriod,
      fallbackSourceTags: own.length > 0 ? own : fallbackSourceTags,
    };
    const { cues: listed, warnings } = findDashCues(mpd, options);
    const cues = [...listed, ...inbandCues(inband, options)];
    // The plan cuts at the boundary at or after a break's start (rule H21): it stays as declared.
    const declared = scheduledCues(this.#scheduled(), (startMs) => startMs);
    const { shiftMs } = window;
    const shown = shiftMs === 0 ? cues : cues.map((cue) => ({ ...cue, atMs: cue.atMs + shiftMs }));
    const edgeMs = dashEdgeMs(window);
    if (this.#settings.passThroughCaidSegmentation) {
      const untilMs = edgeMs - shiftMs - (mpd.availabilityStartTimeMs ?? 0);
      this.#contentId = contentIdOfMpd(mpd, configuration, { untilMs, before: this.#contentId });
    }
    this.#tracked.track([...shown, ...declared], {
      knownUntilMs: edgeMs,
      defaultDurationSeconds: configuration.defaultDuration,
      contentId: this.#contentId,
    });
    return [...new Set(warnings.map(({ code }) => code))];
  }
}
