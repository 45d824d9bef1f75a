import type { DashSourcePeriod, DashTrack } from './dash-window.ts';

/** Start of the first reference segment by the Period's own clock, ms after the origin; else the Period's start. */
export function firstMediaMs({ startMs, tracks, reference }: DashSourcePeriod): number {
  const track = tracks[reference];
  const [first] = track?.runs ?? [];
  if (track === undefined || first === undefined) return startMs;
  return startMs + ((first.t - track.presentationTimeOffset) * 1000) / track.timescale;
}

/** The Period moved to begin with its first reference segment, and no earlier than `earliestMs` after the origin. */
export function movedPeriod(period: DashSourcePeriod, earliestMs: number): DashSourcePeriod {
  const firstMs = firstMediaMs(period);
  const startMs = Math.max(firstMs, earliestMs);
  const tracks = period.tracks.map((track): DashTrack => {
    const byTicks = Math.round(((firstMs - period.startMs) * track.timescale) / 1000);
    return { ...track, presentationTimeOffset: track.presentationTimeOffset + byTicks };
  });
  return { ...period, startMs, endMs: period.endMs + startMs - firstMs, tracks };
}

/** The Period without its first `byMs`: media times keep their presentation times. */
export function laterPeriod(period: DashSourcePeriod, byMs: number): DashSourcePeriod {
  const tracks = period.tracks.map((track): DashTrack => {
    const byTicks = Math.round((byMs * track.timescale) / 1000);
    return { ...track, presentationTimeOffset: track.presentationTimeOffset + byTicks };
  });
  return { ...period, startMs: period.startMs + byMs, tracks };
}
