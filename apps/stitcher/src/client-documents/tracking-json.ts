/**
 * The tracking document of a session in the shape that MediaTailor's clients read (rule B7). Times are seconds
 * of the session: of HLS from its start (`hlsAnchorProgramDateTime`), of DASH from availabilityStartTime; the
 * dates beside them are on the clock of the programme.
 */
import type { ChannelSettings } from '@interlude/contract';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { isoDuration } from './iso-duration.ts';
import { type ShownAd, type ShownBreak, shownBreaks } from './shown-ads.ts';
import { trackingElements } from './tracking-elements.ts';
import { trackingEvents } from './tracking-events.ts';
import { trackingPage } from './tracking-page.ts';

export interface TrackingOptions {
  readonly settings: ChannelSettings;
  readonly query: URLSearchParams;
  readonly format: 'hls' | 'dash';
  /** `availabilityStartTime` of a DASH source, epoch ms; undefined when it is not known, or the stream is HLS. */
  readonly availabilityStartMs: number | undefined;
  /** Where clicks on an ad are counted. */
  readonly clickUrlOf: (shown: ShownBreak, ad: ShownAd) => string;
}

const inSeconds = (ms: number) => Math.round(ms) / 1000;

const span = (startMs: number, durationMs: number, zeroMs: number) => ({
  startTime: isoDuration(inSeconds(startMs - zeroMs)),
  startTimeInSeconds: inSeconds(startMs - zeroMs),
  duration: isoDuration(inSeconds(durationMs)),
  durationInSeconds: inSeconds(durationMs),
});

const date = (ms: number) => new Date(ms).toISOString();

/** Zero of the times in the document, epoch ms: 0 before an HLS session has a plan, and so no breaks either. */
function zeroOf(session: PlaybackSession, options: TrackingOptions): number {
  const startMs = session.plan?.sessionStartMs ?? 0;
  const zeroMs = options.format === 'dash' ? (options.availabilityStartMs ?? 0) : startMs;
  return Number.isFinite(zeroMs) ? zeroMs : session.openedMs;
}

export function trackingDocument(session: PlaybackSession, options: TrackingOptions) {
  const { settings, query, format, availabilityStartMs, clickUrlOf } = options;
  const zeroMs = zeroOf(session, options);
  const { breaks, nextToken } = trackingPage(shownBreaks(session), query);

  function adOf(shown: ShownBreak, ad: ShownAd) {
    const { ad: inline } = ad;
    const creative = inline.creatives[0];
    const place = span(ad.startMs, ad.durationMs, zeroMs);
    return {
      adId: `${shown.breakId}.${ad.index}`,
      vastAdId: inline.id,
      adSystem: inline.adSystem,
      adTitle: inline.title,
      adParameters: creative?.adParameters ?? '',
      adProgramDateTime: date(ad.startMs),
      creativeId: creative?.id ?? creative?.adId ?? '',
      creativeSequence: String(creative?.sequence ?? ad.sequence),
      skipOffset: creative?.skipOffset ?? null,
      ...place,
      trackingEvents: trackingEvents(
        { session, settings, shown, ad, clickUrl: clickUrlOf(shown, ad) },
        place.startTimeInSeconds,
      ),
      ...trackingElements(inline),
    };
  }

  return {
    avails: breaks.map((shown) => ({
      availId: shown.breakId,
      availProgramDateTime: date(shown.startMs),
      ...span(shown.startMs, shown.durationMs, zeroMs),
      adMarkerDuration: shown.avail.durationSeconds
        ? isoDuration(shown.avail.durationSeconds)
        : null,
      meta: null,
      adBreakTrackingEvents: [],
      nonLinearAdsList: [],
      ads: shown.ads.map((ad) => adOf(shown, ad)),
    })),
    nonLinearAvails: [],
    nextToken,
    dashAvailabilityStartTime:
      format === 'dash' && availabilityStartMs !== undefined ? date(availabilityStartMs) : null,
    hlsAnchorMediaSequenceNumber: null,
    hlsAnchorProgramDateTime: format === 'hls' && session.plan ? date(zeroMs) : null,
  };
}
