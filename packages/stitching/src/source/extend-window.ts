import {
  detachSegment,
  type MediaPlaylist,
  programDateTimes,
  type Segment,
  type Tag,
} from '@interlude/hls';
import { ContentBlock, type SuppressedTags } from '../hls/content-block.ts';
import { neededVersion } from '../hls/needed-version.ts';
import { STITCHING_LIMITS } from '../limits.ts';
import { currentEpoch, placePlaylist } from './place-playlist.ts';
import { uriResolver } from './resolve-uri.ts';
import { alignToReference, meetingPoint } from './source-clock.ts';
import {
  type EpochOptions,
  type EpochStart,
  firstEpoch,
  restartEpoch,
  restartSpreadMs,
} from './source-epochs.ts';
import {
  indexOfNumber,
  middleMs,
  type SourceEpoch,
  type SourceSegment,
  type SourceWindow,
  windowEdgeMs,
} from './source-window.ts';

export interface WindowOptions extends EpochOptions {
  /** Id of the rendition, see `sourceRenditions`. */
  readonly renditionId: string;
  /** Address of the playlist after redirects: segment URIs are made absolute against it. */
  readonly baseUrl: string;
  /** `hlsSuppressTags` of the channel as full tag names. */
  readonly suppressed?: SuppressedTags | undefined;
  /** Markers that outputs keep (`passThroughCaidSegmentation`). */
  readonly isPassedTag?: ((tag: Tag) => boolean) | undefined;
  /** How long a segment is kept after it left the source's list, ms (time shift, DVR); at least the limit's. */
  readonly keptMs?: number | undefined;
}

/** Segments appended in one step of `windowSteps`. */
const SEGMENTS_PER_STEP = 1_000;

const PASSED_HEADER_TAGS: ReadonlySet<string> = new Set([
  'EXT-X-START',
  'EXT-X-ALLOW-CACHE',
  'EXT-X-I-FRAMES-ONLY',
]);

function passedHeaderTags(playlist: MediaPlaylist) {
  return playlist.headerTags
    .filter((tag) => PASSED_HEADER_TAGS.has(tag.name))
    .map(({ name, value }) => ({ name, line: value === '' ? `#${name}` : `#${name}:${value}` }));
}

function emptyWindow(playlist: MediaPlaylist, renditionId: string): SourceWindow {
  return {
    renditionId,
    segments: [],
    headNumbers: [],
    epochs: [],
    targetDuration: Math.ceil(playlist.targetDuration),
    version: playlist.version,
    independentSegments: playlist.independentSegments,
    passedHeaderTags: passedHeaderTags(playlist),
    hasDates: false,
    ended: playlist.endList,
  };
}

/** Discontinuities of the playlist's own count up to each segment, its own tag included. */
function ownDiscontinuityNumbers(playlist: MediaPlaylist): number[] {
  let number = playlist.discontinuitySequence;
  return playlist.segments.map((segment) => {
    if (segment.discontinuity) number++;
    return number;
  });
}

/** Appends the segments of one playlist to a window; holds what runs from one segment to the next. */
class WindowBuilder {
  readonly #playlist: MediaPlaylist;
  readonly #options: WindowOptions;
  readonly #window: SourceWindow;
  readonly #segments: SourceSegment[];
  readonly #dates: Float64Array;
  readonly #numbers: number[];
  readonly #isDated: boolean;
  /** Segments that came behind the place where the reference has begun anew were left out. */
  isCut = false;

  constructor(window: SourceWindow, playlist: MediaPlaylist, options: WindowOptions) {
    this.#window = window;
    this.#playlist = playlist;
    this.#options = options;
    this.#segments = [...window.segments];
    this.#dates = programDateTimes(playlist);
    this.#numbers = ownDiscontinuityNumbers(playlist);
    this.#isDated = playlist.segments.some((segment) => segment.programDateTimeMs !== undefined);
  }

  /** Undefined while this rendition waits for the reference. */
  begin(place: 'first' | 'restart'): SourceEpoch | undefined {
    const { nowMs, reference, others } = this.#options;
    const start: EpochStart = {
      ...{ nowMs, reference, others, window: this.#window, playlist: this.#playlist },
      dateMs: this.#dates[0] ?? Number.NaN,
      discontinuityNumber: this.#numbers[0] ?? 0,
    };
    const begun = place === 'first' ? firstEpoch(start) : restartEpoch(start);
    if (begun !== undefined) this.#dates[0] = begun.dateMs;
    return begun?.epoch;
  }

  /**
   * Where the reference has begun anew and this rendition has not: nothing of before follows there, ms. One that does not
   * begin anew in time goes on as it is, and must not stand still.
   */
  #lastMs(epochs: readonly SourceEpoch[]): number {
    const { reference } = this.#options;
    if (reference === undefined || reference.epochs.length <= epochs.length)
      return Number.POSITIVE_INFINITY;
    const began = reference.segments.find(({ epoch }) => epoch >= epochs.length);
    if (began === undefined) return Number.POSITIVE_INFINITY;
    const hasWaited = windowEdgeMs(reference) - began.startMs > restartSpreadMs(reference);
    return hasWaited ? Number.POSITIVE_INFINITY : began.startMs;
  }

  /** Yields after so many segments that were appended. */
  *append(epochs: readonly SourceEpoch[], restarted: boolean): Generator<void, SourceSegment[]> {
    const epoch = epochs.at(-1);
    if (epoch === undefined) return this.#segments;
    const lastNumber = restarted ? -1 : (this.#segments.at(-1)?.number ?? -1);
    const lastMs = this.#lastMs(epochs);
    const resolve = uriResolver(this.#options.baseUrl);
    const isLong = this.#playlist.segments.length > SEGMENTS_PER_STEP;
    let appended = 0;
    for (const [index, segment] of this.#playlist.segments.entries()) {
      if (segment.msn + epoch.numberOffset <= lastNumber) continue;
      if (!this.#meetReference(segment, index, epoch)) break;
      const next = this.#sourceSegment(segment, index, epoch, epochs.length - 1, resolve);
      this.isCut = middleMs(next) > lastMs;
      if (this.isCut) break;
      this.#segments.push(next);
      // Else the first output of thousands of segments would print them all in one piece (SEC-S57).
      if (isLong) next.block.text(false, false);
      appended += 1;
      if (appended % SEGMENTS_PER_STEP === 0) yield;
    }
    return this.#segments;
  }

  /**
   * A rendition without dates runs by EXTINF and would part from the reference; each discontinuity
   * brings it back, and so does the first segment after missed ones.
   * @returns false when the reference has not got there yet: the segment is left for the next playlist
   */
  #meetReference(segment: Segment, index: number, epoch: SourceEpoch): boolean {
    const { reference } = this.#options;
    const previous = this.#segments.at(-1);
    if (this.#isDated || !reference || !previous) return true;
    if (segment.msn + epoch.numberOffset > previous.number + 1) {
      const alignedMs = alignToReference(this.#playlist, index, reference);
      this.#dates[index] = alignedMs - epoch.clockOffsetMs - epoch.dateShiftMs;
      return true;
    }
    if (!segment.discontinuity) return true;
    const number = (this.#numbers[index] ?? 0) + epoch.discontinuityOffset;
    const point = meetingPoint(reference, number, previous.startMs + previous.durationMs);
    if (point === 'wait') return false;
    if (point !== undefined) this.#dates[index] = point - epoch.clockOffsetMs - epoch.dateShiftMs;
    return true;
  }

  #sourceSegment(
    parsed: Segment,
    index: number,
    epoch: SourceEpoch,
    epochIndex: number,
    resolve: (uri: string) => string,
  ): SourceSegment {
    const previous = this.#segments.at(-1);
    // A window of hours must not keep the text of each playlist that brought a segment.
    const segment = detachSegment(parsed);
    const number = segment.msn + epoch.numberOffset;
    const startsEpoch = previous !== undefined && number === epoch.firstNumber && epochIndex > 0;
    const ownDateMs = (this.#dates[index] ?? Number.NaN) + epoch.dateShiftMs;
    const startMs = this.#startMs(previous, number, ownDateMs + epoch.clockOffsetMs);
    const dateMs = this.#dateMs(ownDateMs, startMs - epoch.clockOffsetMs);
    const contiguous = previous?.number === number - 1;
    const discontinuity = segment.discontinuity || startsEpoch;
    const printed = (this.#numbers[index] ?? 0) + epoch.discontinuityOffset;
    const counted = (previous?.discontinuityNumber ?? 0) + (discontinuity ? 1 : 0);
    const { suppressed, isPassedTag, baseUrl } = this.#options;
    const block = new ContentBlock({
      ...{ segment, dateMs, resolve, suppressed, isPassedTag },
      previous: startsEpoch || !contiguous ? undefined : previous?.segment,
    });
    return {
      number,
      epoch: epochIndex,
      startMs,
      durationMs: segment.durationSeconds * 1000,
      dateMs,
      discontinuityNumber:
        startsEpoch || !this.#isCounted(previous, contiguous) ? printed : counted,
      discontinuity,
      segment,
      baseUrl,
      block,
    };
  }

  /** The number follows from the segment before, not from what the playlist prints. */
  #isCounted(previous: SourceSegment | undefined, contiguous: boolean): boolean {
    return contiguous || (previous !== undefined && !this.#playlist.hasDiscontinuitySequence);
  }

  /** A run without a date in a source that has dates goes on by the clock (H11). */
  #dateMs(ownDateMs: number, clockMs: number): number {
    if (!this.#isDated && !this.#window.hasDates) return Number.NaN;
    return Number.isNaN(ownDateMs) ? clockMs : ownDateMs;
  }

  /**
   * By date; by the end of the segment before when there is none or the dates went back. Segments that
   * were missed are taken to be as long as the one before them.
   */
  #startMs(previous: SourceSegment | undefined, number: number, datedMs: number): number {
    if (previous === undefined) return datedMs;
    const missed = Math.max(0, number - previous.number - 1);
    const endMs = previous.startMs + previous.durationMs * (1 + missed);
    const backwards = datedMs < previous.startMs + previous.durationMs / 2;
    return Number.isNaN(datedMs) || backwards ? Math.max(endMs, previous.startMs + 1) : datedMs;
  }
}

/** The number of the source's first listed segment; right after a restart the window keeps its length. */
function headNumber(
  window: SourceWindow,
  playlist: MediaPlaylist,
  epoch: SourceEpoch,
  lastNumber: number,
): number {
  const head = (playlist.segments[0]?.msn ?? 0) + epoch.numberOffset;
  const previousHead = window.headNumbers.at(-1);
  if (previousHead === undefined) return head;
  const removedNothing = head === epoch.firstNumber && window.epochs.length > 0;
  if (!removedNothing || previousHead >= head) return Math.max(head, previousHead);
  const previousLast = window.segments.at(-1)?.number ?? lastNumber;
  return Math.min(head, previousHead + Math.max(0, lastNumber - previousLast));
}

/** See `SourceWindow.headNumbers`; segments that came together get heads as if they had come singly. */
function headNumbers(window: SourceWindow, segments: readonly SourceSegment[], head: number) {
  const lastNumber = segments.at(-1)?.number ?? 0;
  const heads = [...window.headNumbers];
  if (heads.length === segments.length && heads.length > 0) heads[heads.length - 1] = head;
  for (const segment of segments.slice(heads.length)) {
    const single = head - (lastNumber - segment.number);
    const lowest = heads.at(-1) ?? head;
    heads.push(Math.min(head, Math.max(lowest, single)));
  }
  return heads;
}

function roundedTargetDuration(playlist: MediaPlaylist, before: number): number {
  let target = Math.max(before, Math.ceil(playlist.targetDuration), 1);
  for (const { durationSeconds } of playlist.segments)
    target = Math.max(target, Math.round(durationSeconds));
  return target;
}

function withoutOldSegments(window: SourceWindow, keptMs = 0): SourceWindow {
  const head = window.headNumbers.at(-1) ?? 0;
  const headMs = window.segments[indexOfNumber(window, head)]?.startMs ?? 0;
  const oldest = headMs - Math.max(keptMs, STITCHING_LIMITS.keptAfterRemovalMs);
  const excess = window.segments.length - STITCHING_LIMITS.maxWindowSegments;
  let from = Math.max(0, excess);
  while ((window.segments[from]?.startMs ?? oldest) < oldest) from++;
  if (from === 0) return window;
  return {
    ...window,
    segments: window.segments.slice(from),
    headNumbers: window.headNumbers.slice(from),
  };
}

/**
 * Adds a newly fetched media playlist to the window of its rendition. An older playlist, an empty one, a restart that
 * the reference rendition has not seen yet, and what comes behind one that it has seen leave the window as it is.
 * @returns the same object when nothing is new
 * @see RFC 8216 §6.2.2, §6.3.4; rules H1, H6
 */
export function extendWindow(
  known: SourceWindow | undefined,
  playlist: MediaPlaylist,
  options: WindowOptions,
): SourceWindow {
  const steps = windowSteps(known, playlist, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Likewise in steps, for playlists of hours: the caller gives way to other work between two steps.
 * @see rule SEC-S57
 */
export function* windowSteps(
  known: SourceWindow | undefined,
  playlist: MediaPlaylist,
  options: WindowOptions,
): Generator<void, SourceWindow> {
  const window = known ?? emptyWindow(playlist, options.renditionId);
  const place = placePlaylist(known, playlist);
  if (playlist.segments.length === 0 || place === 'stale') return window;
  const builder = new WindowBuilder(window, playlist, options);
  let { epochs } = window;
  if (place !== 'continues') {
    const epoch = builder.begin(place);
    if (epoch === undefined) return window;
    // As many as the reference has: of several restarts between two readings this rendition has seen the last alone.
    const missed = Math.max(0, (options.reference?.epochs.length ?? 0) - epochs.length - 1);
    epochs = [...epochs, ...Array<SourceEpoch>(missed).fill(epoch), epoch];
  }
  const segments = yield* builder.append(epochs, place === 'restart');
  // Its list goes on with what comes too late: it stands still until it begins anew itself.
  if (builder.isCut && segments.length === window.segments.length) return window;
  const epoch = epochs.at(-1);
  const last = segments.at(-1);
  if (epoch === undefined || last === undefined) return window;
  const head = headNumber(window, playlist, epoch, last.number);
  const fresh = segments.slice(window.segments.length).map(({ segment }) => segment);
  const extended: SourceWindow = {
    ...window,
    segments,
    epochs,
    headNumbers: headNumbers(window, segments, head),
    targetDuration: roundedTargetDuration(playlist, window.targetDuration),
    version: Math.max(window.version, playlist.version, neededVersion(fresh)),
    independentSegments: playlist.independentSegments,
    hasDates: window.hasDates || playlist.segments.some((s) => s.programDateTimeMs !== undefined),
    ended: playlist.endList,
  };
  return withoutOldSegments(extended, options.keptMs);
}

/**
 * Start of each segment of `playlist` on the source clock; NaN for one that the window does not hold.
 * @see RFC 8216 §4.3.2.6; rule H11
 */
export function segmentTimes(window: SourceWindow, playlist: MediaPlaylist): number[] {
  const offset = currentEpoch(window)?.numberOffset ?? 0;
  return playlist.segments.map((segment) => {
    const number = segment.msn + offset;
    const known = window.segments[indexOfNumber(window, number)];
    return known?.number === number ? known.startMs : Number.NaN;
  });
}
