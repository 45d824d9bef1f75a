// One cycle of a linear channel: pieces of items and of the filler, one after the other, in whole microseconds. Times
// in later cycles follow by arithmetic: cycle number times length.
import type { PlaylistItem } from '@interlude/contract';
import { cuePlaces, playedBoundaries } from './cue-places.ts';
import { LINEAR_LIMITS, US_PER_SECOND } from './linear-limits.ts';

/** A break of the cycle. Times after the cycle's start, microseconds. */
export interface CycleBreak {
  readonly startUs: number;
  readonly untilUs: number;
}

/** A piece of an asset, from one of its boundaries to another. */
export interface CyclePart {
  /** Index of the content; -1 for the filler. */
  readonly content: number;
  readonly fromUs: number;
  readonly untilUs: number;
  /** After the cycle's start. */
  readonly startUs: number;
  /** The break that it fills. */
  readonly adBreak?: CycleBreak | undefined;
}

export interface Cycle {
  readonly parts: readonly CyclePart[];
  readonly lengthUs: number;
  /** Some cue points were dropped: the cycle has as many parts as it may have. */
  readonly isFull: boolean;
}

export interface CycleContent {
  readonly settings: Pick<PlaylistItem, 'cuePoints' | 'spliceType' | 'duration'>;
  /** Boundaries at which it can be cut: ascending from 0 to its end, microseconds. */
  readonly boundariesUs: readonly number[];
}

const FILLER = -1;

interface FillerPiece {
  readonly untilUs: number;
}

class CycleBuilder {
  readonly parts: CyclePart[] = [];
  atUs = 0;
  isFull = false;
  readonly #fillerUs: readonly number[];

  constructor(fillerUs: readonly number[]) {
    this.#fillerUs = fillerUs;
  }

  add(content: CycleContent, index: number): void {
    const boundariesUs = playedBoundaries(
      content.boundariesUs,
      Math.round(content.settings.duration * US_PER_SECOND),
    );
    const cues = this.#fillerUs.length > 1 ? cuePlaces(content.settings, boundariesUs) : [];
    let fromUs = 0;
    for (const { atUs, spanUs } of cues) {
      this.#addContent(index, fromUs, atUs);
      this.#addBreak(spanUs);
      fromUs = atUs;
    }
    this.#addContent(index, fromUs, boundariesUs.at(-1) ?? 0);
  }

  #addContent(content: number, fromUs: number, untilUs: number): void {
    if (untilUs <= fromUs) return;
    this.parts.push({ content, fromUs, untilUs, startUs: this.atUs });
    this.atUs += untilUs - fromUs;
  }

  /** Cycles of the filler for a break, the last one cut at a boundary; at least one segment. */
  #pieces(spanUs: number): FillerPiece[] {
    const pieces: FillerPiece[] = [];
    let leftUs = spanUs;
    while (pieces.length === 0 || leftUs > 0) {
      const untilUs = playedBoundaries(this.#fillerUs, leftUs).at(-1) ?? 0;
      if (pieces.length > 0 && untilUs > leftUs) break;
      pieces.push({ untilUs });
      leftUs -= untilUs;
    }
    return pieces;
  }

  /** Appends a break; adjoining breaks become one. */
  #addBreak(spanUs: number): void {
    const pieces = this.#pieces(spanUs);
    if (this.parts.length + pieces.length > LINEAR_LIMITS.parts) {
      this.isFull = true;
      return;
    }
    const before = this.parts.at(-1)?.adBreak;
    const startUs = before?.startUs ?? this.atUs;
    const added = pieces.reduce((sum, { untilUs }) => sum + untilUs, 0);
    const adBreak = { startUs, untilUs: this.atUs + added };
    for (let at = this.parts.length - 1; at >= 0; at--) {
      const part = this.parts[at];
      if (before === undefined || part?.adBreak !== before) break;
      this.parts[at] = { ...part, adBreak };
    }
    for (const { untilUs } of pieces) {
      this.parts.push({ content: FILLER, fromUs: 0, untilUs, startUs: this.atUs, adBreak });
      this.atUs += untilUs;
    }
  }
}

/**
 * Lays out one cycle.
 * @param fillerUs boundaries of the filler; empty without one: cue points have no effect then
 */
export function layOutCycle(contents: readonly CycleContent[], fillerUs: readonly number[]): Cycle {
  const builder = new CycleBuilder(fillerUs);
  for (const [index, content] of contents.entries()) builder.add(content, index);
  return { parts: builder.parts, lengthUs: builder.atUs, isFull: builder.isFull };
}

/** Index of the part that plays at a time after the cycle's start. */
export function partAt({ parts }: Cycle, atUs: number): number {
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((parts[middle]?.startUs ?? 0) <= atUs) low = middle;
    else high = middle - 1;
  }
  return low;
}
