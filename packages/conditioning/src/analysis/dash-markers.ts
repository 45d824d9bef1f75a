/** Schemes of ad markers in an MPD, each with the number of its events in the current MPD. */
import type { Mpd } from '@interlude/dash';
import type { SourceMarker } from './source-facts.ts';

const scte35 = /^urn:scte:(?:scte35|dash):/i;

export function dashMarkers({ periods }: Mpd): SourceMarker[] {
  const counts = new Map<string, number>();
  for (const { schemeIdUri, events } of periods.flatMap(({ eventStreams }) => eventStreams)) {
    if (!scte35.test(schemeIdUri)) continue;
    counts.set(schemeIdUri, (counts.get(schemeIdUri) ?? 0) + events.length);
  }
  return [...counts].map(([name, count]) => ({ name, count }));
}

/** Schemes of in-band event streams: their events are in the media segments, which an analysis does not read. */
export function inBandMarkers({ periods }: Mpd): string[] {
  const announced = periods
    .flatMap(({ adaptationSets }) => adaptationSets)
    .flatMap((set) => [set, ...set.representations])
    .flatMap(({ inbandEventStreams }) => inbandEventStreams)
    .map(({ schemeIdUri }) => schemeIdUri)
    .filter((schemeIdUri) => scte35.test(schemeIdUri));
  return [...new Set(announced)];
}
