import type { MediaPlaylist } from './media-playlist.ts';

/** Extrapolates backwards from the tag at `tagged` to the start of its run. */
function fillBackwards(
  segments: MediaPlaylist['segments'],
  times: Float64Array,
  runStart: number,
  tagged: number,
): void {
  for (let index = tagged - 1; index >= runStart; index--)
    times[index] =
      (times[index + 1] ?? Number.NaN) - (segments[index]?.durationSeconds ?? 0) * 1000;
}

/**
 * The latest segment up to `from` that has a date or follows a discontinuity: no earlier segment influences its start.
 */
function startOfReading(segments: MediaPlaylist['segments'], from: number): number {
  for (let index = Math.min(from, segments.length - 1); index > 0; index--) {
    const segment = segments[index];
    if (segment?.discontinuity || segment?.programDateTimeMs !== undefined) return index;
  }
  return 0;
}

/**
 * Start of every segment in epoch ms. Within a run between discontinuities a segment without a date continues its
 * neighbours', forwards from the last tag and backwards from the first; NaN in a run without any date (a date does not
 * apply across a discontinuity, RFC 8216 6.3.3).
 * @param from index of the first segment whose start is needed; elements before it may be NaN
 */
export function programDateTimes(
  playlist: Pick<MediaPlaylist, 'segments'>,
  from = 0,
): Float64Array {
  const { segments } = playlist;
  const times = new Float64Array(segments.length).fill(Number.NaN);
  let runStart = startOfReading(segments, from);
  let running = Number.NaN;
  for (let index = runStart; index < segments.length; index++) {
    const segment = segments[index];
    if (segment === undefined) break;
    if (segment.discontinuity && index > 0) {
      runStart = index;
      running = Number.NaN;
    }
    const dated = segment.programDateTimeMs;
    const first = dated !== undefined && Number.isNaN(running);
    if (dated !== undefined) running = dated;
    times[index] = running;
    if (first) fillBackwards(segments, times, runStart, index);
    running += segment.durationSeconds * 1000;
  }
  return times;
}
