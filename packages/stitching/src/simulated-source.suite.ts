// A live source and its creatives for tests: text in, so that parsing is part of what is tested.
import { formatDateTime } from '@interlude/hls';
import type { Creative, CreativeRendition } from './pods/creative.ts';

export interface SimulatedBreak {
  readonly startMs: number;
  /** Printed with CUE-OUT; undefined = none is announced. */
  readonly announcedMs?: number | undefined;
  /** When the source returns; undefined = no return cue. */
  readonly returnMs?: number | undefined;
}

export interface SimulatedRendition {
  readonly renditionId: string;
  /** Nominal segment duration, ms. */
  readonly cadenceMs: number;
  /** Segments end at splices, up to so many ms off; undefined = splices do not affect segments. */
  readonly conditionedWithinMs?: number | undefined;
  readonly firstMsn: number;
}

export interface SimulatedSource {
  readonly epochMs: number;
  readonly windowMs: number;
  readonly targetDuration: number;
  readonly breaks: readonly SimulatedBreak[];
  readonly hasDates: boolean;
  /** The source has a DISCONTINUITY at its own breaks' start and return. */
  readonly discontinuities: boolean;
  readonly encrypted?: boolean | undefined;
  readonly fmp4?: boolean | undefined;
  /** Five segments lie in one file; ranges go on from one another (RFC 8216 4.3.2.2). */
  readonly byteRanges?: boolean | undefined;
}

export interface SimulatedSegment {
  readonly startMs: number;
  readonly endMs: number;
  readonly msn: number;
  readonly tags: readonly string[];
  readonly discontinuities: number;
  readonly discontinuity: boolean;
}

function splicePoints(source: SimulatedSource): number[] {
  const points = source.breaks.flatMap(({ startMs, returnMs }) =>
    returnMs === undefined ? [startMs] : [startMs, returnMs],
  );
  return [...new Set(points)].toSorted((a, b) => a - b);
}

/** Ends of all segments up to `untilMs` (all times after the source's start). */
function segmentEnds(source: SimulatedSource, rendition: SimulatedRendition, untilMs: number) {
  const offMs = rendition.conditionedWithinMs;
  const cuts = offMs === undefined ? [] : splicePoints(source).map((at) => at + offMs);
  const ends: number[] = [];
  let atMs = 0;
  while (atMs < untilMs) {
    const cut = cuts.find((point) => point > atMs + 1 && point <= atMs + rendition.cadenceMs + 1);
    atMs = cut ?? atMs + rendition.cadenceMs;
    ends.push(atMs);
  }
  return ends;
}

function cueTags(source: SimulatedSource, startMs: number, endMs: number): string[] {
  const tags: string[] = [];
  const within = (atMs: number) => atMs >= startMs && atMs < endMs;
  for (const { startMs: out, announcedMs, returnMs } of source.breaks) {
    if (returnMs !== undefined && within(returnMs)) tags.push('#EXT-X-CUE-IN');
    if (within(out))
      tags.push(
        announcedMs === undefined ? '#EXT-X-CUE-OUT' : `#EXT-X-CUE-OUT:${announcedMs / 1000}`,
      );
    else if (startMs > out && returnMs !== undefined && startMs < returnMs)
      tags.push(
        `#EXT-X-CUE-OUT-CONT:${(startMs - out) / 1000}/${announcedMs === undefined ? '' : announcedMs / 1000}`,
      );
  }
  return tags;
}

/** All segments of a rendition until `untilMs` after the source's start. */
export function simulatedSegments(
  source: SimulatedSource,
  rendition: SimulatedRendition,
  untilMs: number,
): SimulatedSegment[] {
  const points = source.discontinuities ? splicePoints(source) : [];
  let startMs = 0;
  let discontinuities = 3;
  return segmentEnds(source, rendition, untilMs).map((endMs, index) => {
    const from = startMs;
    startMs = endMs;
    // The segment whose middle is the first after a splice carries the tag, in every rendition.
    const number = 3 + countUntil(points, (from + endMs) / 2);
    const discontinuity = index > 0 && number > discontinuities;
    discontinuities = number;
    return {
      startMs: from,
      endMs,
      msn: rendition.firstMsn + index,
      tags: cueTags(source, from, endMs),
      discontinuities,
      discontinuity,
    };
  });
}

function countUntil(points: readonly number[], atMs: number): number {
  return points.filter((point) => point <= atMs).length;
}

/** Segments in one file of a source with byte ranges. */
const SEGMENTS_PER_FILE = 5;

/** Bytes of a segment. */
const lengthOf = (msn: number) => 1_000 + (msn % 7);

function offsetOf(msn: number): number {
  let offset = 0;
  for (let before = msn - (msn % SEGMENTS_PER_FILE); before < msn; before++)
    offset += lengthOf(before);
  return offset;
}

/** Address of a segment, and its range: the offset only where it does not follow from the segment before. */
function addressLines(
  { byteRanges }: SimulatedSource,
  { renditionId }: SimulatedRendition,
  { msn, startMs, endMs }: SimulatedSegment,
  isHead: boolean,
): string[] {
  if (!byteRanges) return [`${renditionId}-${startMs}-${endMs}.seg`];
  const offset = isHead || msn % SEGMENTS_PER_FILE === 0 ? `@${offsetOf(msn)}` : '';
  const file = `${renditionId}-file-${Math.floor(msn / SEGMENTS_PER_FILE)}.seg`;
  return [`#EXT-X-BYTERANGE:${lengthOf(msn)}${offset}`, file];
}

export function simulatedPlaylist(
  source: SimulatedSource,
  rendition: SimulatedRendition,
  nowMs: number,
): string | undefined {
  const all = simulatedSegments(source, rendition, nowMs + 1).filter((s) => s.endMs <= nowMs);
  const last = all.at(-1);
  if (last === undefined) return undefined;
  const listed = all.filter((segment) => segment.startMs >= last.endMs - source.windowMs);
  const head = listed[0];
  if (head === undefined) return undefined;
  const lines = [
    '#EXTM3U',
    `#EXT-X-VERSION:${source.fmp4 ? 6 : 3}`,
    `#EXT-X-TARGETDURATION:${source.targetDuration}`,
    `#EXT-X-MEDIA-SEQUENCE:${head.msn}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${head.discontinuities - (head.discontinuity ? 1 : 0)}`,
  ];
  if (source.encrypted) lines.push('#EXT-X-KEY:METHOD=AES-128,URI="key.bin"');
  if (source.fmp4) lines.push('#EXT-X-MAP:URI="init.mp4"');
  for (const segment of listed) {
    lines.push(...segment.tags);
    if (segment.discontinuity) lines.push('#EXT-X-DISCONTINUITY');
    if (source.hasDates)
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${formatDateTime(source.epochMs + segment.startMs)}`);
    lines.push(`#EXTINF:${((segment.endMs - segment.startMs) / 1000).toFixed(3)},`);
    lines.push(...addressLines(source, rendition, segment, segment === head));
  }
  return `${lines.join('\n')}\n`;
}

function creativeRendition(
  name: string,
  cadenceMs: number,
  durationMs: number,
  fmp4: boolean,
): CreativeRendition {
  const startsMs: number[] = [];
  const segments = [];
  for (let atMs = 0; atMs < durationMs - 1; atMs += cadenceMs) {
    startsMs.push(atMs);
    const seconds = (Math.min(cadenceMs, durationMs - atMs) / 1000).toFixed(3);
    segments.push({
      durationSeconds: Number(seconds),
      extinf: `${seconds},`,
      uri: `https://ads.example/${name}/${segments.length}.seg`,
    });
  }
  return {
    segments,
    startsMs,
    map: fmp4 ? { uri: `https://ads.example/${name}/init.mp4` } : undefined,
  };
}

/** A creative whose renditions have the cadences given; audio may differ from video by a few ms. */
export function simulatedCreative(
  creativeId: string,
  durationMs: number,
  cadences: Readonly<Record<string, number>>,
  fmp4 = false,
): Creative {
  const renditions: Record<string, CreativeRendition> = {};
  let longestFirstMs = 0;
  for (const [renditionId, cadenceMs] of Object.entries(cadences)) {
    const rendition = creativeRendition(
      `${creativeId}/${renditionId}`,
      cadenceMs,
      durationMs,
      fmp4,
    );
    renditions[renditionId] = rendition;
    longestFirstMs = Math.max(longestFirstMs, (rendition.segments[0]?.durationSeconds ?? 0) * 1000);
  }
  const reference = Object.values(renditions)[0];
  return {
    creativeId,
    durationMs,
    boundariesMs: (reference?.segments ?? []).map(
      (segment, index) => (reference?.startsMs[index] ?? 0) + segment.durationSeconds * 1000,
    ),
    begunAfterMs: longestFirstMs / 2,
    renditions,
  };
}
