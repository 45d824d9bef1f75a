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

/** Appends the segments of one playlist to a window; keeps the counters that run from segment to segment. */
class WindowBuilder {
  readonly #playlist: MediaPlaylist;
  readonly #options: WindowOptions;
  readonly #window: SourceWindow;
  readonly #segments: SourceSegment[];
  /** Dates by index in the playlist, epoch ms: of the appended segments, and of the first one of a new epoch. */
  #dates: Float64Array = new Float64Array(0);
  readonly #numbers: number[];
  readonly #isDated: boolean;
  /** Segments after the restart of the reference rendition were left out. */
  isCut = false;

  constructor(window: SourceWindow, playlist: MediaPlaylist, options: WindowOptions) {
    this.#window = window;
    this.#playlist = playlist;
    this.#options = options;
    this.#segments = [...window.segments];
    this.#numbers = ownDiscontinuityNumbers(playlist);
    this.#isDated = playlist.segments.some((segment) => segment.programDateTimeMs !== undefined);
  }

  /** The epoch that begins with this playlist; undefined while this rendition waits for the reference. */
  begin(place: 'first' | 'restart'): SourceEpoch | undefined {
    const { nowMs, reference, others } = this.#options;
    this.#dates = programDateTimes(this.#playlist);
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
   * Start of the reference's restart, ms on the source clock, while this rendition still lists its old start: none
   * of its segments may follow there. Infinity without one, and once the rendition is overdue: it goes on as it
   * is, because it must not stand still.
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

  /** Index of the first segment behind the window; numbers of a playlist have no hole (RFC 8216 §4.3.3.2). */
  #firstNew({ numberOffset }: SourceEpoch, restarted: boolean): number {
    const lastNumber = restarted ? -1 : (this.#segments.at(-1)?.number ?? -1);
    const firstListed = (this.#playlist.segments[0]?.msn ?? 0) + numberOffset;
    return Math.max(0, lastNumber + 1 - firstListed);
  }

  /** Appends the new segments of the playlist; yields after each `SEGMENTS_PER_STEP` of them. */
  *append(epochs: readonly SourceEpoch[], restarted: boolean): Generator<void, SourceSegment[]> {
    const epoch = epochs.at(-1);
    if (epoch === undefined) return this.#segments;
    const { segments } = this.#playlist;
    const first = this.#firstNew(epoch, restarted);
    if (this.#dates.length === 0) this.#dates = programDateTimes(this.#playlist, first);
    const lastMs = this.#lastMs(epochs);
    const resolve = uriResolver(this.#options.baseUrl);
    const isLong = segments.length > SEGMENTS_PER_STEP;
    let appended = 0;
    for (let index = first; index < segments.length; index++) {
      const segment = segments[index];
      if (segment === undefined) break;
      if (!this.#meetReference(segment, index, epoch)) break;
      const next = this.#sourceSegment(segment, index, epoch, epochs.length - 1, resolve);
      this.isCut = middleMs(next) > lastMs;
      if (this.isCut) break;
      this.#segments.push(next);
      // Rendered now, in steps: else the first output would render thousands of segments at once (SEC-S57).
      if (isLong) next.block.text(false, false);
      appended += 1;
      if (appended % SEGMENTS_PER_STEP === 0) yield;
    }
    return this.#segments;
  }

  /**
   * A rendition without dates is timed by EXTINF and would diverge from the reference: it is aligned again at each
   * discontinuity, and at the first segment after missed ones.
   * @returns false when the reference has not reached that discontinuity: the segment is left for the next playlist
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

  /** Whether the discontinuity number is counted on from the previous segment, not taken from the playlist. */
  #isCounted(previous: SourceSegment | undefined, contiguous: boolean): boolean {
    return contiguous || (previous !== undefined && !this.#playlist.hasDiscontinuitySequence);
  }

  /** Date of a segment, epoch ms: its own, else, in a source that has dates, by the source clock (H11); NaN without. */
  #dateMs(ownDateMs: number, clockMs: number): number {
    if (!this.#isDated && !this.#window.hasDates) return Number.NaN;
    return Number.isNaN(ownDateMs) ? clockMs : ownDateMs;
  }

  /**
   * Start on the source clock, ms: by date, or by the end of the previous segment when there is no date or it goes
   * back. Missed segments are taken to be as long as the one before them.
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

function roundedTargetDuration(
  playlist: MediaPlaylist,
  before: number,
  fresh: readonly Segment[],
): number {
  let target = Math.max(before, Math.ceil(playlist.targetDuration), 1);
  for (const { durationSeconds } of fresh) target = Math.max(target, Math.round(durationSeconds));
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
 * the reference rendition has not shown yet, and old segments after one that it has shown leave the window as it is.
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
 * `extendWindow` in steps, for playlists of hours: the caller does other work between two steps.
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
    // One epoch for each of the reference: of several restarts between two readings this rendition saw only the last.
    const missed = Math.max(0, (options.reference?.epochs.length ?? 0) - epochs.length - 1);
    epochs = [...epochs, ...Array<SourceEpoch>(missed).fill(epoch), epoch];
  }
  const segments = yield* builder.append(epochs, place === 'restart');
  // All new segments are after the reference's restart: the window stays as it is until this rendition restarts.
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
    targetDuration: roundedTargetDuration(playlist, window.targetDuration, fresh),
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
  const { segments } = window;
  let index = indexOfNumber(window, (playlist.segments[0]?.msn ?? 0) + offset);
  return playlist.segments.map(({ msn }) => {
    const number = msn + offset;
    while ((segments[index]?.number ?? number) < number) index++;
    const known = segments[index];
    return known?.number === number ? known.startMs : Number.NaN;
  });
}
