/**
 * The VAST document of a session: the ads that are being shown, for a client that counts by itself. What a
 * client fires is decided in `client-trackers.ts`; what only a client can do (verification, icons, companions)
 * is always in it.
 */
import type { InlineAd, LinearCreative, TrackingEvent } from '@interlude/vast';
import type { ClientTrackers } from './client-trackers.ts';
import { clickThroughOf } from './link-address.ts';
import { elementOf, textElement, writeNode } from './write-xml.ts';

export interface ClientAd {
  readonly ad: InlineAd;
  /** From 1. */
  readonly sequence: number;
  readonly durationMs: number;
  /** Start on the clock of the programme (EXT-X-PROGRAM-DATE-TIME), epoch ms. */
  readonly startMs: number;
  readonly breakId: string;
  readonly trackers: ClientTrackers;
}

/** `HH:MM:SS.mmm` (VAST 4.2 §3.8.1). */
function clock(durationMs: number): string {
  const whole = Math.floor(durationMs / 1000);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const time = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${time}.${String(Math.floor(durationMs % 1000)).padStart(3, '0')}`;
}

const list = (name: string, nodes: readonly string[]) =>
  nodes.length === 0 ? '' : elementOf(name, nodes.join(''));

const tracking = ({ event, url, offset }: TrackingEvent) =>
  textElement('Tracking', url, { event, offset });

function linear(creative: LinearCreative, durationMs: number, trackers: ClientTrackers): string {
  const clickThrough = clickThroughOf(creative.clickThrough);
  const clicks = [
    ...(clickThrough === undefined ? [] : [textElement('ClickThrough', clickThrough)]),
    ...trackers.clicks.map((url) => textElement('ClickTracking', url)),
  ];
  const content = [
    textElement('Duration', clock(durationMs)),
    ...(creative.adParameters ? [textElement('AdParameters', creative.adParameters)] : []),
    list('TrackingEvents', trackers.events.map(tracking)),
    list('VideoClicks', clicks),
    list('Icons', creative.icons.map(writeNode)),
    elementOf('MediaFiles', ''),
  ];
  return elementOf('Linear', content.join(''), { skipoffset: creative.skipOffset });
}

function creativeElement(creative: LinearCreative, { durationMs, trackers }: ClientAd): string {
  const ids = creative.universalAdIds.map(({ registry, value }) =>
    textElement('UniversalAdId', value, { idRegistry: registry }),
  );
  return elementOf('Creative', ids.join('') + linear(creative, durationMs, trackers), {
    id: creative.id,
    adId: creative.adId,
    sequence: creative.sequence === undefined ? undefined : String(creative.sequence),
  });
}

function viewable({ viewableImpression }: InlineAd): string {
  const { viewable: seen, notViewable, viewUndetermined } = viewableImpression;
  return list('ViewableImpression', [
    ...seen.map((url) => textElement('Viewable', url)),
    ...notViewable.map((url) => textElement('NotViewable', url)),
    ...viewUndetermined.map((url) => textElement('ViewUndetermined', url)),
  ]);
}

/** Position of the ad: a client finds the ad on screen by the dates of the programme. */
function position({ startMs, breakId, durationMs }: ClientAd): string {
  const content = textElement('Position', '', {
    breakId,
    programDateTime: new Date(startMs).toISOString(),
    durationMs: String(durationMs),
  });
  return elementOf('Extension', content, { type: 'interlude' });
}

function inline(client: ClientAd): string {
  const { ad, trackers, sequence } = client;
  const { impressions } = trackers;
  const content = [
    textElement('AdSystem', ad.adSystem),
    ...trackers.errors.map((url) => textElement('Error', url)),
    list('Extensions', [position(client), ...ad.extensions.map(writeNode)]),
    // VAST 4.2 requires one; clients fire no empty address.
    ...(impressions.length > 0 ? impressions : ['']).map((url) => textElement('Impression', url)),
    ...(ad.adServingId ? [textElement('AdServingId', ad.adServingId)] : []),
    textElement('AdTitle', ad.title),
    list('AdVerifications', ad.adVerifications.map(writeNode)),
    ...(ad.advertiser ? [textElement('Advertiser', ad.advertiser)] : []),
    ...ad.categories.map(({ authority, code }) => textElement('Category', code, { authority })),
    list('Creatives', [
      ...ad.creatives.slice(0, 1).map((one) => creativeElement(one, client)),
      ...ad.otherCreatives.map(writeNode),
    ]),
    viewable(ad),
  ];
  return elementOf('Ad', elementOf('InLine', content.join('')), {
    id: ad.id,
    sequence: String(sequence),
  });
}

export function writeVast(ads: readonly ClientAd[]): string {
  const body = elementOf('VAST', ads.map(inline).join(''), { version: '4.2' });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;
}
