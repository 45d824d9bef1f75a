import type { Mpd } from '@interlude/dash';
import {
  dashEdgeMs,
  extendDashWindow,
  findDashCues,
  ignoredDashMarkers,
  withBoundedEvents,
} from '@interlude/stitching';
import {
  allIgnored,
  type BreakSettings,
  configurationFor,
  type TracedSource,
  trackAll,
} from './traced-source.ts';

/** The declared duration, or that of its Periods; segments are not counted, there may be millions. */
function lengthMs({ mediaPresentationDurationMs, periods }: Mpd): number {
  const last = periods.at(-1);
  return mediaPresentationDurationMs ?? (last ? last.startMs + (last.durationMs ?? 0) : 0);
}

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

function liveSpan(mpd: Mpd, baseUrl: string, nowMs: number): Span {
  const window = extendDashWindow(undefined, mpd, { baseUrl, nowMs, keepMs: 0 });
  const edgeMs = dashEdgeMs(window);
  if (!Number.isFinite(edgeMs)) return { startMs: nowMs, endMs: nowMs };
  return { startMs: window.originMs + (window.boundariesMs[0] ?? 0), endMs: edgeMs };
}

const messages = {
  PAYLOAD_UNREADABLE: (event: string) => `The SCTE-35 payload cannot be read: ${event}.`,
  DURATION_CONTRADICTED: (event: string) =>
    `The duration of an event contradicts its payload: ${event}.`,
} as const;

export function dashBreaks(
  mpd: Mpd,
  baseUrl: string,
  settings: BreakSettings,
  nowMs: number,
): TracedSource {
  const isVod = mpd.type === 'static';
  const span = isVod ? { startMs: 0, endMs: lengthMs(mpd) } : liveSpan(mpd, baseUrl, nowMs);
  const configuration = configurationFor(settings, baseUrl);
  const options = {
    segmentationConfiguration: configuration,
    isMultiPeriod: settings.isMultiPeriod ?? mpd.periods.length > 1,
    fallbackSourceTags: configuration.fallbackSourceTags,
  };
  const read = withBoundedEvents(mpd, isVod ? 'first' : 'newest');
  const { cues, warnings } = findDashCues(read, options);
  const breaks = trackAll(cues, configuration, { endMs: span.endMs, isVod });
  return {
    ...span,
    epochMs: isVod ? mpd.availabilityStartTimeMs : 0,
    breaks,
    ignored: allIgnored(ignoredDashMarkers(read, options), cues, breaks),
    warnings: warnings.map(({ code, detail }) => messages[code](detail)),
  };
}
