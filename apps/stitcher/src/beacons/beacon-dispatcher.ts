/** Makes the beacons of an event: tracker addresses with macros filled, the device in the headers. */
import { createHash, randomInt } from 'node:crypto';
import { type AvailContext, deviceHeaders, macroValues } from '@interlude/ad-requests';
import type { ChannelSettings } from '@interlude/contract';
import type { Clock } from '@interlude/runtime';
import { type BeaconEvent, beaconShares } from '@interlude/stitching';
import { expandMacros, type InlineAd } from '@interlude/vast';
import { beaconSubject } from '../break-records/beacon-subject.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { Beacon, BeaconSender } from './beacon-sender.ts';

/** An ad with its place in the pod. */
export interface PlacedAd {
  readonly ad: InlineAd;
  /** Duration of the placement, ms. */
  readonly durationMs: number;
  /** Position in the pod, from 1. */
  readonly sequence: number;
}

/**
 * Tracker addresses of an event. VAST keeps impressions apart from tracking events; those of every wrapper are merged
 * in.
 */
function urlsOf(ad: InlineAd, event: BeaconEvent): readonly string[] {
  if (event === 'impression') {
    return ad.impressions;
  }
  const trackers = ad.creatives[0]?.trackingEvents ?? [];
  return trackers.filter((tracker) => tracker.event === event).map(({ url }) => url);
}

/** The same for every try, and after a restart: a receiver recognises a repetition. */
function beaconId(context: AvailContext, sequence: number, event: string, index: number): string {
  const text = [context.sessionId, context.breakId, sequence, event, index].join('\n');
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

const eightDigits = () => String(randomInt(10_000_000, 100_000_000));

export class BeaconDispatcher {
  readonly #sender: BeaconSender;
  readonly #clock: Clock;

  constructor(sender: BeaconSender, clock: Clock) {
    this.#sender = sender;
    this.#clock = clock;
  }

  /** Beacons of an event: one for each tracker of the ad, and one for the channel's internal beacon. */
  beaconsOf(
    session: PlaybackSession,
    context: AvailContext,
    placed: PlacedAd,
    event: BeaconEvent,
    settings: ChannelSettings | undefined,
  ): Beacon[] {
    const { ad, sequence, durationMs } = placed;
    const ofAd = context.serverSideBeacons ? urlsOf(ad, event) : [];
    const more = {
      PODSEQUENCE: String(sequence),
      ADCOUNT: String(sequence),
      ADSERVINGID: ad.adServingId ?? '-1',
      UNIVERSALADID: universalAdId(ad),
      ADTYPE: ad.adType ?? 'video',
      ADCATEGORIES: ad.categories.map(({ code }) => code).join(',') || '-1',
      ADPLAYHEAD: playhead(durationMs * beaconShares[event]),
    };
    const urls = ofAd.map((url) => this.#expand(session, context, url, more));
    const own = settings && context.serverSideBeacons ? internalBeaconUrl(settings, event) : '';
    const internal = own && this.#expand(session, context, own, { ...more, ADID: ad.id });
    return [...urls, ...(internal ? [internal] : [])].map((url, index) => ({
      ...this.#about(session, event),
      url,
      id: beaconId({ ...context, sessionId: session.mark }, sequence, event, index),
      about: beaconSubject(context, {
        slot: sequence - 1,
        impressionMs: event === 'impression' && index === 0 ? durationMs : undefined,
      }),
    }));
  }

  send(beacons: readonly Beacon[]): void {
    for (const beacon of beacons) {
      this.#sender.send(beacon);
    }
  }

  sendErrors(
    session: PlaybackSession,
    context: AvailContext,
    urls: readonly string[],
    iabErrorCode: number,
  ): void {
    const code = String(iabErrorCode);
    const more = { ERRORCODE: code, REASON: code };
    this.send(
      urls.map((url) => ({
        ...this.#about(session, 'error'),
        url: this.#expand(session, context, url, more),
        about: beaconSubject(context),
      })),
    );
  }

  #about(session: PlaybackSession, event: string) {
    const { channelId, sessionId } = session.subject;
    return { headers: deviceHeaders(session.viewer), event, channelId, sessionId };
  }

  #expand(
    session: PlaybackSession,
    context: AvailContext,
    url: string,
    more: Readonly<Record<string, string>>,
  ): string {
    const nowMs = this.#clock.now();
    const at = { sender: 'server', nowMs, cachebuster: eightDigits() } as const;
    return expandMacros(url, {
      ...macroValues(context, session.viewer, at),
      SESSIONID: session.mark,
      CHANNELID: context.channelId,
      BREAKID: context.breakId,
      ...more,
    });
  }
}

/** `HH:MM:SS.mmm` */
const playhead = (ms: number) => new Date(Math.round(ms)).toISOString().slice(11, 23);

/** The macro [UNIVERSALADID], as `registry value`; -1 when there is none. */
function universalAdId(ad: InlineAd): string {
  const id = ad.creatives[0]?.universalAdIds[0];
  return id ? `${id.registry} ${id.value}` : '-1';
}

/** The channel's own tracker; empty when it has none for this event. Macros are not expanded yet. */
function internalBeaconUrl(
  { internalBeacons, http }: Pick<ChannelSettings, 'internalBeacons' | 'http'>,
  event: BeaconEvent,
): string {
  const { baseUrl, events } = internalBeacons;
  const rest = event === 'creativeView' ? undefined : events[event];
  if (baseUrl === '' || rest === undefined || rest === '') {
    return '';
  }
  const base = http ? baseUrl.replace(/^https:/i, 'http:') : baseUrl;
  const joint = base.endsWith('/') || /^[/?&]/.test(rest) ? '' : '/';
  return base + joint + (base.endsWith('/') ? rest.replace(/^\//, '') : rest);
}
