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
 * Start of every segment in epoch ms. Within a run between discontinuities a segment without a date
 * continues its neighbours', forwards from the last tag and backwards from the first; NaN in a run
 * that has none (a date says nothing across a discontinuity, RFC 8216 6.3.3).
 */
export function programDateTimes(playlist: Pick<MediaPlaylist, 'segments'>): Float64Array {
  const { segments } = playlist;
  const times = new Float64Array(segments.length).fill(Number.NaN);
  let runStart = 0;
  let running = Number.NaN;
  segments.forEach((segment, index) => {
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
  });
  return times;
}
