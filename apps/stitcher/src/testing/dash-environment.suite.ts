/** The test environment as a DASH origin: one live period of one-second segments, its breaks as events. */
import type { TestEnvironment } from './test-environment.suite.ts';

export const dashManifestPath = '/live/manifest.mpd';

interface Track {
  readonly id: string;
  readonly set: 'video' | 'audio';
  readonly timescale: number;
  readonly attributes: string;
}

const tracks: readonly Track[] = [
  {
    id: 'v0',
    set: 'video',
    timescale: 12_800,
    attributes: 'bandwidth="2000000" codecs="avc1.64001f" width="1280" height="720"',
  },
  {
    id: 'v1',
    set: 'video',
    timescale: 12_800,
    attributes: 'bandwidth="800000" codecs="avc1.64001e" width="640" height="360"',
  },
  {
    id: 'a0',
    set: 'audio',
    timescale: 48_000,
    attributes: 'bandwidth="128000" codecs="mp4a.40.2" audioSamplingRate="48000"',
  },
];

/** Sets of a period; `first` is the index of its first segment, and its number. `offset`: seconds. */
function sets(first: number, count: number, suffix: string, offset = 0): string {
  return (['video', 'audio'] as const)
    .map((set, index) => {
      const own = tracks.filter((track) => track.set === set);
      const timescale = own[0]?.timescale ?? 1;
      const representations = own.map(
        ({ id, attributes }) => `<Representation id="${id}" ${attributes}/>`,
      );
      const pto = offset === 0 ? '' : ` presentationTimeOffset="${offset * timescale}"`;
      return `<AdaptationSet id="${index}" contentType="${set}" mimeType="${set}/mp4" segmentAlignment="true" startWithSAP="1">
<SegmentTemplate timescale="${timescale}"${pto} startNumber="${first}" initialization="$RepresentationID$${suffix}-init.mp4" media="$RepresentationID$${suffix}-$Number$.m4s"><SegmentTimeline>
<S t="${first * timescale}" d="${timescale}" r="${count - 1}"/>
</SegmentTimeline></SegmentTemplate>
${representations.join('\n')}
</AdaptationSet>`;
    })
    .join('\n');
}

function event(id: number, at: number, seconds: number | undefined): string {
  const duration = seconds === undefined ? '' : ` duration="${seconds}"`;
  const length =
    seconds === undefined
      ? ''
      : `<scte35:BreakDuration autoReturn="true" duration="${seconds * 90_000}"/>`;
  return `<Event presentationTime="${at}"${duration} id="${id}${seconds === undefined ? '-in' : ''}"><scte35:SpliceInfoSection xmlns:scte35="http://www.scte.org/schemas/35/2016"><scte35:SpliceInsert spliceEventId="${id}" spliceEventCancelIndicator="false" outOfNetworkIndicator="${seconds !== undefined}" uniqueProgramId="1" availNum="0" availsExpected="0">${length}</scte35:SpliceInsert></scte35:SpliceInfoSection></Event>`;
}

/** Events of the breaks that begin in a period. */
function events(
  { breaks, edge, windowSegments }: TestEnvironment,
  { start, from = 0, until = Number.POSITIVE_INFINITY }: OriginPeriod,
): string {
  const listed = breaks.flatMap(({ at, segments, announced = segments }, index) => {
    const isOver = at + segments < edge - windowSegments;
    if (isOver || at > edge || at < from || at >= until) return [];
    const returns = announced > segments && at + segments <= edge;
    return [
      event(index + 1, at - start, announced),
      ...(returns ? [event(index + 1, at + segments - start, undefined)] : []),
    ];
  });
  return listed.length === 0
    ? ''
    : `<EventStream schemeIdUri="urn:scte:scte35:2013:xml" timescale="1">\n${listed.join('\n')}\n</EventStream>`;
}

/** A Period of the origin; its media timeline is the environment's, whatever its start. */
export interface OriginPeriod {
  readonly id: string;
  /** Period@start, seconds. */
  readonly start: number;
  /** Index of its first segment, and of the first one that is no longer in it. */
  readonly from?: number;
  readonly until?: number;
}

const onePeriod: OriginPeriod = { id: 'p0', start: 0 };

function periodText(environment: TestEnvironment, period: OriginPeriod): string {
  const { id, start, from = 0, until = Number.POSITIVE_INFINITY } = period;
  const first = Math.max(from, environment.edge - environment.windowSegments);
  const count = Math.min(until, environment.edge) - first;
  if (count <= 0) return '';
  return `<Period id="${id}" start="PT${start}S">
${events(environment, period)}
${sets(first, count, '', start)}
</Period>`;
}

/** The MPD of the origin at its present edge. */
export function dashManifest(
  environment: TestEnvironment,
  periods: readonly OriginPeriod[] = [onePeriod],
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" type="dynamic" availabilityStartTime="${new Date(environment.startMs).toISOString()}" publishTime="${new Date(environment.startMs + environment.edge * 1000).toISOString()}" minimumUpdatePeriod="PT1S" timeShiftBufferDepth="PT${environment.windowSegments}S" maxSegmentDuration="PT1S" minBufferTime="PT1S">
${periods.map((period) => periodText(environment, period)).join('\n')}
<UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="${new Date(environment.startMs + environment.edge * 1000).toISOString()}"/>
</MPD>
`;
}

/** A creative's own package. */
export function dashCreative(seconds: number): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" type="static" mediaPresentationDuration="PT${seconds}S" minBufferTime="PT1S">
<Period id="0" start="PT0S">
${sets(0, seconds, '-ad')}
</Period>
</MPD>
`;
}
