/** One WebVTT segment of the live channel (RFC 8216bis §3.5): its number and its time, mapped to the media's clock. */
import { breakAt, secondsOf, segmentStartMs } from './break-schedule.ts';
import type { LiveOptions } from './live-options.ts';

/** `mediaTicks`: 90 kHz time of the segment's first video frame, as its media carry it. */
export function writeSubtitleSegment(
  segment: number,
  mediaTicks: number,
  schedule: Pick<LiveOptions, 'breakSegments' | 'everySegments' | 'returns'>,
): string {
  const length = secondsOf(1);
  const half = length / 2;
  const clock = new Date(segmentStartMs(segment)).toISOString().slice(11, 19);
  const what = breakAt(segment, schedule) === undefined ? 'Programme' : 'Break of the source';
  return [
    'WEBVTT',
    `X-TIMESTAMP-MAP=MPEGTS:${mediaTicks},LOCAL:00:00:00.000`,
    '',
    `${segment}.1`,
    `${time(0)} --> ${time(half)}`,
    `${what}, segment ${segment}`,
    '',
    `${segment}.2`,
    `${time(half)} --> ${time(length)}`,
    clock,
    '',
  ].join('\n');
}

const time = (seconds: number) => `00:00:${seconds.toFixed(3).padStart(6, '0')}`;
