/**
 * The live MPD at a moment (ISO/IEC 23009-1 §5.3): a pure function of the options, over the CMAF segments of the
 * live channel. The availability start time never moves, so segment n of a track begins at n times its length, and
 * ids, starts and offsets of periods follow from the schedule alone (D1).
 */
import type { EncodedMedia } from '@interlude/media-engine';
import {
  type BreakPlace,
  breakAt,
  breakBefore,
  secondsOf,
  segmentStartMs,
} from '../live-origin/break-schedule.ts';
import { EPOCH_MS, SEGMENT_MS } from '../live-origin/live-clock.ts';
import { edgeSegment } from '../live-origin/live-options.ts';
import { element, xmlDocument } from '../xml/write-element.ts';
import type { DashOptions } from './dash-options.ts';
import { eventNamespace, eventStream, type SpliceEvent } from './event-stream.ts';
import { adaptationSets } from './mpd-tracks.ts';
import { timelineEntries } from './package-mpd.ts';

const UPDATE_SECONDS = 2;
/** Three segments behind the edge, as the HLS players of the same channel keep. */
const DELAY_SECONDS = (SEGMENT_MS / 1000) * 3;

interface PeriodPlace {
  readonly id: string;
  readonly start: number;
  /** First and last segment in the window. */
  readonly first: number;
  readonly last: number;
  /** The break that it is, when it is one. */
  readonly place: BreakPlace | undefined;
}

export interface MpdDeps {
  readonly encoded: EncodedMedia;
  /** Absolute; answers the lab's time (§5.8.5.7). */
  readonly timeUrl: string;
}

export function writeLiveMpd(options: DashOptions, deps: MpdDeps): string {
  const last = edgeSegment(options.nowMs);
  const first = Math.max(0, last - options.windowSegments + 1);
  const isoTime = (ms: number) => new Date(ms).toISOString();
  const attributes = {
    ...commonAttributes(options),
    type: 'dynamic',
    availabilityStartTime: isoTime(EPOCH_MS),
    publishTime: isoTime(segmentStartMs(last + 1)),
    minimumUpdatePeriod: duration(UPDATE_SECONDS),
    timeShiftBufferDepth: duration(secondsOf(options.windowSegments)),
    suggestedPresentationDelay: duration(DELAY_SECONDS),
    minBufferTime: 'PT4S',
    maxSegmentDuration: duration(secondsOf(1)),
  };
  const periods = periodsOf(options, deps.encoded, first, last);
  return xmlDocument(element('MPD', attributes, [...periods, ...utcTiming(options, deps.timeUrl)]));
}

/** The same from the start of the channel's time on, all at once, with an end. */
export function writeVodMpd(options: DashOptions, encoded: EncodedMedia, segments: number): string {
  const attributes = {
    ...commonAttributes(options),
    type: 'static',
    mediaPresentationDuration: duration(secondsOf(segments)),
    minBufferTime: 'PT4S',
    maxSegmentDuration: duration(secondsOf(1)),
  };
  return xmlDocument(element('MPD', attributes, periodsOf(options, encoded, 0, segments - 1)));
}

const commonAttributes = (options: DashOptions) => ({
  xmlns: 'urn:mpeg:dash:schema:mpd:2011',
  'xmlns:scte35': eventNamespace(options.events),
  id: `lab-${options.form}`,
  profiles: 'urn:mpeg:dash:profile:isoff-live:2011',
});

function periodsOf(
  options: DashOptions,
  encoded: EncodedMedia,
  first: number,
  last: number,
): string[] {
  const places = options.form.startsWith('multiperiod')
    ? periodPlaces(options, first, last)
    : [{ id: 'p0', start: 0, first, last, place: undefined }];
  return places.flatMap((each) => period(options, encoded, each));
}

/** A period for each break and one for each stretch between two; none without a segment (D5). */
function periodPlaces(options: DashOptions, first: number, last: number): PeriodPlace[] {
  const places: PeriodPlace[] = [];
  for (let segment = first; segment <= last; segment += 1) {
    const known = places.at(-1);
    const place = breakAt(segment, options);
    const before = breakBefore(segment, options);
    const id = place === undefined ? `program-${before.id + 1}` : `break-${place.id}`;
    if (known?.id === id) {
      places[places.length - 1] = { ...known, last: segment };
      continue;
    }
    const start = place?.firstSegment ?? Math.max(0, before.firstSegment + before.actualSegments);
    places.push({ id, start, first: segment, last: segment, place });
  }
  return places;
}

function period(options: DashOptions, encoded: EncodedMedia, at: PeriodPlace): string[] {
  const template = (timescale: number) => segmentTemplate(options, at, timescale);
  return element('Period', { id: at.id, start: duration(secondsOf(at.start)) }, [
    ...eventStream(options.events, spliceEvents(options, at), at.start),
    ...adaptationSets(encoded, template),
  ]);
}

function segmentTemplate(options: DashOptions, at: PeriodPlace, timescale: number): string[] {
  const ticks = (segments: number) => Math.round(secondsOf(segments) * timescale);
  const isByTime = options.form === 'timeline' || options.form === 'multiperiod';
  const isTimeline = isByTime || options.form === 'timeline-number';
  const attributes = {
    timescale,
    presentationTimeOffset: at.start === 0 ? undefined : ticks(at.start),
    duration: isTimeline ? undefined : ticks(1),
    // startNumber belongs to the first S of a timeline, which moves with the window; else for the period's start.
    startNumber: isByTime ? undefined : isTimeline ? at.first : at.start,
    initialization: '$RepresentationID$/init.mp4',
    media: isByTime ? '$RepresentationID$/t$Time$.m4s' : '$RepresentationID$/$Number$.m4s',
  };
  if (!isTimeline) return element('SegmentTemplate', attributes);
  const lengths = new Array<number>(at.last - at.first + 1).fill(secondsOf(1));
  const entries = timelineEntries(lengths, timescale, ticks(at.first));
  return element('SegmentTemplate', attributes, element('SegmentTimeline', {}, entries));
}

/** The splices of a Period: announced `leadSegments` ahead, kept while their break is in the window. */
function spliceEvents(options: DashOptions, at: PeriodPlace): SpliceEvent[] {
  if (options.isInsertion) return insertionPoints(options, at);
  const isMulti = options.form.startsWith('multiperiod');
  const upTo = isMulti ? at.last : at.last + options.leadSegments;
  const from = Math.max(0, isMulti ? at.start : at.first);
  const found: SpliceEvent[] = [];
  for (let segment = from; segment <= upTo; segment += 1) {
    const place = breakAt(segment, options);
    // A break whose start left the window is still signalled for viewers who join during it.
    if (place !== undefined && (place.position === 0 || segment === from)) {
      found.push({ place, isOut: true, segment: place.firstSegment });
    }
    const before = place?.position === 0 ? undefined : breakAt(segment - 1, options);
    const isReturn = place === undefined && before !== undefined;
    // A return is signalled when it happens: an early return is not known before.
    if (isReturn && options.returns !== 'none' && segment <= at.last) {
      found.push({ place: before, isOut: false, segment });
    }
  }
  return found;
}

/** Breaks as points without length. */
function insertionPoints(options: DashOptions, at: PeriodPlace): SpliceEvent[] {
  const found: SpliceEvent[] = [];
  for (let segment = at.start; segment <= at.last; segment += 1) {
    const place = { ...breakBefore(segment, options), announcedSegments: 0 };
    if (place.position === 0) found.push({ place, isOut: true, segment });
  }
  return found;
}

function utcTiming(options: DashOptions, timeUrl: string): string[] {
  return options.isFrozen
    ? element('UTCTiming', {
        schemeIdUri: 'urn:mpeg:dash:utc:direct:2014',
        value: new Date(options.nowMs).toISOString(),
      })
    : element('UTCTiming', { schemeIdUri: 'urn:mpeg:dash:utc:http-iso:2014', value: timeUrl });
}

/** ISO 8601 to the hundredth, which every segment boundary is a multiple of. */
const duration = (seconds: number) => `PT${Number(seconds.toFixed(2))}S`;
