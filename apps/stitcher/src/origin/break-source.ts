/** A source as ad decisions and splice plans see it, in either protocol. All times are ms on the source clock. */

import type { AdBreak, BreakReading, PlannedBreak, Pod, SplicePlan } from '@interlude/stitching';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { ChannelProfile } from './channel-profile.ts';

export interface BreakSource {
  readonly channel: ChannelEntry;
  /** Ascending by start; append-only, except that the source may change a break that it has announced. */
  readonly breaks: readonly AdBreak[];
  /**
   * Processes whose sources have equal numberings give equal segments equal numbers and times; left out: it is not
   * known whether they do.
   */
  readonly numbering?: string | undefined;
  /** Markers have been read up to this time. */
  readonly knownUntilMs: number;
  /** Changes with every reading that brought something new. */
  readonly pollVersion: number;
  /** Start of the oldest segment that an output can still show. */
  readonly oldestMs: number;
  /** Media format that creatives must have; undefined before the source has been read. */
  readonly profile: ChannelProfile | undefined;
  /** Every rendition has its segment boundaries where the reference has them. */
  readonly hasAlignedSegments: boolean;
  /** Moves the ads of a pod to their place within the break; left out = they begin at its start. */
  readonly placed?: (pod: Pod, planned: PlannedBreak) => Pod;
  /** Freezes in a plan the numbers that follow from what was read; left out = rendering an output freezes them. */
  readonly frozen?: (plan: SplicePlan) => SplicePlan;
  /** The last readings, the newest last; left out = none are kept, and the present state counts as the only one. */
  readonly readings?: readonly BreakReading[];
}

/** The present state as a reading, for sources that keep no readings. */
function readingOf(source: BreakSource): BreakReading {
  const { pollVersion: version, breaks, knownUntilMs, oldestMs, hasAlignedSegments } = source;
  const { placed, frozen = (plan: SplicePlan) => plan } = source;
  return {
    ...{ version, breaks, knownUntilMs, oldestMs, hasAlignedSegments, placed, frozen },
    hasEnded: false,
  };
}

/** The last readings of a source, the newest last. */
export function readingsOf(source: BreakSource): readonly BreakReading[] {
  return source.readings ?? [readingOf(source)];
}
