// Bounds on the markers that are read of one manifest: joining them and tracking their breaks costs the square of their
// number, date ranges are compared with segments, and only `STITCHING_LIMITS.maxBreaks` breaks are remembered.
import { type MediaPlaylist, type Tag, taggedSegments } from '@interlude/hls';
import type { Cue } from './cue.ts';
import { maybeCues } from './cue-tags.ts';

export const markerLimits = {
  /** Tags of one playlist, or events of one MPD, that may be markers. */
  tags: 2_000,
  /** A date range costs one tag more for so many segments of its playlist: it is compared with their starts. */
  segmentsPerTag: 2_000,
  /** Starts, returns and cancels; as many `cont` cues besides. */
  cues: 1_000,
} as const;

const isDateRange = ({ name }: Tag) => name === 'EXT-X-DATERANGE';

/** Which markers are kept beyond the limits: the newest of a live source, the first of an asset. */
export type WhichMarkers = 'newest' | 'first';

/** Budget of markers that may still be read. */
class Room {
  #left: number = markerLimits.tags;
  readonly #ofDateRange: number;

  constructor(segments: number) {
    this.#ofDateRange = 1 + segments / markerLimits.segmentsPerTag;
  }

  /** Number of tags within the budget, counted from the first or from the newest. */
  count(tags: readonly Tag[], from: WhichMarkers): number {
    let count = 0;
    for (const tag of from === 'first' ? tags : tags.toReversed()) {
      const weight = isDateRange(tag) ? this.#ofDateRange : maybeCues.has(tag.name) ? 1 : 0;
      if (weight > this.#left) {
        this.#left = 0;
        return count;
      }
      this.#left -= weight;
      count += 1;
    }
    return count;
  }

  last(tags: readonly Tag[]): readonly Tag[] {
    return tags.slice(tags.length - this.count(tags, 'newest'));
  }

  first(tags: readonly Tag[]): readonly Tag[] {
    return tags.slice(0, this.count(tags, 'first'));
  }

  /** Index of the first of these segments, in the given order, whose tags exceed the budget; -1 when all fit. */
  firstWithout({ segments }: MediaPlaylist, indexes: readonly number[]): number {
    const beyond = indexes.find((index) => {
      const { tags = [] } = segments[index] ?? {};
      return this.count(tags, 'first') < tags.length;
    });
    return beyond ?? -1;
  }
}

export interface BoundedMarkers {
  readonly playlist: MediaPlaylist;
  /** Segments dropped at the beginning of the playlist. */
  readonly skipped: number;
}

/** Keeps the newest markers. Header tags belong to the first segment and are dropped with it; date ranges are dated. */
function newestMarkers(playlist: MediaPlaylist, tagged: readonly number[]): BoundedMarkers {
  const { segments } = playlist;
  const room = new Room(segments.length);
  const trailerTags = room.last(playlist.trailerTags);
  const skipped = room.firstWithout(playlist, tagged.toReversed()) + 1;
  const before = skipped === 0 ? playlist.headerTags : playlist.headerTags.filter(isDateRange);
  const headerTags = room.last(before);
  return {
    playlist: { ...playlist, headerTags, trailerTags, segments: segments.slice(skipped) },
    skipped,
  };
}

function firstMarkers(playlist: MediaPlaylist, tagged: readonly number[]): BoundedMarkers {
  const { segments } = playlist;
  const room = new Room(segments.length);
  const headerTags = room.first(playlist.headerTags);
  const beyond = room.firstWithout(playlist, tagged);
  const kept = beyond < 0 ? segments : segments.slice(0, beyond);
  const trailerTags = beyond < 0 ? room.first(playlist.trailerTags) : [];
  return { playlist: { ...playlist, headerTags, trailerTags, segments: kept }, skipped: 0 };
}

/**
 * The playlist cut to so many segments that its markers are at most `markerLimits.tags`;
 * the same object when it has no more.
 * @see rule SEC-S58
 */
export function withBoundedMarkers(playlist: MediaPlaylist, which: WhichMarkers): BoundedMarkers {
  const tagged = taggedSegments(playlist, maybeCues);
  const { segments, headerTags, trailerTags } = playlist;
  const all = new Room(segments.length);
  const isFew =
    all.count(headerTags, 'first') === headerTags.length &&
    all.firstWithout(playlist, tagged) < 0 &&
    all.count(trailerTags, 'first') === trailerTags.length;
  if (isFew) return { playlist, skipped: 0 };
  return which === 'newest' ? newestMarkers(playlist, tagged) : firstMarkers(playlist, tagged);
}

/**
 * At most `markerLimits.cues` starts, returns and cancels, and as many `cont` cues; the same array up to twice as many.
 * @see rule SEC-S58
 */
export function boundedCues(cues: readonly Cue[], which: WhichMarkers): readonly Cue[] {
  const most = markerLimits.cues;
  if (cues.length <= 2 * most) return cues;
  const of = (isContinued: boolean) => {
    const all = cues.filter(({ kind }) => (kind === 'cont') === isContinued);
    return which === 'newest' ? all.slice(-most) : all.slice(0, most);
  };
  const kept = new Set([...of(false), ...of(true)]);
  return cues.filter((cue) => kept.has(cue));
}
