/** Correct MPDs of a stitched session, printed by hand: 2 s segments, one ad pod of two ads, then content again. */
import type { Finding } from '../rules.ts';
import { auditDashSession, EMPTY_DASH_AUDIT } from './audit-dash-session.ts';

const AST = Date.UTC(2026, 0, 1);
const SEGMENT = 2;
/** Ticks per second of video and of audio. */
const SCALES = { video: 90_000, audio: 48_000 } as const;

interface Part {
  readonly id: string;
  /** Seconds of presentation time. */
  readonly from: number;
  readonly until: number;
  readonly ad?: string;
  readonly continues?: string;
}

/** Content, a pod of 6 + 4 s at 20 s, content again. */
export const PARTS: readonly Part[] = [
  { id: 'p0', from: 0, until: 20 },
  { id: 'b1-0', from: 20, until: 26, ad: 'one' },
  { id: 'b1-1', from: 26, until: 30, ad: 'two' },
  { id: 'p0-r1', from: 30, until: 1_000, continues: 'p0' },
];

function set(type: 'video' | 'audio', part: Part, from: number, until: number): string {
  const scale = SCALES[type];
  const offset = part.ad === undefined ? part.from : 0;
  const media = (at: number) => (at - part.from + offset) * scale;
  const first = Math.max(part.from, from);
  const count = Math.floor((Math.min(part.until, until) - first) / SEGMENT);
  if (count <= 0) return '';
  const folder =
    part.ad === undefined ? 'https://origin.test/live' : `https://stitcher.test/ad/${part.ad}`;
  const number = (part.ad === undefined ? 100 : 0) + (first - part.from + offset) / SEGMENT;
  const continues =
    part.continues === undefined
      ? ''
      : `<SupplementalProperty schemeIdUri="urn:mpeg:dash:period-connectivity:2015" value="${part.continues}"/>\n`;
  return `<AdaptationSet id="${type}" contentType="${type}" mimeType="${type}/mp4">
${continues}<SegmentTemplate timescale="${scale}" presentationTimeOffset="${offset * scale}" startNumber="${number}" initialization="${folder}/$RepresentationID$/init.mp4" media="${folder}/$RepresentationID$/$Number$.m4s"><SegmentTimeline>
<S t="${media(first)}" d="${SEGMENT * scale}" r="${count - 1}"/>
</SegmentTimeline></SegmentTemplate>
<Representation id="${type[0]}1" bandwidth="1000"/>
</AdaptationSet>
`;
}

/** The MPD at an edge: the last `depth` seconds. */
export function print(edge: number, depth = 24, parts = PARTS): string {
  const from = Math.max(0, edge - depth);
  const periods = parts
    .filter((part) => part.from < edge && part.until > from)
    .map(
      (part) =>
        `<Period id="${part.id}" start="PT${part.from}S">\n${set('video', part, from, edge)}${set('audio', part, from, edge)}</Period>\n`,
    )
    .join('');
  return `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" id="s1" profiles="urn:mpeg:dash:profile:isoff-live:2011" availabilityStartTime="${new Date(AST).toISOString()}" publishTime="${new Date(AST + edge * 1000).toISOString()}" minimumUpdatePeriod="PT2S" timeShiftBufferDepth="PT${depth}S" suggestedPresentationDelay="PT6S" minBufferTime="PT2S">
${periods}<UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-xsdate:2014" value="https://time.test"/>
</MPD>
`;
}

export const adOf = (address: string): string | undefined =>
  /^https:\/\/stitcher\.test\/ad\/([^/]+)/.exec(address)?.[1];

/** @param fetchedSeconds after the start of the presentation */
export function judge(
  texts: readonly string[],
  runOf?: (periodId: string) => string,
  fetchedSeconds = (index: number) => index / 2,
) {
  let state = EMPTY_DASH_AUDIT;
  const findings: Finding[] = [];
  for (const [index, text] of texts.entries()) {
    const result = auditDashSession(
      state,
      {
        text,
        url: 'https://stitcher.test/dash/c/s.mpd',
        fetchedAtMs: AST + fetchedSeconds(index) * 1_000,
      },
      { adOf, ...(runOf && { runOf }) },
    );
    state = result.state;
    findings.push(...result.findings);
  }
  return { findings, rules: [...new Set(findings.map(({ rule }) => rule))].sort() };
}
