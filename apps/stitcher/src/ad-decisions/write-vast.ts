/**
 * The VAST document of a session: the ads that are being shown, for a client that counts by itself. With
 * server-side beacons the trackers are left out, or every event would be counted twice.
 */
import type { InlineAd, LinearCreative } from '@interlude/vast';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** Characters that XML 1.0 cannot carry at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escapeXml = (text: string) =>
  text.replace(forbidden, '').replace(/[&<>"]/g, (character) => entities[character] ?? character);

function element(name: string, text: string, attributes = ''): string {
  return `<${name}${attributes}>${escapeXml(text)}</${name}>`;
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const milliseconds = Math.round((seconds - whole) * 1000);
  const time = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${time}.${String(Math.min(999, milliseconds)).padStart(3, '0')}`;
}

function linear(creative: LinearCreative, durationSeconds: number, withTrackers: boolean): string {
  const trackers = withTrackers
    ? creative.trackingEvents.map(({ event, url, offset }) => {
        const at = offset === undefined ? '' : ` offset="${escapeXml(offset)}"`;
        return element('Tracking', url, ` event="${escapeXml(event)}"${at}`);
      })
    : [];
  const clicks = [
    ...(creative.clickThrough ? [element('ClickThrough', creative.clickThrough)] : []),
    ...creative.clickTracking.map((url) => element('ClickTracking', url)),
  ];
  const id = creative.id ? ` id="${escapeXml(creative.id)}"` : '';
  const adId = creative.adId ? ` adId="${escapeXml(creative.adId)}"` : '';
  return (
    `<Creative${id}${adId}>` +
    creative.universalAdIds
      .map(({ registry, value }) =>
        element('UniversalAdId', value, ` idRegistry="${escapeXml(registry)}"`),
      )
      .join('') +
    `<Linear>${element('Duration', clock(durationSeconds))}` +
    `<TrackingEvents>${trackers.join('')}</TrackingEvents>` +
    `<VideoClicks>${clicks.join('')}</VideoClicks><MediaFiles/></Linear></Creative>`
  );
}

export interface ShownAd {
  readonly ad: InlineAd;
  /** From 1. */
  readonly sequence: number;
  readonly durationSeconds: number;
}

function inline({ ad, sequence, durationSeconds }: ShownAd, withTrackers: boolean): string {
  const trackers = withTrackers
    ? [
        ...ad.errorUrls.map((url) => element('Error', url)),
        ...ad.impressions.map((url) => element('Impression', url)),
      ]
    : ['<Impression/>'];
  const creatives = ad.creatives.map((one) => linear(one, durationSeconds, withTrackers));
  return (
    `<Ad id="${escapeXml(ad.id)}" sequence="${sequence}"><InLine>` +
    element('AdSystem', ad.adSystem) +
    element('AdTitle', ad.title) +
    trackers.join('') +
    `<Creatives>${creatives.join('')}</Creatives></InLine></Ad>`
  );
}

export function writeVast(ads: readonly ShownAd[], withTrackers: boolean): string {
  const body = ads.map((ad) => inline(ad, withTrackers)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<VAST version="4.2">${body}</VAST>\n`;
}
