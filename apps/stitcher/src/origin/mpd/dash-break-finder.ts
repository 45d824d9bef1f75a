/** The breaks of one live DASH source: events of its MPDs by the channel's settings, and breaks by API. */
import type { ChannelSettings } from '@interlude/contract';
import type { Mpd } from '@interlude/dash';
import {
  type AdBreak,
  type BreakState,
  configurationByHash,
  type DashWindow,
  dashEdgeMs,
  findDashCues,
  NO_BREAKS,
  type SegmentationConfiguration,
  trackBreaks,
} from '@interlude/stitching';
import { nameHash } from '../name-hash.ts';
import { type ScheduledBreaks, scheduledCues } from '../scheduled-cues.ts';

export class DashBreakFinder {
  readonly #settings: ChannelSettings;
  readonly #scheduled: ScheduledBreaks;
  #state: BreakState = NO_BREAKS;
  #version = 0;

  constructor(settings: ChannelSettings, scheduled: ScheduledBreaks) {
    this.#settings = settings;
    this.#scheduled = scheduled;
  }

  get breaks(): readonly AdBreak[] {
    return this.#state.breaks;
  }

  /** Changes with every reading that found a new, longer, shorter or ended break. */
  get version(): number {
    return this.#version;
  }

  /**
   * @param window what the MPDs have shown so far; its address may have a configuration of its own
   * @returns codes of what could not be read
   */
  read(mpd: Mpd, window: DashWindow): readonly string[] {
    const { isMultiPeriod, fallbackSourceTags } = this.#settings;
    const configuration = this.#configuration(window.baseUrl);
    const { cues, warnings } = findDashCues(mpd, {
      segmentationConfiguration: configuration,
      isMultiPeriod,
      fallbackSourceTags: [...fallbackSourceTags, ...configuration.fallbackSourceTags],
    });
    // The plan cuts at the boundary at or after a break's start (rule H21): it stays as it was told.
    const told = scheduledCues(this.#scheduled(), (startMs) => startMs);
    const { shiftMs } = window;
    const shown = shiftMs === 0 ? cues : cues.map((cue) => ({ ...cue, atMs: cue.atMs + shiftMs }));
    const tracked = trackBreaks(this.#state, [...shown, ...told], {
      knownUntilMs: dashEdgeMs(window),
      defaultDurationSeconds: configuration.defaultDuration,
    });
    this.#state = tracked.state;
    if (tracked.opened.length + tracked.updated.length + tracked.closed.length > 0) {
      this.#version += 1;
    }
    return [...new Set(warnings.map(({ code }) => code))];
  }

  #configuration(url: string): SegmentationConfiguration {
    const { segmentationConfiguration: root, sourceManifestUrl, trueSourceUrl } = this.#settings;
    const names = [url, trueSourceUrl, sourceManifestUrl].filter((name) => name !== '');
    return configurationByHash(root, names, nameHash) ?? root;
  }
}
