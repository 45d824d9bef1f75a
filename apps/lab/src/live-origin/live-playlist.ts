/**
 * The live media playlist at a moment (RFC 8216bis §4.4): a pure function of the options, so that any number of
 * labs and any restart agree. CMAF runs on without discontinuity; TS has one at each turn of the loop.
 */
import { type BreakPlace, breakAt, secondsOf, segmentStartMs } from './break-schedule.ts';
import { edgeSegment, type LiveOptions, LOOP_SEGMENTS, SEGMENT_MS } from './live-options.ts';
import { spliceInsertHex } from './splice-insert.ts';

/** Segments between two EXT-X-PROGRAM-DATE-TIME. */
const DATE_EVERY = 5;

export function writeLivePlaylist(options: LiveOptions, rendition: string): string {
  const last = edgeSegment(options.nowMs);
  const first = Math.max(0, last - options.windowSegments + 1);
  const lines = header(options, first, rendition);
  for (let segment = first; segment <= last; segment += 1) {
    lines.push(...segmentLines(options, segment, first, rendition));
  }
  return `${lines.join('\n')}\n`;
}

function header(options: LiveOptions, first: number, rendition: string): string[] {
  const isTs = options.container === 'ts';
  // The tag of the window's first segment is left out, so its loop is already counted: floor, not ceil.
  const round = options.fault === 'ceil' ? Math.ceil : Math.floor;
  return [
    '#EXTM3U',
    `#EXT-X-VERSION:${isTs ? 4 : 7}`,
    `#EXT-X-TARGETDURATION:${Math.ceil(SEGMENT_MS / 1000)}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    ...(isTs ? [`#EXT-X-DISCONTINUITY-SEQUENCE:${round(first / LOOP_SEGMENTS)}`] : []),
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(isTs ? [] : [`#EXT-X-MAP:URI="${rendition}/init.mp4"`]),
    ...(options.isEncrypted ? ['#EXT-X-KEY:METHOD=AES-128,URI="../../key"'] : []),
  ];
}

function segmentLines(
  options: LiveOptions,
  segment: number,
  first: number,
  rendition: string,
): string[] {
  const inside = breakAt(segment, options);
  const before = inside?.position === 0 ? undefined : breakAt(segment - 1, options);
  const isTurn = options.container === 'ts' && segment % LOOP_SEGMENTS === 0;
  const isDated = segment === first || segment % DATE_EVERY === 0 || inside?.position === 0;
  const ended = inside === undefined ? before : undefined;
  const extension = options.container === 'cmaf' ? 'm4s' : options.isEncrypted ? 'enc.ts' : 'ts';
  return [
    ...(isTurn && segment > first ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(isDated || ended !== undefined ? [`#EXT-X-PROGRAM-DATE-TIME:${isoTime(segment)}`] : []),
    ...breakLines(options, segment, inside, ended),
    `#EXTINF:${secondsOf(1).toFixed(5)},`,
    `${rendition}/${segment}.${extension}`,
  ];
}

function breakLines(
  options: LiveOptions,
  segment: number,
  inside: BreakPlace | undefined,
  ended: BreakPlace | undefined,
): string[] {
  if (options.dialect === 'none') return [];
  const isSilent = options.returns === 'none';
  if (inside === undefined) {
    if (ended === undefined || isSilent) return [];
    return [options.dialect === 'cue' ? '#EXT-X-CUE-IN' : rangeIn(ended, segment)];
  }
  if (options.dialect === 'daterange') return inside.position === 0 ? [rangeOut(inside)] : [];
  const duration = secondsOf(inside.announcedSegments).toFixed(2);
  if (inside.position === 0) return [`#EXT-X-CUE-OUT:DURATION=${duration}`];
  const elapsed = secondsOf(inside.position).toFixed(2);
  return [`#EXT-X-CUE-OUT-CONT:ElapsedTime=${elapsed},Duration=${duration}`];
}

const isoTime = (segment: number) => new Date(segmentStartMs(segment)).toISOString();

const rangeStart = (place: BreakPlace) =>
  `#EXT-X-DATERANGE:ID="break-${place.id}",START-DATE="${isoTime(place.firstSegment)}"`;

function rangeOut(place: BreakPlace): string {
  const seconds = secondsOf(place.announcedSegments);
  const message = spliceInsertHex({
    eventId: place.id,
    isOut: true,
    atSeconds: secondsOf(place.firstSegment),
    durationSeconds: seconds,
  });
  return `${rangeStart(place)},PLANNED-DURATION=${seconds.toFixed(2)},SCTE35-OUT=0x${message}`;
}

function rangeIn(place: BreakPlace, segment: number): string {
  const message = spliceInsertHex({
    eventId: place.id,
    isOut: false,
    atSeconds: secondsOf(segment),
  });
  const seconds = secondsOf(segment - place.firstSegment).toFixed(2);
  return `${rangeStart(place)},DURATION=${seconds},SCTE35-IN=0x${message}`;
}
