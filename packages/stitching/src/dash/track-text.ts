// The segments of one track in one part of its Period, as SegmentTemplate or SegmentList with a timeline: it lists
// exactly the available segments, whatever the source's own addressing is.
import { element, printTicks, withAttributes, writeElement } from '@interlude/dash';
import type { DashTrack } from '../dash-source/dash-window.ts';
import { isNumbered } from '../dash-source/grow-track.ts';
import { endOfRuns, segmentCount, sliceRuns, type TrackRun } from '../dash-source/track-runs.ts';

/** Times after the source period's start, ms. */
export interface TrackSpan {
  /** Period@start of the part. */
  readonly fromMs: number;
  /** Segments that end before this have left the time-shift buffer. */
  readonly headMs: number;
  readonly untilMs: number;
}

export interface ListedTrack {
  readonly text: string;
  readonly count: number;
  /** Longest segment, ms. */
  readonly longestMs: number;
}

/** Rewrites an absolute address; identity when there is nothing to replace. */
export type LocationRewrite = (address: string) => string;

/** Less of a segment than this is not worth its download, ms: one audio frame. */
const OVERLAP_MS = 25;
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\//i;

export function rewritten(address: string, rewrite: LocationRewrite | undefined): string {
  return rewrite !== undefined && ABSOLUTE.test(address) ? rewrite(address) : address;
}

/** `<S>` elements; @t is printed where a run does not continue the one before. */
function segmentsText(runs: readonly TrackRun[], timeOrigin: bigint): string {
  let text = '';
  let next: number | undefined;
  for (const { t, d, count } of runs) {
    const time = t === next ? '' : ` t="${printTicks(t, timeOrigin)}"`;
    text += `<S${time} d="${d}"${count > 1 ? ` r="${count - 1}"` : ''}/>`;
    next = t + d * count;
  }
  return text;
}

export function timelineText(runs: readonly TrackRun[], timeOrigin: bigint): string {
  return `<SegmentTimeline>${segmentsText(runs, timeOrigin)}</SegmentTimeline>`;
}

const ticksOf = ({ presentationTimeOffset, timescale }: DashTrack, ms: number) =>
  presentationTimeOffset + (ms * timescale) / 1000;
const overlapOf = ({ timescale }: DashTrack) => (OVERLAP_MS * timescale) / 1000;

function listed(track: DashTrack, span: TrackSpan, offset: number) {
  const ticks = (ms: number) => ticksOf(track, ms);
  const overlap = overlapOf(track);
  const from = offset + overlap;
  const until = ticks(span.untilMs) - overlap;
  const shown = sliceRuns(track.runs, Math.max(from, ticks(span.headMs)), until);
  if (shown.runs.length > 0) return shown;
  // All segments are older than the buffer: the last one stays as long as its part does.
  const all = sliceRuns(track.runs, from, until);
  const last = all.runs.at(-1);
  if (last === undefined) return all;
  const skipped = last.count - 1;
  const kept = { ...last, t: last.t + skipped * last.d, n: last.n + skipped, count: 1 };
  return { runs: [kept], skipped: all.skipped + segmentCount(all.runs) - 1 };
}

function templateText(
  track: Extract<DashTrack, { kind: 'template' }>,
  runs: readonly TrackRun[],
  offset: string,
  rewrite: LocationRewrite | undefined,
): string {
  const { initialization, initializationRange } = track;
  const init = initialization === undefined ? undefined : rewritten(initialization, rewrite);
  const open = writeElement(
    element('SegmentTemplate', {
      timescale: track.timescale,
      presentationTimeOffset: offset,
      startNumber: isNumbered(track) ? runs[0]?.n : undefined,
      initialization: initializationRange === undefined ? init : undefined,
      media: rewritten(track.media, rewrite),
    }),
  ).slice(0, -2);
  return `${open}>${initText(init, initializationRange)}${timelineText(runs, track.timeOrigin)}</SegmentTemplate>`;
}

function initText(address: string | undefined, range: string | undefined): string {
  if (range === undefined) return '';
  return writeElement(element('Initialization', { sourceURL: address, range }));
}

function listText(
  track: Extract<DashTrack, { kind: 'list' }>,
  shown: ReturnType<typeof sliceRuns>,
  offset: string,
  rewrite: LocationRewrite | undefined,
): string {
  const { initialization, initializationRange } = track;
  const init = initialization === undefined ? undefined : rewritten(initialization, rewrite);
  const urls = track.addresses
    .slice(shown.skipped, shown.skipped + segmentCount(shown.runs))
    .map(({ media, mediaRange }) =>
      writeElement(
        element('SegmentURL', {
          media: media === undefined ? undefined : rewritten(media, rewrite),
          mediaRange,
        }),
      ),
    );
  const hasInit = init !== undefined || initializationRange !== undefined;
  const first = hasInit
    ? writeElement(element('Initialization', { sourceURL: init, range: initializationRange }))
    : '';
  return `<SegmentList timescale="${track.timescale}" presentationTimeOffset="${offset}">${first}${timelineText(shown.runs, track.timeOrigin)}${urls.join('')}</SegmentList>`;
}

/** A resource that cannot be listed segment by segment: only its offset is changed. */
function baseText(track: Extract<DashTrack, { kind: 'base' }>, offset: string): string {
  if (track.element === undefined && offset === '0') return '';
  const base = track.element ?? element('SegmentBase');
  return writeElement(
    withAttributes(base, { timescale: track.timescale, presentationTimeOffset: offset }),
  );
}

/** State of a track's list in a SegmentTemplate. */
export interface TrackList {
  /** End of the list, ticks as the track counts them. */
  readonly end: number;
  /** Its SegmentTemplate without the values that change as the list grows and loses its oldest segments. */
  readonly fixed: string;
}

/** State of a track's list; undefined when it has none, or an empty one. */
export function trackList(
  track: DashTrack,
  span: TrackSpan,
  rewrite: LocationRewrite | undefined,
): TrackList | undefined {
  if (track.kind !== 'template') return undefined;
  const offset = Math.round(ticksOf(track, span.fromMs));
  const end = endOfRuns(listed(track, span, offset).runs);
  const printed = printTicks(offset, track.timeOrigin);
  return end === undefined ? undefined : { end, fixed: templateText(track, [], printed, rewrite) };
}

/** `<S>` elements of the segments behind a list that ended at `end`, as the source prints it, up to `untilMs`. */
export function listedSince(track: DashTrack, end: string, untilMs: number): string {
  const from = Number(BigInt(end) - track.timeOrigin);
  const until = ticksOf(track, untilMs) - overlapOf(track);
  return segmentsText(sliceRuns(track.runs, from, until).runs, track.timeOrigin);
}

/** Lists a track from `fromMs` on, with the offset that this start requires (D3, D7). */
export function listTrack(
  track: DashTrack,
  span: TrackSpan,
  rewrite: LocationRewrite | undefined,
): ListedTrack {
  const { timescale, presentationTimeOffset, timeOrigin } = track;
  const offset = Math.round(presentationTimeOffset + (span.fromMs * timescale) / 1000);
  const printed = printTicks(offset, timeOrigin);
  if (track.kind === 'base') return { text: baseText(track, printed), count: 1, longestMs: 0 };
  const shown = listed(track, span, offset);
  const count = segmentCount(shown.runs);
  const longest = shown.runs.reduce((most, { d }) => Math.max(most, d), 0);
  const text =
    track.kind === 'list'
      ? listText(track, shown, printed, rewrite)
      : templateText(track, shown.runs, printed, rewrite);
  return { text, count, longestMs: (longest * 1000) / timescale };
}
