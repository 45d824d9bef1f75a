// Relation of a newly fetched playlist to the window of its rendition.
import { type MediaPlaylist, programDateTimes, type Segment } from '@interlude/hls';
import {
  indexOfNumber,
  type SourceEpoch,
  type SourceSegment,
  type SourceWindow,
} from './source-window.ts';

export type PlaylistPlace =
  /** Nothing is known yet. */
  | 'first'
  /** It goes on where the window ends, or repeats it; segments may be missing between (a hole). */
  | 'continues'
  /** Older than the window: from a cache on the way. */
  | 'stale'
  /** The source began anew (H6). */
  | 'restart';

export function currentEpoch(window: SourceWindow): SourceEpoch | undefined {
  return window.epochs.at(-1);
}

/** The path of a segment URI identifies it: query strings carry tokens that change with each fetch. */
function pathOf(uri: string): string {
  const query = uri.indexOf('?');
  return query < 0 ? uri : uri.slice(0, query);
}

const fileOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Dates of two packagers that differ by less, ms, are equal. */
const SAME_DATE_MS = 100;

/**
 * Whether a listed segment is a known one: by path, else by file name and date. Folders may differ: they may contain
 * tokens, and a redundant packager has a folder of its own.
 * @param dateMs computes the date of the listed segment, needed only when paths differ
 */
function isSame(known: SourceSegment, segment: Segment, dateMs: () => number): boolean {
  const [path, knownPath] = [pathOf(segment.uri), pathOf(known.segment.uri)];
  if (path === knownPath) return true;
  return fileOf(path) === fileOf(knownPath) && Math.abs(known.dateMs - dateMs()) < SAME_DATE_MS;
}

/** Whether window and playlist have the same segment at a number that both list; undefined when they share none. */
function agrees(window: SourceWindow, playlist: MediaPlaylist, epoch: SourceEpoch) {
  let dates: Float64Array | undefined;
  const dateOf = (index: number) => {
    dates ??= programDateTimes(playlist);
    return (dates[index] ?? Number.NaN) + epoch.dateShiftMs;
  };
  let compared: boolean | undefined;
  for (const [index, segment] of playlist.segments.entries()) {
    const number = segment.msn + epoch.numberOffset;
    const known = window.segments[indexOfNumber(window, number)];
    if (known?.number !== number || number < epoch.firstNumber) continue;
    compared = isSame(known, segment, () => dateOf(index));
    if (compared) return true;
  }
  return compared;
}

export function placePlaylist(
  window: SourceWindow | undefined,
  playlist: MediaPlaylist,
): PlaylistPlace {
  const last = window?.segments.at(-1);
  const epoch = window === undefined ? undefined : currentEpoch(window);
  const newest = playlist.segments.at(-1);
  if (window === undefined || last === undefined || epoch === undefined) return 'first';
  if (newest === undefined) return 'stale';
  const sameSegments = agrees(window, playlist, epoch);
  if (sameSegments === false) return 'restart';
  if (newest.msn + epoch.numberOffset >= last.number) return 'continues';
  return sameSegments === true ? 'stale' : 'restart';
}
