// How a newly fetched playlist relates to what is known of its rendition.
import type { MediaPlaylist } from '@interlude/hls';
import { indexOfNumber, type SourceEpoch, type SourceWindow } from './source-window.ts';

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

/** Do both hold the same segment under the numbers they share? undefined when they share none. */
function agrees(window: SourceWindow, playlist: MediaPlaylist, epoch: SourceEpoch) {
  let compared: boolean | undefined;
  for (const segment of playlist.segments) {
    const number = segment.msn + epoch.numberOffset;
    const known = window.segments[indexOfNumber(window, number)];
    if (known?.number !== number || number < epoch.firstNumber) continue;
    compared = pathOf(known.segment.uri) === pathOf(segment.uri);
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
