// The markers that are read of one manifest. Joining them and following their breaks takes the square of their number,
// date ranges are compared with the segments, and no more breaks are remembered than `STITCHING_LIMITS.maxBreaks`.
import { type MediaPlaylist, type Tag, taggedSegments } from '@interlude/hls';
import type { Cue } from './cue.ts';
import { maybeCues } from './cue-tags.ts';

export const markerLimits = {
  /** Tags of one playlist, or events of one MPD, that may be markers. */
  tags: 2_000,
  /** A date range counts once more for so many segments of its playlist, with whose starts it is compared. */
  segmentsPerTag: 2_000,
  /** Starts and ends, and as many of what goes on between them. */
  cues: 1_000,
} as const;

const isDateRange = ({ name }: Tag) => name === 'EXT-X-DATERANGE';

/** A live source is followed at its end; an asset is played from its beginning. */
export type WhichMarkers = 'newest' | 'first';

/** How much may be read still. */
class Room {
  #left: number = markerLimits.tags;
  readonly #ofDateRange: number;

  constructor(segments: number) {
    this.#ofDateRange = 1 + segments / markerLimits.segmentsPerTag;
  }

  /** So many of the tags as there is room for, counted from this end. */
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

  /** The first of these segments, in this order, for whose tags there is none; -1: there is room for all. */
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
  /** Segments that are left out at its beginning. */
  readonly skipped: number;
}

/** Markers before the first segment stand at that one, but for date ranges, which say when they begin. */
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
 * The playlist with so few segments that its markers are at most `markerLimits.tags`. The same object where all of them
 * are few enough.
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
 * So many starts and ends, and as many of what is between; the same array where they are few enough.
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
