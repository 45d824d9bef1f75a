// Markers that start or end no break under a channel's settings, with the reason: operators need it to choose other
// settings. findHlsCues and findDashCues return the cues; this returns why other markers are ignored.
import type { AdBreak } from '../breaks/ad-break.ts';
import { placedReturn, SAME_START_MS } from '../breaks/cues-in-order.ts';
import type { Cue } from '../cues/cue.ts';
import {
  isCommandUsed,
  type PayloadReading,
  type SegmentationConfiguration,
} from '../cues/segmentation-rules.ts';

export interface IgnoredMarker {
  /** The tag or scheme that carries it. */
  readonly dialect: string;
  /** ms on the source clock. */
  readonly atMs: number;
  /** A sentence. */
  readonly reason: string;
}

/** Markers reported; more of them add no information. */
export const MAX_IGNORED = 500;

export const reasons = {
  unreadable:
    'Its SCTE-35 payload cannot be read: it is cut off, encrypted or its checksum is wrong.',
  empty: 'It carries no SCTE-35 payload.',
  nested: 'It lies inside of a break that is running already.',
  orphan: 'It ends a break, and none is running here.',
  notFirst: 'With isMultiPeriod only the first event of a period counts.',
  notChosen: (chosen: string | undefined) =>
    chosen === undefined
      ? 'It is not among the tags that fallbackSourceTags names.'
      : `fallbackSourceTags chooses ${chosen}, which this source has too.`,
} as const;

const hex = (typeId: number) => `0x${typeId.toString(16).padStart(2, '0')}`;

/** Why a payload neither opens nor closes a break; undefined when it does. */
export function reasonOfPayload(
  reading: PayloadReading | undefined,
  configuration: SegmentationConfiguration,
): string | undefined {
  if (reading === undefined) return reasons.unreadable;
  if (reading.command === 'other') return 'Its splice command only informs.';
  if (!isCommandUsed(reading.command, configuration)) {
    return `It is a ${reading.command}, and spliceMode is ${configuration.spliceMode}.`;
  }
  if (reading.signals.length > 0) return undefined;
  if (reading.typeIds.length === 0) return 'It says nothing of a break.';
  const types = reading.typeIds.map(hex).join(', ');
  return `Its segmentation type ${types} is neither in segmentationTypeIdsStart nor in segmentationTypeIdsEnd.`;
}

function isInside({ startMs, endMs, plannedEndMs }: AdBreak, atMs: number): boolean {
  return startMs < atMs && atMs <= (endMs ?? plannedEndMs);
}

/**
 * Starts and returns among the found cues that changed no break.
 * @returns place, dialect and reason of each
 * @see rule SCTE-S7
 */
export function ineffectiveCues(cues: readonly Cue[], breaks: readonly AdBreak[]): IgnoredMarker[] {
  return cues.flatMap((cue): IgnoredMarker[] => {
    const { kind, atMs, dialect, endsRange } = placedReturn(cue, breaks);
    if (endsRange) return [];
    if (kind === 'out') {
      const isStart = breaks.some(({ startMs }) => Math.abs(startMs - atMs) <= SAME_START_MS);
      return isStart ? [] : [{ dialect, atMs, reason: reasons.nested }];
    }
    const isReturn = kind !== 'in' || breaks.some((one) => isInside(one, atMs));
    return isReturn ? [] : [{ dialect, atMs, reason: reasons.orphan }];
  });
}
