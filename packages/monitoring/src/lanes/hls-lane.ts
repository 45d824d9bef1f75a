/** A media playlist as entries of a lane, and its markers of breaks. */
import { safeText, safeUrl } from '@interlude/audit';
import type { MonitoringSegment } from '@interlude/contract';
import { type MediaPlaylist, parseMediaPlaylist, programDateTimes } from '@interlude/hls';
import { type HlsMarker, hlsMarkers } from './hls-markers.ts';
import { type AdNames, adOf, type LaneReading, plainEntry } from './lane-reading.ts';
import { shortHash } from './short-hash.ts';

/** Time of one media sequence number of a playlist without dates. Opaque: begin with undefined. */
export interface UndatedClock {
  readonly number: number;
  readonly startMs: number;
}

export interface SeenMarker extends HlsMarker {
  /** Epoch ms on the source clock. */
  readonly startMs: number;
  /** Number of the segment that carries it. */
  readonly number: number;
}

/** Entries, markers and edges that one reading of a media playlist gives. */
export interface SeenPlaylist {
  readonly entries: readonly MonitoringSegment[];
  readonly markers: readonly SeenMarker[];
  /** Start of the first and end of the last segment, epoch ms; NaN when it is empty. */
  readonly startMs: number;
  readonly endMs: number;
  readonly targetDurationMs: number;
  /** Its segments have dates of their own. */
  readonly isDated: boolean;
  readonly clock: UndatedClock | undefined;
}

/** Segments of one playlist that become entries, the newest ones. */
const maxSegments = 2_000;

interface Times {
  readonly starts: readonly number[];
  readonly isDated: boolean;
  readonly clock: UndatedClock | undefined;
}

/** By EXT-X-PROGRAM-DATE-TIME; without it the first reading ends at its load time, and later ones continue it. */
function timesOf(
  playlist: MediaPlaylist,
  loadedAtMs: number,
  before: UndatedClock | undefined,
): Times {
  const { segments } = playlist;
  const dates = [...programDateTimes(playlist)];
  if (dates.every((date) => !Number.isNaN(date)))
    return { starts: dates, isDated: segments.length > 0, clock: undefined };
  const known = segments.findIndex(({ msn }) => msn === before?.number);
  const starts: number[] = new Array(segments.length).fill(Number.NaN);
  const total = segments.reduce((sum, { durationSeconds }) => sum + durationSeconds * 1000, 0);
  let atMs =
    known >= 0 && before !== undefined
      ? segments
          .slice(0, known)
          .reduce((ms, { durationSeconds }) => ms - durationSeconds * 1000, before.startMs)
      : loadedAtMs - total;
  segments.forEach(({ durationSeconds }, index) => {
    starts[index] = atMs;
    atMs += durationSeconds * 1000;
  });
  const [first] = segments;
  const clock = first && { number: first.msn, startMs: starts[0] ?? atMs };
  const middle = segments[Math.floor(segments.length / 2)];
  const middleMs = starts[Math.floor(segments.length / 2)];
  return {
    starts,
    isDated: false,
    // A segment in the middle of the window, which the next reading still lists.
    clock: middle && middleMs !== undefined ? { number: middle.msn, startMs: middleMs } : clock,
  };
}

const textOf = (markers: readonly HlsMarker[], kind: HlsMarker['kind']) =>
  safeText(
    markers
      .filter((marker) => marker.kind === kind)
      .map(({ text }) => text)
      .join(' '),
  );

/**
 * Reads a media playlist into entries of its lane.
 * @throws HlsLimitError when it is larger than the parser reads
 * @see RFC 8216 §4.3.2
 */
export function readHlsLane(
  reading: LaneReading,
  names: AdNames,
  before: UndatedClock | undefined,
): SeenPlaylist {
  const { playlist } = parseMediaPlaylist(reading.text);
  const { segments } = playlist;
  const { starts, isDated, clock } = timesOf(playlist, reading.loadedAtMs, before);
  const first = Math.max(0, segments.length - maxSegments);
  const entries: MonitoringSegment[] = [];
  const markers: SeenMarker[] = [];
  segments.forEach((segment, index) => {
    if (index < first) return;
    const startMs = starts[index] ?? Number.NaN;
    const of = hlsMarkers(segment);
    for (const marker of of)
      markers.push({ ...marker, startMs: marker.atMs ?? startMs, number: segment.msn });
    const address = URL.parse(segment.uri, reading.url)?.href ?? segment.uri;
    const named = adOf(names, segment.uri);
    entries.push({
      ...plainEntry,
      ...named,
      id: `${segment.msn}-${shortHash(segment.uri)}`,
      start: Math.round(startMs),
      duration: segment.durationSeconds,
      loadTime: reading.loadedAtMs,
      uri: safeUrl(segment.uri),
      origUri: reading.lane === 'output' && named.kind === 'content' ? safeUrl(address) : '',
      cueOut: textOf(of, 'out'),
      cueOutCont: textOf(of, 'cont'),
      cueIn: textOf(of, 'in'),
      discontinuity: segment.discontinuity,
      number: segment.msn,
      manifestKey: reading.manifestKey,
    });
  });
  const last = segments.length - 1;
  return {
    entries,
    markers,
    startMs: starts[0] ?? Number.NaN,
    endMs: (starts[last] ?? Number.NaN) + (segments[last]?.durationSeconds ?? 0) * 1000,
    targetDurationMs: playlist.targetDuration * 1000,
    isDated,
    clock,
  };
}
