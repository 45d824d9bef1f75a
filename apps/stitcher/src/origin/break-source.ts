/**
 * What leading a session through its breaks needs to know of a source, whatever its protocol. All times
 * are ms on the source clock.
 */

import type { AdBreak, PlannedBreak, Pod, SplicePlan } from '@interlude/stitching';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { ChannelProfile } from './channel-profile.ts';

export interface BreakSource {
  readonly channel: ChannelEntry;
  /** Ascending by start; append-only but for what the source says anew. */
  readonly breaks: readonly AdBreak[];
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
}
