/** "Try it": the breaks that given settings find in a source, as sentences for an operator. */
import type { SourceBreaks, SourceBreaksRequest } from '@interlude/contract';
import type { AdBreak, IgnoredMarker } from '@interlude/stitching';
import type { FoundSource } from '../read-source.ts';
import { dashBreaks } from './dash-breaks.ts';
import { hlsBreaks } from './hls-breaks.ts';
import type { BreakSettings, TracedSource } from './traced-source.ts';

type FoundBreak = SourceBreaks['breaks'][number];

const states = {
  announced: 'coming',
  open: 'running',
  closed: 'over',
  cancelled: 'cancelled',
} as const;

/** The latest date that a text of ISO 8601 has. */
const latestMs = 8_640_000_000_000_000;

const rounded = (ms: number) => Math.round(ms) / 1000;

export function trace(found: FoundSource, settings: BreakSettings, nowMs: number): TracedSource {
  if (found.kind === 'dash') return dashBreaks(found.reading.mpd, found.url, settings, nowMs);
  if (found.kind === 'media') {
    return hlsBreaks(found.rendition, [found.rendition], settings, nowMs);
  }
  const { reference, renditions } = found.reading;
  return hlsBreaks(reference, renditions, settings, nowMs);
}

/** Problems that keep a channel of this type from playing the source. */
function mismatch(found: FoundSource, { type }: SourceBreaksRequest): string[] {
  const isDash = found.kind === 'dash';
  if (type.startsWith('dash') !== isDash) {
    return [`The source is ${isDash ? 'DASH' : 'HLS'}, and the type of the channel is ${type}.`];
  }
  const isLive = type.endsWith('live');
  if (isDash && isLive && found.reading.mpd.type === 'static') {
    return [`The MPD is static, and the type of the channel is ${type}.`];
  }
  return [];
}

function lengthOf({ startMs, endMs, durationMs }: AdBreak): number | null {
  if (endMs !== undefined) return rounded(endMs - startMs);
  return durationMs === undefined ? null : rounded(durationMs);
}

function presentBreak(one: AdBreak, { startMs, epochMs }: TracedSource): FoundBreak {
  const clockMs = epochMs === undefined ? Number.NaN : epochMs + one.startMs;
  const isAnnounced = Math.abs(clockMs) <= latestMs;
  return {
    id: one.breakId,
    dialect: one.dialects.join(', '),
    startsAt: rounded(one.startMs - startMs),
    startTime: isAnnounced ? new Date(clockMs).toISOString() : null,
    durationSeconds: lengthOf(one),
    state: states[one.state],
  };
}

const unused = 'A VoD channel uses markers with useScte35 only, and it is off.';

export function presentBreaks(
  found: FoundSource,
  request: SourceBreaksRequest,
  nowMs: number,
): SourceBreaks {
  const settings = { ...request, isMultiPeriod: request.isMultiPeriod };
  const traced = trace(found, settings, nowMs);
  const { startMs, endMs, breaks, ignored, warnings } = traced;
  const isUnused = request.type.endsWith('vod') && !request.useScte35;
  const present = ({ dialect, atMs, reason }: IgnoredMarker) => ({
    ...{ dialect, reason },
    startsAt: rounded(atMs - startMs),
  });
  const passedBy = isUnused
    ? breaks.map((one) => ({ dialect: one.dialects.join(', '), atMs: one.startMs, reason: unused }))
    : [];
  return {
    windowSeconds: rounded(endMs - startMs),
    breaks: isUnused ? [] : breaks.map((one) => presentBreak(one, traced)),
    ignored: [...passedBy, ...ignored].map(present),
    warnings: [...mismatch(found, request), ...warnings],
  };
}
