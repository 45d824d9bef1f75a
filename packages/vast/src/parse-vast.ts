import { VAST_LIMITS, type VastLimits } from './limits.ts';
import { parseFlag } from './parse-base.ts';
import { optionalNumber, parseLinearCreative, parseTrackingEvents } from './parse-linear.ts';
import { parseXml } from './parse-xml.ts';
import type {
  AdCategory,
  InlineAd,
  LinearCreative,
  VastAd,
  VastResult,
  ViewableImpression,
  WrapperAd,
} from './vast.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  nodeOf,
  textOf,
  textsOf,
  type XmlElement,
  type XmlNode,
} from './xml-node.ts';

function parseViewableImpression(ad: XmlElement): ViewableImpression {
  const nodes = childrenOf(ad, 'ViewableImpression');
  const urlsOf = (name: string) => nodes.flatMap((node) => textsOf(node, name));
  return {
    viewable: urlsOf('Viewable'),
    notViewable: urlsOf('NotViewable'),
    viewUndetermined: urlsOf('ViewUndetermined'),
  };
}

function parseCategories(ad: XmlElement, name: string): AdCategory[] {
  return childrenOf(ad, name).flatMap((node) =>
    node.text
      .split(',')
      .map((code) => ({ authority: attributeOf(node, 'authority') ?? '', code: code.trim() }))
      .filter((category) => category.code !== ''),
  );
}

function parseBase(ad: XmlElement, body: XmlElement, extensions: readonly XmlElement[]) {
  const sequence = optionalNumber(attributeOf(ad, 'sequence'));
  return {
    id: attributeOf(ad, 'id') ?? '',
    sequence: sequence !== undefined && sequence >= 1 ? Math.trunc(sequence) : undefined,
    adSystem: textOf(body, 'AdSystem') ?? '',
    impressions: textsOf(body, 'Impression'),
    errorUrls: textsOf(body, 'Error'),
    viewableImpression: parseViewableImpression(body),
    adVerifications: childrenOf(childOf(body, 'AdVerifications'), 'Verification').map(nodeOf),
    extensions: extensions.map(nodeOf),
  };
}

const extensionsOf = (body: XmlElement) => childrenOf(childOf(body, 'Extensions'), 'Extension');

function parseInline(ad: XmlElement, body: XmlElement): InlineAd {
  const extensions = extensionsOf(body);
  const creatives: LinearCreative[] = [];
  const otherCreatives: XmlNode[] = [];
  for (const node of childrenOf(childOf(body, 'Creatives'), 'Creative')) {
    const linear = parseLinearCreative(node, extensions);
    if (linear === undefined) otherCreatives.push(nodeOf(node));
    else creatives.push(linear);
  }
  return {
    kind: 'inline',
    ...parseBase(ad, body, extensions),
    title: textOf(body, 'AdTitle') ?? '',
    adType: attributeOf(ad, 'adType')?.toLowerCase(),
    isConditional: parseFlag(attributeOf(ad, 'conditionalAd')) ?? false,
    adServingId: textOf(body, 'AdServingId'),
    advertiser: textOf(body, 'Advertiser'),
    categories: parseCategories(body, 'Category'),
    expiresSeconds: optionalNumber(textOf(body, 'Expires')),
    creatives,
    otherCreatives,
    wrapperSystems: [],
  };
}

function parseWrapper(ad: XmlElement, body: XmlElement): WrapperAd {
  const creatives = childrenOf(childOf(body, 'Creatives'), 'Creative');
  const linears = creatives.flatMap((node) => childrenOf(node, 'Linear'));
  const clicks = linears.map((linear) => childOf(linear, 'VideoClicks'));
  return {
    kind: 'wrapper',
    ...parseBase(ad, body, extensionsOf(body)),
    // VASTAdTagURL is a common misspelling.
    tagUri: textOf(body, 'VASTAdTagURI') ?? textOf(body, 'VASTAdTagURL') ?? '',
    followAdditionalWrappers: parseFlag(attributeOf(body, 'followAdditionalWrappers')) ?? true,
    allowMultipleAds: parseFlag(attributeOf(body, 'allowMultipleAds')),
    fallbackOnNoAd: parseFlag(attributeOf(body, 'fallbackOnNoAd')),
    trackingEvents: linears.flatMap(parseTrackingEvents),
    clickTracking: clicks.flatMap((node) => textsOf(node, 'ClickTracking')),
    customClicks: clicks.flatMap((node) => textsOf(node, 'CustomClick')),
    icons: linears.flatMap((linear) => childrenOf(childOf(linear, 'Icons'), 'Icon').map(nodeOf)),
    otherCreatives: creatives.filter((node) => childOf(node, 'Linear') === undefined).map(nodeOf),
    blockedAdCategories: parseCategories(body, 'BlockedAdCategories'),
  };
}

function parseAd(ad: XmlElement): VastAd | undefined {
  const inline = childOf(ad, 'InLine');
  if (inline !== undefined) return parseInline(ad, inline);
  const wrapper = childOf(ad, 'Wrapper');
  return wrapper === undefined ? undefined : parseWrapper(ad, wrapper);
}

/** Reads a VAST element, the root of its own document or inside of a VMAP. */
export function parseVastRoot(
  root: XmlElement,
  limits: VastLimits,
  xmlWarnings: readonly string[],
): VastResult {
  const warnings = [...xmlWarnings];
  const version = attributeOf(root, 'version') ?? '';
  if (version.startsWith('1.') || version === '1')
    return { kind: 'invalid', iabErrorCode: 102, reason: `VAST ${version}` };
  if (!/^[234](\.\d+)*$/.test(version)) warnings.push(`unknown VAST version "${version}"`);
  const nodes = childrenOf(root, 'Ad');
  if (nodes.length > limits.maxAds)
    warnings.push(`${nodes.length} ads: read the first ${limits.maxAds}`);
  const ads: VastAd[] = [];
  for (const node of nodes.slice(0, limits.maxAds)) {
    const ad = parseAd(node);
    if (ad === undefined) warnings.push('an Ad without InLine and Wrapper was left out');
    else ads.push(ad);
  }
  return { kind: 'ads', version, ads, errorUrls: textsOf(root, 'Error'), warnings };
}

/**
 * Reads a VAST 2.0-4.3 document. Never throws: any other document is `invalid` with the IAB code (100 not well-formed
 * or HTML, 101 another root, 102 VAST 1). An empty body is an ad response without ads.
 * @see VAST 4.3 §3.2, §2.3.6; rule V1
 */
export function parseVast(xml: string, limits: VastLimits = VAST_LIMITS): VastResult {
  if (xml.length <= limits.maxLength && /^[\uFEFF\s]*$/.test(xml))
    return { kind: 'ads', version: '', ads: [], errorUrls: [], warnings: ['empty body'] };
  const result = parseXml(xml, limits);
  if (result.kind === 'broken')
    return { kind: 'invalid', iabErrorCode: 100, reason: result.reason };
  const { root, warnings } = result;
  if (root.name === 'VAST') return parseVastRoot(root, limits, warnings);
  if (root.name === 'VideoAdServingTemplate')
    return { kind: 'invalid', iabErrorCode: 102, reason: 'VAST 1.0' };
  const html = root.name.toLowerCase() === 'html';
  return {
    kind: 'invalid',
    iabErrorCode: html ? 100 : 101,
    reason: `the root element is <${root.name.slice(0, 60)}>`,
  };
}
