/** A creative or the slate as a static MPD (ISO/IEC 23009-1) over the segments that its CMAF package has. */
import type { EncodedMedia } from '@interlude/media-engine';
import { element, xmlDocument } from '../xml/write-element.ts';
import { adaptationSets } from './mpd-tracks.ts';

export interface PackageLook {
  /** Base address of the CMAF files relative to the MPD, with a trailing slash. */
  readonly mediaBase: string;
  readonly periodId: string;
}

export function writePackageMpd(encoded: EncodedMedia, look: PackageLook): string {
  const { segmentSeconds } = encoded;
  const seconds = segmentSeconds.reduce((sum, next) => sum + next, 0);
  const template = (timescale: number) =>
    element(
      'SegmentTemplate',
      {
        timescale,
        startNumber: 0,
        initialization: `${look.mediaBase}$RepresentationID$/init.mp4`,
        media: `${look.mediaBase}$RepresentationID$/$Number$.m4s`,
      },
      element('SegmentTimeline', {}, timelineEntries(segmentSeconds, timescale)),
    );
  const attributes = {
    xmlns: 'urn:mpeg:dash:schema:mpd:2011',
    type: 'static',
    profiles: 'urn:mpeg:dash:profile:isoff-live:2011',
    mediaPresentationDuration: `PT${seconds.toFixed(2)}S`,
    minBufferTime: 'PT2S',
    maxSegmentDuration: `PT${Math.max(...segmentSeconds).toFixed(2)}S`,
  };
  const period = element(
    'Period',
    { id: look.periodId, start: 'PT0S' },
    adaptationSets(encoded, template),
  );
  return xmlDocument(element('MPD', attributes, period));
}

/** Runs of equal durations as `S` elements (§5.3.9.6.2). */
export function timelineEntries(
  segmentSeconds: readonly number[],
  timescale: number,
  startTicks = 0,
): string[] {
  const runs: { d: number; count: number }[] = [];
  for (const seconds of segmentSeconds) {
    const d = Math.round(seconds * timescale);
    const last = runs.at(-1);
    if (last?.d === d) last.count += 1;
    else runs.push({ d, count: 1 });
  }
  return runs.flatMap(({ d, count }, index) =>
    element('S', {
      t: index === 0 ? startTicks : undefined,
      d,
      r: count > 1 ? count - 1 : undefined,
    }),
  );
}
