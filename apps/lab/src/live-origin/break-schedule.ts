/** Positions of the breaks: a pure function of the segment number. */
import { loopSchedule } from '../media/catalogue.ts';
import { EPOCH_MS, SEGMENT_MS } from './live-clock.ts';

export interface BreakPlace {
  readonly id: number;
  /** Number of the break's first segment. */
  readonly firstSegment: number;
  /** Position of the requested segment in the break, from 0. */
  readonly position: number;
  readonly announcedSegments: number;
  readonly actualSegments: number;
}

export const returnForms = ['planned', 'early', 'late', 'none'] as const;
/** `planned`: ends when announced; `early`: at half of it; `late`: after half as much again; `none`: no tag signals the end. */
export type Returns = (typeof returnForms)[number];

interface Schedule {
  readonly breakSegments: number;
  readonly everySegments: number;
  readonly returns: Returns;
}

/** The break of a segment. */
export function breakAt(segment: number, schedule: Schedule): BreakPlace | undefined {
  const latest = breakBefore(segment, schedule);
  return latest.position < latest.actualSegments ? latest : undefined;
}

/** The last break that began at or before a segment; the first one may be before the channel's start. */
export function breakBefore(segment: number, schedule: Schedule): BreakPlace {
  const { breakSegments, everySegments } = schedule;
  const offset = Math.min(loopSchedule.breakAt, everySegments - breakSegments);
  const id = Math.floor((segment - offset) / everySegments);
  const firstSegment = id * everySegments + offset;
  return {
    id,
    firstSegment,
    position: segment - firstSegment,
    announcedSegments: breakSegments,
    actualSegments: actualLength(schedule),
  };
}

function actualLength({ breakSegments, everySegments, returns }: Schedule): number {
  if (returns === 'early') return Math.max(1, Math.floor(breakSegments / 2));
  if (returns === 'late') {
    return Math.min(breakSegments + Math.ceil(breakSegments / 2), everySegments - 1);
  }
  return breakSegments;
}

export const segmentStartMs = (segment: number) => EPOCH_MS + segment * SEGMENT_MS;
export const secondsOf = (segments: number) => (segments * SEGMENT_MS) / 1000;
