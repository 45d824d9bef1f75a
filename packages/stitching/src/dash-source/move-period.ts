import type { DashSourcePeriod, DashTrack } from './dash-window.ts';

/** Where the first reference segment lies by the period's own clock, ms after the origin. */
export function firstMediaMs({ startMs, tracks, reference }: DashSourcePeriod): number {
  const track = tracks[reference];
  const [first] = track?.runs ?? [];
  if (track === undefined || first === undefined) return startMs;
  return startMs + ((first.t - track.presentationTimeOffset) * 1000) / track.timescale;
}

/** The period so that it begins with its first reference segment, and no earlier than `earliestMs`. */
export function movedPeriod(period: DashSourcePeriod, earliestMs: number): DashSourcePeriod {
  const firstMs = firstMediaMs(period);
  const startMs = Math.max(firstMs, earliestMs);
  const tracks = period.tracks.map((track): DashTrack => {
    const byTicks = Math.round(((firstMs - period.startMs) * track.timescale) / 1000);
    return { ...track, presentationTimeOffset: track.presentationTimeOffset + byTicks };
  });
  return { ...period, startMs, endMs: period.endMs + startMs - firstMs, tracks };
}

/** The period without its first `byMs`: media times stay where they are on the presentation's clock. */
export function laterPeriod(period: DashSourcePeriod, byMs: number): DashSourcePeriod {
  const tracks = period.tracks.map((track): DashTrack => {
    const byTicks = Math.round((byMs * track.timescale) / 1000);
    return { ...track, presentationTimeOffset: track.presentationTimeOffset + byTicks };
  });
  return { ...period, startMs: period.startMs + byMs, tracks };
}
