import { VAST_LIMITS, type VastLimits } from '../limits.ts';
import { parseMimeType } from '../parse-base.ts';
import { optionalNumber } from '../parse-linear.ts';
import { parseXml } from '../parse-xml.ts';
import { isDashType, isHlsType } from '../pods.ts';
import { parseClock } from '../time-values.ts';
import { attributeOf, childOf, childrenOf, textOf, type XmlElement } from '../xml-node.ts';
import type { MrssCategory, MrssItem, MrssMedia, MrssResult } from './mrss.ts';
import { parseCuePoints } from './parse-cue-point.ts';

function deliveryOf(type: string, url: string): MrssMedia['delivery'] {
  if (isHlsType(type)) return 'hls';
  if (isDashType(type)) return 'dash';
  const path = url.split(/[?#]/, 1)[0] ?? '';
  if (/\.m3u8$/i.test(path)) return 'hls';
  return /\.mpd$/i.test(path) ? 'dash' : 'other';
}

function mediaNodes(item: XmlElement): XmlElement[] {
  const groups = childrenOf(item, 'group').flatMap((group) => childrenOf(group, 'content'));
  return [...groups, ...childrenOf(item, 'content'), ...childrenOf(item, 'enclosure')];
}

function parseMedia(nodes: readonly XmlElement[]): MrssMedia[] {
  const media: MrssMedia[] = [];
  for (const node of nodes) {
    const url = attributeOf(node, 'url');
    const type = parseMimeType(attributeOf(node, 'type'));
    if (url !== undefined) media.push({ url, type, delivery: deliveryOf(type, url) });
  }
  return media;
}

/** Seconds of `media:content@duration`, or a clock of `itunes:duration`. */
function parseDurationMs(item: XmlElement, nodes: readonly XmlElement[]): number | undefined {
  const texts = [...nodes.map((node) => attributeOf(node, 'duration')), textOf(item, 'duration')];
  for (const text of texts) {
    const seconds = optionalNumber(text) ?? parseClock(text ?? '');
    if (seconds !== undefined && seconds > 0) return Math.round(seconds * 1000);
  }
  return undefined;
}

function parseCategory(item: XmlElement): MrssCategory | null {
  for (const { text } of childrenOf(item, 'category')) {
    const word = text.toLowerCase();
    if (word === 'intro' || word === 'ad' || word === 'outro') return word;
  }
  return null;
}

function parseItem(item: XmlElement, limits: VastLimits, warnings: string[]): MrssItem {
  const nodes = mediaNodes(item);
  return {
    id: textOf(item, 'guid') ?? '',
    title: textOf(item, 'title') ?? '',
    category: parseCategory(item),
    durationMs: parseDurationMs(item, nodes),
    media: parseMedia(nodes),
    cuePoints: parseCuePoints(item, limits.maxAdBreaks, warnings),
  };
}

/**
 * Reads a Media RSS feed with the cue points of its items. Never throws; a document that is no RSS is `invalid`.
 * Element names count without their prefix, whatever it is bound to.
 * @returns items with their media, and cue points in milliseconds
 * @see Media RSS 1.5.1; rule V9
 */
export function parseMrss(xml: string, limits: VastLimits = VAST_LIMITS): MrssResult {
  const result = parseXml(xml, limits);
  if (result.kind === 'broken') return { kind: 'invalid', reason: result.reason };
  const { root } = result;
  if (root.name.toLowerCase() !== 'rss')
    return { kind: 'invalid', reason: `the root element is <${root.name.slice(0, 60)}>` };
  const channel = childOf(root, 'channel');
  const warnings = [...result.warnings];
  const nodes = childrenOf(channel, 'item');
  if (nodes.length > limits.maxAds)
    warnings.push(`${nodes.length} items: read the first ${limits.maxAds}`);
  const items = nodes.slice(0, limits.maxAds).map((node) => parseItem(node, limits, warnings));
  return { kind: 'feed', title: textOf(channel, 'title') ?? '', items, warnings };
}
