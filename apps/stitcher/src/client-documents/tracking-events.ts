/** The tracking events of an ad in MediaTailor's shape (rule B7). */

import { macroValues } from '@interlude/ad-requests';
import { expandMacros, parseOffset } from '@interlude/vast';
import { clientTrackers, type TrackedAd } from './client-trackers.ts';
import { isoDuration } from './iso-duration.ts';
import { clickThroughOf } from './link-address.ts';

/** Positions of events in an ad, as shares of its duration; others are at its start. */
const shares: Readonly<Record<string, number>> = {
  firstQuartile: 0.25,
  midpoint: 0.5,
  thirdQuartile: 0.75,
  complete: 1,
};

interface Timed {
  readonly eventType: string;
  /** Seconds after the start of the ad. */
  readonly offsetSeconds: number;
  readonly urls: string[];
}

/** Events of one name and time are one entry with several addresses. */
function grouped(tracked: TrackedAd): Timed[] {
  const { impressions, errors, events, clicks } = clientTrackers(tracked);
  const durationSeconds = tracked.ad.durationMs / 1000;
  const timed = new Map<string, Timed>();
  const add = (eventType: string, offsetSeconds: number, url: string) => {
    const key = `${eventType} ${offsetSeconds}`;
    const known = timed.get(key) ?? { eventType, offsetSeconds, urls: [] };
    known.urls.push(url);
    timed.set(key, known);
  };
  for (const url of impressions) {
    add('impression', 0, url);
  }
  for (const { event, offset, url } of events) {
    const said = offset === undefined ? undefined : parseOffset(offset, durationSeconds);
    const share = Object.hasOwn(shares, event) ? (shares[event] ?? 0) : 0;
    add(event, said ?? share * durationSeconds, url);
  }
  const clickThrough = clickThroughOf(tracked.ad.ad.creatives[0]?.clickThrough);
  if (clickThrough !== undefined) {
    add('clickThrough', 0, clickThrough);
  }
  for (const url of clicks) {
    add('clickTracking', 0, url);
  }
  for (const url of errors) {
    add('error', 0, url);
  }
  return [...timed.values()].toSorted((a, b) => a.offsetSeconds - b.offsetSeconds);
}

/** Events whose macros the client fills, which alone knows the values: why an ad failed. */
const clientsOwn = new Set(['error']);

export function trackingEvents(tracked: TrackedAd, adStartSeconds: number) {
  const { session, shown, ad } = tracked;
  const values = {
    ...macroValues(shown.avail, session.viewer, { ...shown.avail, sender: 'client' }),
    PODSEQUENCE: String(ad.sequence),
    ADSERVINGID: ad.ad.adServingId,
  };
  return grouped(tracked).map(({ eventType, offsetSeconds, urls }, index) => {
    const startTimeInSeconds = adStartSeconds + offsetSeconds;
    const atMs = ad.startMs + offsetSeconds * 1000;
    return {
      eventId: `${shown.breakId}.${ad.index}.${index}`,
      eventType,
      beaconUrls: clientsOwn.has(eventType)
        ? urls
        : urls.map((url) => expandMacros(url, values, { keepForeign: true })),
      startTime: isoDuration(startTimeInSeconds),
      startTimeInSeconds,
      duration: isoDuration(0),
      durationInSeconds: 0,
      eventProgramDateTime: new Date(atMs).toISOString(),
    };
  });
}
