/** Finds the splices of an output, where content and ads meet, in the entries of its lane. */
import type { MonitoringSegment } from '@interlude/contract';
import { breakOf, placementOf } from '../lanes/lane-reading.ts';

/** Kind and creative of the media on one side of a splice. */
export interface SplicedMedia {
  readonly kind: 'content' | 'ad' | 'slate';
  /** Clip id of the creative, or slate; empty = content. */
  readonly ad: string;
}

export interface Splice {
  readonly id: string;
  /** The same in every reading that lists it, also where its date is computed from another segment's. */
  readonly key: string;
  /** Epoch ms on the source clock. */
  readonly atMs: number;
  readonly breakId: string;
  /** HLS: media sequence number of the segment after it; DASH: null. */
  readonly number: number | null;
  readonly before: SplicedMedia;
  readonly after: SplicedMedia;
}

const idChars = 80;

/** Segments alone: Periods and events are not in one order with them. */
const isMedia = (
  entry: MonitoringSegment,
): entry is MonitoringSegment & { kind: SplicedMedia['kind'] } =>
  entry.kind === 'content' || entry.kind === 'ad' || entry.kind === 'slate';

const placed = ({ uri, origUri }: MonitoringSegment) => placementOf(uri) ?? placementOf(origUri);

/**
 * The splices of one reading, in their order. A splice before the last listed segment is left to the next reading, when
 * the other renditions list it, too.
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
