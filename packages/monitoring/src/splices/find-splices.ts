/** Where content and ads of an output meet, as its lane lists them. */
import type { MonitoringSegment } from '@interlude/contract';
import { breakOf, placementOf } from '../lanes/lane-reading.ts';

/** What plays on one side. */
export interface SplicedMedia {
  readonly kind: 'content' | 'ad' | 'slate';
  /** Clip id of the creative, or slate; empty = content. */
  readonly ad: string;
}

export interface Splice {
  readonly id: string;
  /** The same in every reading that lists it, also where dates are summed up from another segment. */
  readonly key: string;
  /** Epoch ms on the source clock. */
  readonly atMs: number;
  readonly breakId: string;
  /** HLS: number of the segment behind it; DASH: null. */
  readonly number: number | null;
  readonly before: SplicedMedia;
  readonly after: SplicedMedia;
}

const idChars = 80;

/** A segment of an output; Periods and events stand in no order with them. */
const isMedia = (
  entry: MonitoringSegment,
): entry is MonitoringSegment & { kind: SplicedMedia['kind'] } =>
  entry.kind === 'content' || entry.kind === 'ad' || entry.kind === 'slate';

const placed = ({ uri, origUri }: MonitoringSegment) => placementOf(uri) ?? placementOf(origUri);

/**
 * The splices of one reading, in their order. One whose last segment is listed behind it is left to the next reading: then
 * other renditions have it, too, and what plays there is known.
 * @param entries of the first playlist or of an MPD, by start
 * @returns each place where another placement, or content, begins
 */
export function findSplices(entries: readonly MonitoringSegment[]): Splice[] {
  const media = entries.filter(isMedia);
  const splices: Splice[] = [];
  media.slice(1, -1).forEach((after, index) => {
    const before = media[index];
    if (before === undefined) return;
    const [from, to] = [placed(before), placed(after)];
    if (from === to) return;
    const breakId = breakOf(to ?? from ?? '');
    const at = Math.round(after.start);
    const id = `${at.toString(36)}-${(after.number ?? 0).toString(36)}`.slice(0, idChars);
    const place = after.number ?? after.id;
    splices.push({
      ...{ id, key: `${place} ${from ?? ''} ${to ?? ''}`, atMs: at, breakId, number: after.number },
      before: { kind: before.kind, ad: before.ad },
      after: { kind: after.kind, ad: after.ad },
    });
  });
  return splices;
}
