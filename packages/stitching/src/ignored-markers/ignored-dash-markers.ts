import type { DashEvent, EventStream, Mpd, Period } from '@interlude/dash';
import { readPayload } from '../cues/segmentation-rules.ts';
import { chosenSchemes, type DashCueOptions } from '../dash-cues/dash-cues.ts';
import { isScte35Scheme, payloadOf } from '../dash-cues/event-payload.ts';
import { type IgnoredMarker, MAX_IGNORED, reasonOfPayload, reasons } from './ignored-markers.ts';

/** Events this close belong to one splice, ms. */
const SAME_SPLICE_MS = 100;

interface Placed {
  readonly event: DashEvent;
  readonly stream: EventStream;
  readonly atMs: number;
}

function placed({ eventStreams }: Period, startMs: number): Placed[] {
  return eventStreams
    .filter(({ schemeIdUri }) => isScte35Scheme(schemeIdUri))
    .flatMap((stream) =>
      stream.events.slice(0, MAX_IGNORED).map((event) => {
        const ticks = event.presentationTime - stream.presentationTimeOffset;
        return { event, stream, atMs: startMs + (ticks * 1000) / stream.timescale };
      }),
    )
    .sort((a, b) => a.atMs - b.atMs);
}

function reasonOf(
  { event, stream }: Placed,
  { segmentationConfiguration, fallbackSourceTags }: DashCueOptions,
): string | undefined {
  const schemes = chosenSchemes(fallbackSourceTags);
  if (schemes?.has(stream.schemeIdUri.toLowerCase()) === false) return reasons.notChosen(undefined);
  const payload = payloadOf(event);
  if (payload === undefined) return reasons.empty;
  return reasonOfPayload(
    readPayload(payload, segmentationConfiguration),
    segmentationConfiguration,
  );
}

function ofPeriod(events: readonly Placed[], options: DashCueOptions): IgnoredMarker[] {
  let firstMs: number | undefined;
  return events.flatMap((one) => {
    const { atMs, stream } = one;
    const own = reasonOf(one, options);
    if (own === undefined) firstMs ??= atMs;
    const isLater = options.isMultiPeriod && atMs - (firstMs ?? atMs) > SAME_SPLICE_MS;
    const reason = own ?? (isLater ? reasons.notFirst : undefined);
    return reason === undefined ? [] : [{ dialect: stream.schemeIdUri, atMs, reason }];
  });
}

/**
 * Events of an MPD that neither start nor end a break.
 * @returns place, scheme and reason of each, at most 500
 * @see ISO/IEC 23009-1 §5.10; rule D17
 */
export function ignoredDashMarkers(mpd: Mpd, options: DashCueOptions): IgnoredMarker[] {
  const originMs = mpd.type === 'dynamic' ? (mpd.availabilityStartTimeMs ?? 0) : 0;
  return mpd.periods
    .flatMap((period) => ofPeriod(placed(period, originMs + period.startMs), options))
    .slice(0, MAX_IGNORED);
}
