// How a newly fetched playlist relates to what is known of its rendition.
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
  /** Older than what is known: a cache on the way. */
  | 'stale'
  /** The source began anew (H6). */
  | 'restart';

export function currentEpoch(window: SourceWindow): SourceEpoch | undefined {
  return window.epochs.at(-1);
}

/** Query strings carry tokens that change with each fetch; the path names the segment. */
function pathOf(uri: string): string {
  const query = uri.indexOf('?');
  return query < 0 ? uri : uri.slice(0, query);
}

const fileOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Dates that differ by less are the same, printed by two packagers, ms. */
const SAME_DATE_MS = 100;

/**
 * By path. Tokens stand in folders, too, and the packager that takes over has a folder of its own: a file of the same
 * name and date is the same segment wherever it lies.
 */
function isSame(known: SourceSegment, segment: Segment, dateMs: number): boolean {
  const [path, knownPath] = [pathOf(segment.uri), pathOf(known.segment.uri)];
  if (path === knownPath) return true;
  return fileOf(path) === fileOf(knownPath) && Math.abs(known.dateMs - dateMs) < SAME_DATE_MS;
}

/** Do both hold the same segment under the numbers they share? undefined when they share none. */
function agrees(window: SourceWindow, playlist: MediaPlaylist, epoch: SourceEpoch) {
  const dates = programDateTimes(playlist);
  let compared: boolean | undefined;
  for (const [index, segment] of playlist.segments.entries()) {
    const number = segment.msn + epoch.numberOffset;
    const known = window.segments[indexOfNumber(window, number)];
    if (known?.number !== number || number < epoch.firstNumber) continue;
    compared = isSame(known, segment, (dates[index] ?? Number.NaN) + epoch.dateShiftMs);
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
