// Epochs: what the first start of a source and each restart add to the numbers and dates that its playlists print. A
// restart is the same for all renditions, whichever of them is read first.
import type { MediaPlaylist } from '@interlude/hls';
import { currentEpoch } from './place-playlist.ts';
import { alignToReference, discontinuityNumberAt, syntheticStart } from './source-clock.ts';
import { middleMs, type SourceEpoch, type SourceWindow, windowEdgeMs } from './source-window.ts';

export interface EpochOptions {
  /** Epoch ms of the fetch; only a source without dates uses it. */
  readonly nowMs: number;
  /** Window of the channel's reference rendition; undefined for that rendition itself. */
  readonly reference?: SourceWindow | undefined;
  /** Windows of the other renditions, only for the reference: a restart begins after what they have shown. */
  readonly others?: readonly SourceWindow[] | undefined;
}

/** The first playlist of an epoch. */
export interface EpochStart extends EpochOptions {
  /** Window of the rendition before this playlist. */
  readonly window: SourceWindow;
  readonly playlist: MediaPlaylist;
  /** Date of its first segment, epoch ms; NaN without one. */
  readonly dateMs: number;
  /** Discontinuity number of its first segment, by the playlist's own count. */
  readonly discontinuityNumber: number;
}

interface EpochClock {
  readonly clockOffsetMs: number;
  readonly dateShiftMs: number;
  /** Date of the first segment, epoch ms: its own, else the one assigned to it. */
  readonly dateMs: number;
}

export interface BegunEpoch {
  readonly epoch: SourceEpoch;
  /** Date of the first segment, epoch ms: its own, else the one assigned to it. */
  readonly dateMs: number;
}

/** Renditions of one source show its restart within this time of each other, target durations. */
const RESTART_SPREAD = 3;

/** Time after the restart of the reference within which other renditions restart, too, ms on the source clock. */
export function restartSpreadMs({ targetDuration }: Pick<SourceWindow, 'targetDuration'>): number {
  return RESTART_SPREAD * targetDuration * 1_000;
}

/** Clock of another rendition: its first segment gets the time that it has in the reference. */
function clockOf({ playlist, dateMs }: EpochStart, reference: SourceWindow): EpochClock {
  const { clockOffsetMs = 0, dateShiftMs = 0 } = currentEpoch(reference) ?? {};
  const isDated = !Number.isNaN(dateMs);
  if (isDated && reference.hasDates) return { clockOffsetMs, dateShiftMs, dateMs };
  const alignedMs = alignToReference(playlist, 0, reference);
  return isDated
    ? { clockOffsetMs: alignedMs - dateMs, dateShiftMs: 0, dateMs }
    : { clockOffsetMs: 0, dateShiftMs: 0, dateMs: alignedMs };
}

/** Clock of the reference: by its dates, else by the time of the fetch. */
function firstClock({ playlist, dateMs, nowMs }: EpochStart): EpochClock {
  const startMs = Number.isNaN(dateMs) ? syntheticStart(playlist, nowMs) : dateMs;
  return { clockOffsetMs: 0, dateShiftMs: 0, dateMs: startMs };
}

/**
 * Clock of the reference after a restart: after its own last segment, and after the last segments of the
 * others (with dates: after their middles).
 */
function restartClock({ window, others = [], dateMs }: EpochStart): EpochClock {
  const clockOffsetMs = currentEpoch(window)?.clockOffsetMs ?? 0;
  const edgeMs = windowEdgeMs(window);
  // A rendition that is far ahead has wrong dates: they must not become those of all.
  const latestMs = edgeMs + restartSpreadMs(window);
  const lasts = others.flatMap(({ segments }) => segments.at(-1) ?? []);
  const near = lasts.filter(({ startMs }) => startMs < latestMs);
  if (Number.isNaN(dateMs)) {
    const edgesMs = near.map(({ startMs, durationMs }) => startMs + durationMs);
    const startMs = Math.max(edgeMs, ...edgesMs) - clockOffsetMs;
    return { clockOffsetMs, dateShiftMs: 0, dateMs: startMs };
  }
  const earliestMs = Math.max(edgeMs, ...near.map(middleMs));
  const dateShiftMs = Math.max(0, earliestMs - dateMs - clockOffsetMs);
  return { clockOffsetMs, dateShiftMs, dateMs };
}

const startOf = ({ dateMs, dateShiftMs, clockOffsetMs }: EpochClock) =>
  dateMs + dateShiftMs + clockOffsetMs;

/** Discontinuity number of the reference in the middle of the first segment. */
function numberThere({ playlist }: EpochStart, reference: SourceWindow, startMs: number) {
  const { durationSeconds = 0 } = playlist.segments[0] ?? {};
  return discontinuityNumberAt(reference, startMs + durationSeconds * 500);
}

/** Epoch of the very first playlist: numbers as printed, clock and discontinuity numbers of the reference. */
export function firstEpoch(start: EpochStart): BegunEpoch {
  const { reference, playlist, discontinuityNumber } = start;
  const hasReference = reference !== undefined && reference.segments.length > 0;
  const { dateMs, ...clock } = hasReference ? clockOf(start, reference) : firstClock(start);
  let discontinuityOffset = (reference && currentEpoch(reference)?.discontinuityOffset) ?? 0;
  if (reference !== undefined && !playlist.hasDiscontinuitySequence) {
    const there = numberThere(start, reference, startOf({ ...clock, dateMs }));
    discontinuityOffset = (there ?? 0) - discontinuityNumber;
  }
  const epoch: SourceEpoch = {
    ...clock,
    numberOffset: 0,
    discontinuityOffset,
    firstNumber: playlist.segments[0]?.msn ?? 0,
    firstDiscontinuityNumber: discontinuityNumber + discontinuityOffset,
  };
  return { epoch, dateMs };
}

const lastNumber = ({ segments }: SourceWindow) => segments.at(-1)?.discontinuityNumber ?? 0;

/** Discontinuity number of the first segment after a restart; the reference may have dropped that segment already. */
function discontinuityOf(start: EpochStart, reference: SourceWindow, startMs: number): number {
  const { discontinuityOffset = 0, firstDiscontinuityNumber = 0 } = currentEpoch(reference) ?? {};
  const there = start.playlist.hasDiscontinuitySequence
    ? start.discontinuityNumber + discontinuityOffset
    : numberThere(start, reference, startMs);
  return Math.max(firstDiscontinuityNumber, lastNumber(start.window) + 1, there ?? 0);
}

/**
 * Numbers, discontinuities and dates go on where the source broke off, in every rendition at the time and with the
 * discontinuity number of the reference, whichever of them was read first.
 * @returns undefined while the reference has not begun anew: it decides what a restart means, and this rendition waits
 * @see RFC 8216 §6.2.2; rules H3, H6, H11
 */
export function restartEpoch(start: EpochStart): BegunEpoch | undefined {
  const { reference, others = [], window, playlist } = start;
  if (reference && reference.epochs.length <= window.epochs.length) return undefined;
  const { dateMs, ...clock } = reference ? clockOf(start, reference) : restartClock(start);
  const firstDiscontinuityNumber = reference
    ? discontinuityOf(start, reference, startOf({ ...clock, dateMs }))
    : Math.max(...[window, ...others].map(lastNumber)) + 1;
  const firstNumber = (window.segments.at(-1)?.number ?? -1) + 1;
  const epoch: SourceEpoch = {
    ...clock,
    numberOffset: firstNumber - (playlist.segments[0]?.msn ?? 0),
    discontinuityOffset: firstDiscontinuityNumber - start.discontinuityNumber,
    firstNumber,
    firstDiscontinuityNumber,
  };
  return { epoch, dateMs };
}
