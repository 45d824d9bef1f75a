/**
 * Trackers that a client fires for an ad: those of the ad server only when this stitcher does not fire them (the break
 * was decided with `enableServerSideBeacons` off); the operator's client-side beacons always; the platform's internal
 * ones with the ad server's.
 */

import { expandText, requestValues } from '@interlude/ad-requests';
import { beaconEventNames, type ChannelSettings } from '@interlude/contract';
import type { InlineAd, TrackingEvent } from '@interlude/vast';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import type { ShownAd, ShownBreak } from './shown-ads.ts';

type BeaconEventName = (typeof beaconEventNames)[number];

export interface ClientTrackers {
  readonly impressions: readonly string[];
  readonly errors: readonly string[];
  readonly events: readonly TrackingEvent[];
  readonly clicks: readonly string[];
}

export interface TrackedAd {
  readonly session: PlaybackSession;
  readonly settings: ChannelSettings;
  readonly shown: ShownBreak;
  readonly ad: ShownAd;
  /** Where a click is counted; left out: nowhere. */
  readonly clickUrl?: string | undefined;
}

/** `base` and `path` as one address: one slash between them, or none where a query goes on. */
export function joinBeacon(base: string, path: string): string {
  if (/^https?:\/\//i.test(path)) {
    return path;
  }
  const bare = base.replace(/\/+$/, '');
  if (bare === '') {
    return '';
  }
  if (/^[?&/]/.test(path)) {
    const isSecondQuery = path.startsWith('?') && bare.includes('?');
    return bare + (isSecondQuery ? `&${path.slice(1)}` : path);
  }
  return /[=?&]$/.test(bare) ? bare + path : `${bare}/${path}`;
}

function creativeIdOf(ad: InlineAd): string {
  const creative = ad.creatives[0];
  return creative?.universalAdIds[0]?.value ?? creative?.adId ?? creative?.id ?? '';
}

/** Tokens of an ad request, and those that say which ad it is. */
function valuesOf({ session, shown, ad }: TrackedAd) {
  const values = requestValues(
    { ...shown.avail, sessionId: session.mark },
    session.viewer,
    'client',
  );
  const { ad: inline, sequence, durationMs } = ad;
  const ofAd = new Map([
    ['adId', inline.id],
    ['adTitle', inline.title],
    ['adSystem', inline.adSystem],
    ['advertiser', inline.advertiser ?? ''],
    ['creativeId', creativeIdOf(inline)],
    ['adSequence', String(sequence)],
    ['adDuration', String(Math.round(durationMs / 1000))],
    ['adDurationMs', String(durationMs)],
  ]);
  return {
    ...values,
    token: (name: string) => ofAd.get(name) ?? values.token(name),
    macros: {
      ...values.macros,
      PODSEQUENCE: String(sequence),
      ADSERVINGID: inline.adServingId ?? '-1',
      UNIVERSALADID: creativeIdOf(inline) || '-1',
      ADID: inline.id,
    },
  };
}

interface OwnBeacons {
  readonly baseUrl: string;
  readonly events: Partial<Record<BeaconEventName, string>>;
}

function ownTrackers(
  tracked: TrackedAd,
  own: readonly OwnBeacons[],
): { readonly event: BeaconEventName; readonly url: string }[] {
  const values = valuesOf(tracked);
  const { http } = tracked.settings;
  return own.flatMap(({ baseUrl, events }) =>
    beaconEventNames.flatMap((event) => {
      const template = events[event];
      const address = template === undefined ? '' : joinBeacon(baseUrl, template);
      const joined = http ? address.replace(/^https:/i, 'http:') : address;
      const token = (name: string) => (name === 'event' ? event : values.token(name));
      return joined === ''
        ? []
        : [{ event, url: expandText(joined, { ...values, token }, encodeURIComponent) }];
    }),
  );
}

export function clientTrackers(tracked: TrackedAd): ClientTrackers {
  const { settings, ad, shown, clickUrl } = tracked;
  const { customClientSideBeacons: custom, internalBeacons } = settings;
  const clientBeacons: OwnBeacons = {
    baseUrl: custom.customClientSideBeaconsBaseUrl,
    events: custom.events,
  };
  const isOurs = shown.avail.serverSideBeacons;
  const own = ownTrackers(tracked, isOurs ? [clientBeacons] : [clientBeacons, internalBeacons]);
  const creative = isOurs ? undefined : ad.ad.creatives[0];
  const theirs = isOurs ? undefined : ad.ad;
  const urlsOf = (name: BeaconEventName) =>
    own.filter(({ event }) => event === name).map(({ url }) => url);
  const timed = own.filter(({ event }) => event !== 'impression' && event !== 'click');
  return {
    impressions: [...(theirs?.impressions ?? []), ...urlsOf('impression')],
    errors: theirs?.errorUrls ?? [],
    events: [...(creative?.trackingEvents ?? []), ...timed],
    clicks: [
      ...(creative?.clickTracking ?? []),
      ...urlsOf('click'),
      ...(clickUrl ? [clickUrl] : []),
    ],
  };
}
