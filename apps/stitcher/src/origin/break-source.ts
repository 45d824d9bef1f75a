/**
 * What leading a session through its breaks needs to know of a source, whatever its protocol. All times
 * are ms on the source clock.
 */

import type { AdBreak, BreakReading, PlannedBreak, Pod, SplicePlan } from '@interlude/stitching';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { ChannelProfile } from './channel-profile.ts';

export interface BreakSource {
  readonly channel: ChannelEntry;
  /** Ascending by start; append-only but for what the source says anew. */
  readonly breaks: readonly AdBreak[];
  /**
   * The same segments have the same numbers and times in every process whose source has the same numbering; left out:
   * nobody can tell.
   */
  readonly numbering?: string | undefined;
  /** How far markers have been looked for. */
  readonly knownUntilMs: number;
  /** Changes with every reading that brought something new. */
  readonly pollVersion: number;
  /** Start of the oldest segment that an output can still show. */
  readonly oldestMs: number;
  /** What creatives must fit; undefined before the source has been read. */
  readonly profile: ChannelProfile | undefined;
  /** Every rendition has its segment boundaries where the reference has them. */
  readonly hasAlignedSegments: boolean;
  /** Where in the break the ads stand, when that is not its start; left out = there. */
  readonly placed?: (pod: Pod, planned: PlannedBreak) => Pod;
  /** The plan with the numbers that follow from what was read; left out = outputs enter them. */
  readonly frozen?: (plan: SplicePlan) => SplicePlan;
  /** The last readings, the newest last; left out = there is only what the source says now. */
  readonly readings?: readonly BreakReading[];
}

/** What the source says now, for those that keep no readings. */
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
