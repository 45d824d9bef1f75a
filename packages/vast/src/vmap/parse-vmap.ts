import { VAST_LIMITS, type VastLimits } from '../limits.ts';
import { parseFlag } from '../parse-base.ts';
import { parseVast, parseVastRoot } from '../parse-vast.ts';
import { parseXml } from '../parse-xml.ts';
import { parseClock } from '../time-values.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  textOf,
  writeXml,
  type XmlElement,
} from '../xml-node.ts';
import type { VmapAdSource, VmapBreak, VmapResult } from './vmap.ts';
import { parseVmapOffset } from './vmap-offset.ts';

function parseAdSource(node: XmlElement | undefined, limits: VastLimits): VmapAdSource | undefined {
  if (node === undefined) return undefined;
  const id = attributeOf(node, 'id') ?? '';
  const data = childOf(node, 'VASTAdData') ?? childOf(node, 'VASTData');
  const document = childOf(data, 'VAST');
  if (document !== undefined)
    return {
      kind: 'vast',
      id,
      vast: parseVastRoot(document, limits, []),
      text: writeXml(document),
    };
  // As text, in CDATA or escaped: a document of its own.
  if (data?.text.startsWith('<'))
    return { kind: 'vast', id, vast: parseVast(data.text, limits), text: data.text };
  const tag = childOf(node, 'AdTagURI') ?? childOf(node, 'AdTagURL');
  if (tag !== undefined && tag.text !== '')
    return {
      kind: 'tag',
      id,
      url: tag.text,
      templateType: (attributeOf(tag, 'templateType') ?? '').toLowerCase(),
    };
  const custom = childOf(node, 'CustomAdData');
  if (custom === undefined) return undefined;
  return { kind: 'custom', id, templateType: attributeOf(custom, 'templateType') ?? '' };
}

function trackersOf(node: XmlElement, event: string): string[] {
  return childrenOf(childOf(node, 'TrackingEvents'), 'Tracking')
    .filter((tracking) => attributeOf(tracking, 'event')?.toLowerCase() === event)
    .slice(0, VAST_LIMITS.maxUrlsPerList)
    .map((tracking) => tracking.text)
    .filter((url) => url !== '');
}

function parseBreak(node: XmlElement, limits: VastLimits): VmapBreak | undefined {
  const offset = parseVmapOffset(attributeOf(node, 'timeOffset') ?? '');
  if (offset === undefined) return undefined;
  const source = childOf(node, 'AdSource');
  const flag = (name: string) =>
    (source === undefined ? undefined : parseFlag(attributeOf(source, name))) ?? true;
  const repeatSeconds = parseClock(attributeOf(node, 'repeatAfter') ?? '') ?? 0;
  const types = (attributeOf(node, 'breakType') ?? 'linear').toLowerCase().split(/[\s,]+/);
  return {
    breakId: attributeOf(node, 'breakId'),
    offset,
    breakTypes: types.filter((type) => type !== ''),
    repeatAfterMs: repeatSeconds > 0 ? Math.round(repeatSeconds * 1000) : undefined,
    adSource: parseAdSource(source, limits),
    allowMultipleAds: flag('allowMultipleAds'),
    followRedirects: flag('followRedirects'),
    trackers: {
      breakStart: trackersOf(node, 'breakstart'),
      breakEnd: trackersOf(node, 'breakend'),
      error: trackersOf(node, 'error').concat(textsOfError(node)),
    },
  };
}

/** Some servers write an Error element beside the break's trackers. */
function textsOfError(node: XmlElement): string[] {
  const url = textOf(node, 'Error');
  return url === undefined ? [] : [url];
}

function parseRoot(
  root: XmlElement,
  limits: VastLimits,
  xmlWarnings: readonly string[],
): VmapResult {
  const warnings = [...xmlWarnings];
  const nodes = childrenOf(root, 'AdBreak');
  if (nodes.length > limits.maxAdBreaks)
    warnings.push(`${nodes.length} breaks: read the first ${limits.maxAdBreaks}`);
  const breaks: VmapBreak[] = [];
  for (const node of nodes.slice(0, limits.maxAdBreaks)) {
    const parsed = parseBreak(node, limits);
    const written = attributeOf(node, 'timeOffset') ?? '';
    if (parsed === undefined) warnings.push(`a break at "${written.slice(0, 40)}" was left out`);
    else breaks.push(parsed);
  }
  return { kind: 'breaks', version: attributeOf(root, 'version') ?? '', breaks, warnings };
}

/**
 * Reads a VMAP 1.0 document. Never throws; breaks with an unreadable offset are left out with a warning. A document
 * with another root is `invalid`.
 * @returns breaks in the order of the document
 * @see VMAP 1.0; rule V9
 */
export function parseVmap(xml: string, limits: VastLimits = VAST_LIMITS): VmapResult {
  const result = parseXml(xml, limits);
  if (result.kind === 'broken') return { kind: 'invalid', reason: result.reason };
  const { root, warnings } = result;
  if (root.name === 'VMAP') return parseRoot(root, limits, warnings);
  return { kind: 'invalid', reason: `the root element is <${root.name.slice(0, 60)}>` };
}
