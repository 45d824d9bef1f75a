/** MPDs of a simulated source with breaks, and of an output that replaces them, as functions of the newest segment. */
import { breakSegments, cycle, segmentMs, windowSegments } from './simulated-times.suite.ts';

const seconds = (ms: number) => `PT${ms / 1000}S`;

function mpd(edge: number, periods: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" type="dynamic"',
    ` id="m1" availabilityStartTime="1970-01-01T00:00:00Z" publishTime="${new Date(edge * segmentMs).toISOString()}"`,
    ` minimumUpdatePeriod="PT2S" minBufferTime="PT4S" timeShiftBufferDepth="${seconds(windowSegments * segmentMs)}"`,
    ` suggestedPresentationDelay="PT12S">`,
    ...periods,
    '<UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" value="https://time.test/"/>',
    '</MPD>',
    '',
  ].join('\n');
}

interface TrackPart {
  readonly offsetMs: number;
  /** Media times of its segments, ms. */
  readonly times: readonly number[];
  readonly path: string;
}

const timeline = (times: readonly number[]) =>
  times.map((time) => `<S t="${time}" d="${segmentMs}"/>`).join('');

function set(kind: 'video' | 'audio', { offsetMs, times, path }: TrackPart, more = ''): string {
  const id = kind === 'video' ? 'v0' : 'a0';
  return [
    `<AdaptationSet id="${kind === 'video' ? 1 : 2}" contentType="${kind}" mimeType="${kind}/mp4" segmentAlignment="true">${more}`,
    `<SegmentTemplate timescale="1000" presentationTimeOffset="${offsetMs}" initialization="${path}/${id}/init.mp4" media="${path}/${id}/$Time$.mp4">`,
    `<SegmentTimeline>${timeline(times)}</SegmentTimeline></SegmentTemplate>`,
    `<Representation id="${id}" bandwidth="${kind === 'video' ? 2_000_000 : 96_000}" codecs="${kind === 'video' ? 'avc1.64001f' : 'mp4a.40.2'}"/>`,
    '</AdaptationSet>',
  ].join('\n');
}

const sets = (part: TrackPart, more = '') =>
  `${set('video', part, more)}\n${set('audio', part, more)}`;

/** Numbers of the segments that are listed. */
function listed(edge: number): number[] {
  return Array.from({ length: windowSegments }, (_, index) => edge - windowSegments + index);
}

/** One Period, with an event for each break that the window has. */
export function sourceMpd(edge: number): string {
  const numbers = listed(edge);
  const starts = numbers.filter((number) => number % cycle === 0);
  const events = starts.map(
    (number) =>
      `<Event id="${number / cycle}" presentationTime="${number * segmentMs}" duration="${breakSegments * segmentMs}"><Signal xmlns="urn:scte:scte35:2013:xml"><Binary>/DA=</Binary></Signal></Event>`,
  );
  const stream =
    events.length === 0
      ? ''
      : `<EventStream schemeIdUri="urn:scte:scte35:2014:xml+bin" timescale="1000">${events.join('\n')}</EventStream>\n`;
  const times = numbers.map((number) => number * segmentMs);
  return mpd(edge, [
    `<Period id="p0" start="PT0S">\n${stream}${sets({ offsetMs: 0, times, path: 'content' })}\n</Period>`,
  ]);
}

/** Where the Period of a segment starts, and what it is: content, or the how-manieth ad. */
function periodOf(number: number): { start: number; ad: number | undefined } {
  const place = number % cycle;
  if (place >= breakSegments) return { start: number - place + breakSegments, ad: undefined };
  const ad = place < 2 ? 0 : 1;
  return { start: number - place + 2 * ad, ad };
}

/** A break that is left to the source goes on in the Period before it. */
function contentOf(number: number): { start: number; ad: undefined } {
  const place = number % cycle;
  return {
    start: number - place + breakSegments - (place < breakSegments ? cycle : 0),
    ad: undefined,
  };
}

/** Two ads of two segments replace each break, unless it is left to the source. */
export function outputMpd(edge: number, sourceHost: string, isUnreplaced = false): string {
  const groups = new Map<number, { ad: number | undefined; numbers: number[] }>();
  for (const number of listed(edge)) {
    const { start, ad } = isUnreplaced ? contentOf(number) : periodOf(number);
    const group = groups.get(start) ?? { ad, numbers: [] };
    group.numbers.push(number);
    groups.set(start, group);
  }
  const periods = [...groups].map(([start, { ad, numbers }]) => {
    const startMs = start * segmentMs;
    const head = `<Period id="${ad === undefined ? 'c' : 'a'}${start}" start="${seconds(startMs)}">`;
    if (ad === undefined) {
      const joined = `<SupplementalProperty schemeIdUri="urn:mpeg:dash:period-connectivity:2015" value="c${start - cycle}"/>`;
      const times = numbers.map((number) => number * segmentMs);
      const path = `https://${sourceHost}/live/content`;
      return `${head}\n${sets({ offsetMs: startMs, times, path }, joined)}\n</Period>`;
    }
    const times = numbers.map((number) => (number - start) * segmentMs);
    const path = `ad/b${start - 2 * ad}.${ad}`;
    return `${head}\n${sets({ offsetMs: 0, times, path })}\n</Period>`;
  });
  return mpd(edge, periods);
}
