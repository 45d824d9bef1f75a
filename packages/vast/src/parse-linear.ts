import { VAST_LIMITS } from './limits.ts';
import { parseMimeType } from './parse-base.ts';
import { parseClock } from './time-values.ts';
import type { LinearCreative, MediaFile, TrackingEvent, UniversalAdId } from './vast.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  nodeOf,
  textOf,
  textsOf,
  type XmlElement,
} from './xml-node.ts';

/** A non-negative number, or undefined for anything else. */
export function optionalNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

export function parseTrackingEvents(linear: XmlElement | undefined): TrackingEvent[] {
  const events: TrackingEvent[] = [];
  const nodes = childrenOf(childOf(linear, 'TrackingEvents'), 'Tracking');
  for (const node of nodes.slice(0, VAST_LIMITS.maxUrlsPerList)) {
    const event = attributeOf(node, 'event');
    if (event === undefined || node.text === '') continue;
    events.push({ event, url: node.text, offset: attributeOf(node, 'offset') });
  }
  return events;
}

function parseMediaFile(node: XmlElement): MediaFile {
  return {
    url: node.text,
    id: attributeOf(node, 'id'),
    delivery: attributeOf(node, 'delivery') === 'streaming' ? 'streaming' : 'progressive',
    type: parseMimeType(attributeOf(node, 'type')),
    width: optionalNumber(attributeOf(node, 'width')),
    height: optionalNumber(attributeOf(node, 'height')),
    bitrate: optionalNumber(attributeOf(node, 'bitrate')),
    minBitrate: optionalNumber(attributeOf(node, 'minBitrate')),
    maxBitrate: optionalNumber(attributeOf(node, 'maxBitrate')),
    codec: attributeOf(node, 'codec'),
    apiFramework: attributeOf(node, 'apiFramework'),
  };
}

function parseMediaFiles(parent: XmlElement | undefined, name: string): MediaFile[] {
  const files: MediaFile[] = [];
  for (const node of childrenOf(parent, name))
    if (node.text !== '') files.push(parseMediaFile(node));
  return files;
}

/** 4.1+ holds the value as text, 4.0 in `idValue`; `unknown` is no id (VAST 4.x 3.7.1). */
function parseUniversalAdIds(holder: XmlElement): UniversalAdId[] {
  const ids: UniversalAdId[] = [];
  for (const node of childrenOf(holder, 'UniversalAdId')) {
    const registry = attributeOf(node, 'idRegistry') ?? 'unknown';
    const value = node.text === '' ? (attributeOf(node, 'idValue') ?? '') : node.text;
    if (value !== '' && value.toLowerCase() !== 'unknown') ids.push({ registry, value });
  }
  return ids;
}

/**
 * The Linear of a Creative; undefined for companions and non-linear ads.
 * @param adExtensions VAST 2 and 3 carry UniversalAdId and Mezzanine in an Extension of the ad or of
 * the creative (IAB CTV addendum 2024)
 */
export function parseLinearCreative(
  creative: XmlElement,
  adExtensions: readonly XmlElement[],
): LinearCreative | undefined {
  const linear = childOf(creative, 'Linear');
  if (linear === undefined) return undefined;
  const mediaFiles = childOf(linear, 'MediaFiles');
  const own = childrenOf(childOf(creative, 'CreativeExtensions'), 'CreativeExtension');
  const extensions = own.concat(adExtensions);
  const clicks = childOf(linear, 'VideoClicks');
  return {
    id: attributeOf(creative, 'id'),
    // By its spellings over the versions.
    adId:
      attributeOf(creative, 'adId') ??
      attributeOf(creative, 'AdID') ??
      attributeOf(creative, 'adID'),
    sequence: optionalNumber(attributeOf(creative, 'sequence')),
    universalAdIds: [creative, ...extensions].flatMap(parseUniversalAdIds),
    durationSeconds: parseClock(textOf(linear, 'Duration') ?? ''),
    skipOffset: attributeOf(linear, 'skipoffset'),
    mediaFiles: parseMediaFiles(mediaFiles, 'MediaFile'),
    mezzanines: [mediaFiles, ...extensions].flatMap((node) => parseMediaFiles(node, 'Mezzanine')),
    trackingEvents: parseTrackingEvents(linear),
    clickThrough: textOf(clicks, 'ClickThrough'),
    clickTracking: textsOf(clicks, 'ClickTracking'),
    customClicks: textsOf(clicks, 'CustomClick'),
    adParameters: textOf(linear, 'AdParameters'),
    icons: childrenOf(childOf(linear, 'Icons'), 'Icon').map(nodeOf),
  };
}
