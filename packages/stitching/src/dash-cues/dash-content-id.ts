// The running programme or chapter in DASH (`passThroughCaidSegmentation`): SCTE-35 events around the breaks.
import type { Mpd } from '@interlude/dash';
import { contentIdAfter, contentMarksIn, type Payloads } from '../cues/content-id.ts';
import { STITCHING_LIMITS } from '../limits.ts';
import { isScte35Scheme, payloadOf } from './event-payload.ts';

interface TimedPayload {
  /** Time after the presentation's start, ms. */
  readonly atMs: number;
  readonly payload: string;
}

function payloadsOf(mpd: Mpd): TimedPayload[] {
  const found: TimedPayload[] = [];
  for (const period of mpd.periods)
    for (const stream of period.eventStreams) {
      if (!isScte35Scheme(stream.schemeIdUri)) continue;
      for (const event of stream.events.slice(0, STITCHING_LIMITS.maxCues)) {
        const payload = payloadOf(event);
        const ticks = event.presentationTime - stream.presentationTimeOffset;
        const atMs = period.startMs + (ticks * 1000) / stream.timescale;
        if (payload !== undefined) found.push({ atMs, payload });
      }
    }
  return found.sort((a, b) => a.atMs - b.atMs);
}

/**
 * Whether any event names a programme or chapter.
 * @see ISO/IEC 23009-1 §5.10; SCTE 35 §10.3.3
 */
export function namesContentInMpd(mpd: Mpd, payloads: Payloads): boolean {
  const marks = payloadsOf(mpd).flatMap(({ payload }) => contentMarksIn(payload, payloads));
  return marks.some(({ id }) => id !== undefined);
}

/**
 * The content id that applies at `untilMs`.
 * @param untilMs ms after the presentation's start; later events announce content that is not running yet
 * @param before the content id that applied before this MPD
 * @see ISO/IEC 23009-1 §5.10; SCTE 35 §10.3.3
 */
export function contentIdOfMpd(
  mpd: Mpd,
  payloads: Payloads,
  { untilMs, before }: { readonly untilMs: number; readonly before: string | undefined },
): string | undefined {
  const declared = payloadsOf(mpd).filter(({ atMs }) => atMs <= untilMs);
  return contentIdAfter(
    declared.flatMap(({ payload }) => contentMarksIn(payload, payloads)),
    before,
  );
}
