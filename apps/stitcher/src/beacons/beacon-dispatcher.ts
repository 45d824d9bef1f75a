/** From "this event has happened" to the beacons it means: macros filled, the device in the headers. */
import { randomInt } from 'node:crypto';
import type { Clock } from '@interlude/runtime';
import type { BeaconEvent } from '@interlude/stitching';
import { expandMacros, type InlineAd } from '@interlude/vast';
import type { AvailContext } from '../ad-decisions/request/avail-context.ts';
import { macroValues } from '../ad-decisions/request/tokens.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { deviceHeaders } from '../sessions/viewer-context.ts';
import type { BeaconSender } from './beacon-sender.ts';

/** The trackers of an event: impressions stand apart in VAST, and 1x1 of every wrapper is merged in. */
function urlsOf(ad: InlineAd, event: BeaconEvent): readonly string[] {
  if (event === 'impression') {
    return ad.impressions;
  }
  const trackers = ad.creatives[0]?.trackingEvents ?? [];
  return trackers.filter((tracker) => tracker.event === event).map(({ url }) => url);
}

export class BeaconDispatcher {
  readonly #sender: BeaconSender;
  readonly #clock: Clock;

  constructor(sender: BeaconSender, clock: Clock) {
    this.#sender = sender;
    this.#clock = clock;
  }

  /** Every tracker of the ad for this event, once each. The caller sees to it that the event is new. */
  sendEvent(
    session: PlaybackSession,
    context: AvailContext,
    placed: { readonly ad: InlineAd; readonly sequence: number },
    event: BeaconEvent,
  ): void {
    const { ad, sequence } = placed;
    this.#send(session, context, urlsOf(ad, event), event, {
      PODSEQUENCE: String(sequence),
      ADCOUNT: String(sequence),
      ADSERVINGID: ad.adServingId ?? '-1',
    });
  }

  sendErrors(
    session: PlaybackSession,
    context: AvailContext,
    urls: readonly string[],
    iabErrorCode: number,
  ): void {
    const code = String(iabErrorCode);
    this.#send(session, context, urls, 'error', { ERRORCODE: code, REASON: code });
  }

  #send(
    session: PlaybackSession,
    context: AvailContext,
    urls: readonly string[],
    event: string,
    more: Readonly<Record<string, string>>,
  ): void {
    const headers = deviceHeaders(session.viewer);
    const { channelId, sessionId } = session.subject;
    for (const url of urls) {
      const cachebuster = String(randomInt(10_000_000, 100_000_000));
      const at = { nowMs: this.#clock.now(), cachebuster };
      const values = { ...macroValues(context, session.viewer, at), ...more };
      this.#sender.send({
        url: expandMacros(url, values),
        headers,
        event,
        channelId,
        sessionId,
      });
    }
  }
}
