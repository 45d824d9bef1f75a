// The out and in points of the breaks of an asset, computed from the content alone, before any ad request:
//
//   content  |--0--|--1--|--2--|--3--|--4--|--5--|
//   insert   |--0--|--1--|--2--|=ads=|--1--|--2--|--3--|…     two segments replayed
//   replace  |--0--|--1--|--2--|=ads=|--5--|                   3 and 4 were marked
import type { VodCuePoint } from './vod-cue-point.ts';

export interface VodContent {
  /** ms. */
  readonly durationMs: number;
  /**
   * Starts of the reference's segments, ms, ascending, with 0 and the duration; empty = it can be cut
   * anywhere (single-file DASH).
   */
  readonly boundariesMs: readonly number[];
  /**
   * Longest segment of any rendition, ms. Two cuts are at one place or at least this far apart, so that every rendition
   * has content between them and discontinuity numbers agree (H3).
   */
  readonly longestSegmentMs: number;
}

export interface VodSettings {
  /** Marked content is left out (`replaceInsteadOfInsert`). */
  readonly replaceInsteadOfInsert: boolean;
  /** Segments replayed after a mid-roll that replaces nothing. */
  readonly numberOfSegmentsToReplayAfterMidroll: number;
}

/** A cue point on the content's own boundaries. */
export interface VodPlace {
  readonly cuePoint: VodCuePoint;
  /** Content is left here, ms; equal places are breaks one after the other. */
  readonly cutMs: number;
  /** Content goes on here, ms: earlier than the cut when segments are replayed, later when replaced. */
  readonly resumeMs: number;
}

function nearest(boundaries: readonly number[], atMs: number, isAllowed: (ms: number) => boolean) {
  let best: number | undefined;
  for (const boundary of boundaries) {
    if (!isAllowed(boundary)) continue;
    if (best === undefined || Math.abs(boundary - atMs) < Math.abs(best - atMs)) best = boundary;
  }
  return best;
}

class Placer {
  readonly places: VodPlace[] = [];
  readonly #content: VodContent;
  readonly #settings: VodSettings;

  constructor(content: VodContent, settings: VodSettings) {
    this.#content = content;
    this.#settings = settings;
  }

  get #reachedMs(): number {
    const last = this.places.at(-1);
    return last === undefined ? 0 : Math.max(last.cutMs, last.resumeMs);
  }

  add(cuePoint: VodCuePoint): void {
    const { durationMs } = this.#content;
    const { position } = cuePoint;
    const wantedMs = Math.min(Math.max(cuePoint.atMs, this.#reachedMs), durationMs);
    const cutMs = position === 'post' ? durationMs : this.#snap(wantedMs, this.#reachedMs);
    if (position === 'pre') {
      this.places.push({ cuePoint, cutMs: 0, resumeMs: 0 });
      return;
    }
    this.places.push({ cuePoint, cutMs, resumeMs: this.#resume(cuePoint, cutMs) });
  }

  /** The boundary nearest to `atMs` that leaves no content or enough of it after `fromMs`, and before the end. */
  #snap(atMs: number, fromMs: number): number {
    const { boundariesMs, longestSegmentMs, durationMs } = this.#content;
    const isAllowed = (ms: number) =>
      ms === fromMs ||
      (ms === durationMs && ms - fromMs >= 0) ||
      (ms >= fromMs + longestSegmentMs && ms <= durationMs - longestSegmentMs);
    const candidates = boundariesMs.length > 0 ? boundariesMs : [fromMs, atMs, durationMs];
    return nearest(candidates, atMs, isAllowed) ?? fromMs;
  }

  #resume({ position, spanMs, atMs }: VodCuePoint, cutMs: number): number {
    const { replaceInsteadOfInsert, numberOfSegmentsToReplayAfterMidroll } = this.#settings;
    if (position === 'post') return cutMs;
    if (replaceInsteadOfInsert && spanMs > 0) return this.#snap(atMs + spanMs, cutMs);
    return this.#replayFrom(cutMs, numberOfSegmentsToReplayAfterMidroll);
  }

  /** Start of the replay after a cut, ms: not before an earlier break; at the start or the end nothing is replayed. */
  #replayFrom(cutMs: number, count: number): number {
    const { boundariesMs, durationMs } = this.#content;
    if (cutMs <= 0 || cutMs >= durationMs || boundariesMs.length === 0) return cutMs;
    const index = boundariesMs.indexOf(cutMs);
    const wantedMs = boundariesMs[Math.max(0, index - count)] ?? cutMs;
    return Math.min(cutMs, Math.max(wantedMs, this.#reachedMs));
  }
}

/**
 * Puts each cue point on the nearest boundary of the content (rule H36). Cue points of one place stay
 * apart: their ads follow each other.
 * @param cuePoints ascending by time
 */
export function placeVodBreaks(
  cuePoints: readonly VodCuePoint[],
  content: VodContent,
  settings: VodSettings,
): VodPlace[] {
  const placer = new Placer(content, settings);
  for (const cuePoint of cuePoints) placer.add(cuePoint);
  return placer.places;
}
