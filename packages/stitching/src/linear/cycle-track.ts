// One rendition in one generation: numbers and times of its segments.

import { nearestBoundary } from './cue-places.ts';
import { endUsOf, type Generation, playingPart } from './generation.ts';
import type { LinearSegment, LinearTrack } from './hls-item.ts';
import type { CyclePart } from './lay-out-cycle.ts';
import { layOutTrack, type TrackPiece } from './lay-out-track.ts';

interface TrackPart extends TrackPiece {
  /** Segments and discontinuities of the cycle before it. */
  readonly segmentsBefore: number;
  readonly discontinuitiesBefore: number;
}

/** One listed segment. */
export interface PlacedSegment {
  readonly segment: LinearSegment;
  /** Epoch microseconds. */
  readonly startUs: number;
  readonly endUs: number;
  readonly discontinuity: boolean;
  /** Start and end of the break that it is in, epoch microseconds. */
  readonly adBreak: { readonly startUs: number; readonly untilUs: number } | undefined;
  readonly beginsBreak: boolean;
  readonly endsBreak: boolean;
}

/** Own discontinuities of the piece behind its first segment and before its `offset`-th. */
function innerJoints({ track, first }: TrackPiece, offset: number): number {
  const { discontinuities } = track;
  if (offset <= 1) return 0;
  return (discontinuities[first + offset] ?? 0) - (discontinuities[first + 1] ?? 0);
}

/** The discontinuity before the piece, and those in it. */
const jointsOf = (piece: TrackPiece) => 1 + innerJoints(piece, piece.count);

function countPieces(pieces: readonly TrackPiece[]): TrackPart[] {
  let segmentsBefore = 0;
  let discontinuitiesBefore = 0;
  return pieces.map((one) => {
    const piece = { ...one, segmentsBefore, discontinuitiesBefore };
    segmentsBefore += piece.count;
    discontinuitiesBefore += jointsOf(piece);
    return piece;
  });
}

/** Counts of a rendition at the end of a generation. */
export interface TrackCount {
  readonly number: number;
  readonly discontinuities: number;
  /** Earliest start of a later segment, epoch microseconds. */
  readonly earliestUs: number | undefined;
}

/** Earliest start after the last segment: its middle; where its piece is far shorter, the end of that piece. */
const earliestAfter = ({ startUs, endUs }: PlacedSegment, atUs: number) =>
  Math.min(Math.ceil((startUs + endUs) / 2), Math.max(atUs, startUs + 1));

interface Place {
  readonly cycles: number;
  readonly index: number;
  readonly piece: TrackPart;
  readonly offset: number;
}

export class CycleTrack {
  readonly #generation: Generation<unknown>;
  readonly #pieces: readonly TrackPart[];
  readonly #segments: number;
  readonly #joints: number;
  /** Index of the first segment of this generation, counted from the anchor. */
  readonly #from: number;
  readonly #firstNumber: number;
  /** Index behind the first piece, whose segments are moved by `#firstShiftUs` when none begins late enough. */
  readonly #firstEnd: number;
  readonly #firstShiftUs: number;

  constructor(
    generation: Generation<unknown>,
    renditionId: string,
    trackOf: (part: CyclePart) => LinearTrack | undefined,
  ) {
    this.#generation = generation;
    this.#pieces = countPieces(layOutTrack(generation.cycle, trackOf));
    const last = this.#pieces.at(-1);
    this.#segments = last === undefined ? 0 : last.segmentsBefore + last.count;
    this.#joints = last === undefined ? 0 : last.discontinuitiesBefore + jointsOf(last);
    const { takeover } = generation;
    this.#firstNumber = takeover.numbers[renditionId] ?? 0;
    this.#firstEnd = 0;
    this.#firstShiftUs = 0;
    const earliestUs = takeover.earliestUs?.[renditionId] ?? Number.NEGATIVE_INFINITY;
    this.#from = this.#beginning(takeover.fromUs, earliestUs);
    const place = this.#place(this.#from);
    this.#firstEnd = this.#from - place.offset + place.piece.count;
    const cycleUs = takeover.anchorUs + place.cycles * generation.cycle.lengthUs;
    const latestUs = cycleUs + place.piece.nextUs - 1;
    this.#firstShiftUs = Math.max(0, Math.min(earliestUs, latestUs) - this.#startUs(place));
  }

  #place(index: number): Place {
    const cycles = Math.floor(index / this.#segments);
    const within = index - cycles * this.#segments;
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#pieces[middle]?.segmentsBefore ?? 0) <= within) low = middle;
      else high = middle - 1;
    }
    const piece = this.#pieces[low];
    if (piece === undefined) throw new RangeError('a track without segments has no places');
    return { cycles, index: low, piece, offset: within - piece.segmentsBefore };
  }

  #startUs({ cycles, piece, offset }: Place): number {
    const { takeover, cycle } = this.#generation;
    const { boundariesUs } = piece.track;
    const inPieceUs = (boundariesUs[piece.first + offset] ?? 0) - (boundariesUs[piece.first] ?? 0);
    return takeover.anchorUs + cycles * cycle.lengthUs + piece.beginUs + inPieceUs;
  }

  /** Discontinuities before a segment, counted from the anchor. */
  #jointsBefore(index: number): number {
    const { cycles, piece, offset } = this.#place(index);
    const own = offset === 0 ? 0 : 1 + innerJoints(piece, offset);
    return cycles * this.#joints + piece.discontinuitiesBefore + own;
  }

  /** Position of a moment in the piece whose video plays then. */
  #near(atUs: number) {
    const { cycles, part } = playingPart(this.#generation, atUs);
    const piece = this.#pieces[part];
    if (piece === undefined) return undefined;
    const { takeover, cycle } = this.#generation;
    const { boundariesUs } = piece.track;
    const cycleUs = takeover.anchorUs + cycles * cycle.lengthUs;
    const mediaUs = (boundariesUs[piece.first] ?? 0) + atUs - cycleUs - piece.beginUs;
    return {
      piece,
      first: cycles * this.#segments + piece.segmentsBefore,
      offset: nearestBoundary(boundariesUs, mediaUs) - piece.first,
      isAtStart: atUs <= cycleUs + piece.part.startUs,
    };
  }

  /**
   * Index of the segment that a generation begins with. At least one is left of a begun piece, so that all
   * renditions count the same discontinuities.
   * @param earliestUs segments that begin earlier are skipped, up to the last of the piece
   */
  #beginning(atUs: number, earliestUs: number): number {
    const near = this.#near(atUs);
    if (near === undefined) return 0;
    const { piece, first } = near;
    const last = first + piece.count - 1;
    let index = Math.max(first, Math.min(first + near.offset, last));
    while (index < last && this.#startUs(this.#place(index)) < earliestUs) index++;
    return index;
  }

  /** Index behind the last segment when the generation ends at a moment; one is played of a begun piece. */
  #ending(atUs: number): number {
    const near = this.#near(atUs);
    if (near === undefined) return 0;
    const { piece, first, offset } = near;
    return near.isAtStart ? first : first + Math.max(1, Math.min(offset, piece.count));
  }

  /** Index behind the last segment that this generation will ever list. */
  get #until(): number {
    const endUs = endUsOf(this.#generation);
    return endUs === Number.POSITIVE_INFINITY ? endUs : this.#indexOfEnd(endUs);
  }

  #indexOfEnd(atUs: number): number {
    const { takeover, cycle, loops } = this.#generation;
    const isOver = !loops && atUs >= takeover.anchorUs + cycle.lengthUs;
    return Math.max(this.#from, isOver ? this.#segments : this.#ending(atUs));
  }

  /** Media sequence number. */
  numberOf(index: number): number {
    return this.#firstNumber + index - this.#from;
  }

  /** Counts when the generation ends at a boundary of the reference rendition. */
  countedAt(atUs: number): TrackCount {
    const index = this.#indexOfEnd(atUs);
    const last = index > this.#from ? this.placed(index - 1) : undefined;
    return {
      number: this.numberOf(index),
      discontinuities: this.discontinuitiesBefore(index),
      earliestUs: last && earliestAfter(last, atUs),
    };
  }

  /** Discontinuities that stand before a segment of the generation, counted over all generations. */
  discontinuitiesBefore(index: number): number {
    const { discontinuities } = this.#generation.takeover;
    if (index <= this.#from) return discontinuities;
    // The first segment has a discontinuity, also where its item has none.
    return discontinuities + 1 + this.#jointsBefore(index) - this.#jointsBefore(this.#from + 1);
  }

  /** Index of the first segment that begins at or after a moment. */
  #firstFrom(atUs: number): number {
    const { takeover } = this.#generation;
    if (atUs <= takeover.fromUs) return this.#from;
    const until = this.#until;
    const near = this.#near(atUs);
    if (near === undefined) return this.#from;
    // Audio of the piece before may go on a little, and that of the next one may have begun.
    let index = Math.min(
      until,
      Math.max(this.#from, near.first + Math.min(near.offset, near.piece.count - 1)),
    );
    while (index > this.#from && this.placed(index - 1).startUs >= atUs) index--;
    while (index < until && this.placed(index).startUs < atUs) index++;
    return index;
  }

  #marks({ cycles, index: at, piece, offset }: Place, index: number) {
    const { takeover, cycle } = this.#generation;
    const { adBreak } = piece.part;
    const cycleUs = takeover.anchorUs + cycles * cycle.lengthUs;
    const beginsPiece = offset === 0;
    const isFirst = index === this.#from;
    const hasBefore = at > 0 || cycles > 0;
    const before = hasBefore ? this.#pieces.at(at - 1)?.part.adBreak : undefined;
    const isOther = before !== undefined && (before !== adBreak || at === 0);
    return {
      adBreak: adBreak && {
        startUs: cycleUs + adBreak.startUs,
        untilUs: cycleUs + adBreak.untilUs,
      },
      beginsBreak: beginsPiece && adBreak !== undefined && adBreak.startUs === piece.part.startUs,
      endsBreak: isFirst ? takeover.endsBreak : beginsPiece && isOther,
    };
  }

  placed(index: number): PlacedSegment {
    const place = this.#place(index);
    const { piece, offset } = place;
    const { segments, boundariesUs } = piece.track;
    const at = piece.first + offset;
    const segment = segments[at];
    if (segment === undefined) throw new RangeError('a piece is within its track');
    const startUs = this.#startUs(place) + (index < this.#firstEnd ? this.#firstShiftUs : 0);
    return {
      segment,
      startUs,
      endUs: startUs + (boundariesUs[at + 1] ?? 0) - (boundariesUs[at] ?? 0),
      discontinuity: index === this.#from || offset === 0 || segment.discontinuity,
      ...this.#marks(place, index),
    };
  }

  /** Index of the first segment of the generation. */
  get from(): number {
    return this.#from;
  }

  /** Indices of the segments to be listed from a moment on; `until` is behind the last one of the generation. */
  range(headUs: number): { readonly first: number; readonly until: number } {
    return { first: this.#firstFrom(headUs), until: this.#until };
  }
}
