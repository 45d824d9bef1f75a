import { optionalNumber } from '../parse-linear.ts';
import { parseClock } from '../time-values.ts';
import { attributeOf, childrenOf, textOf, type XmlElement } from '../xml-node.ts';
import type { MrssCuePoint } from './mrss.ts';

const OWN_NAMES: ReadonlySet<string> = new Set(['splicetime', 'maxcount', 'duration']);
const MAX_PARAMS = 50;

/** Milliseconds: a number of ms as the format defines it, or hh:mm:ss, which some feeds write. */
function parseSpliceTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^-1(\.0*)?$/.test(text)) return -1;
  const clock = text.includes(':') ? parseClock(text) : undefined;
  const timeMs = clock === undefined ? optionalNumber(text) : clock * 1000;
  return timeMs === undefined ? undefined : Math.round(timeMs);
}

/** An element or, as shorter feeds have it, an attribute. */
function elementOrAttribute(node: XmlElement, name: string): string | undefined {
  return textOf(node, name) ?? attributeOf(node, name);
}

function paramsOf(node: XmlElement): Record<string, string> {
  const params: [string, string][] = [];
  for (const child of node.children) {
    if (OWN_NAMES.has(child.name.toLowerCase()) || params.length >= MAX_PARAMS) continue;
    const key = child.name === 'param' ? (attributeOf(child, 'name') ?? '') : child.name;
    const text = child.text === '' ? (attributeOf(child, 'value') ?? '') : child.text;
    if (key !== '' && text !== '') params.push([key, text]);
  }
  return Object.fromEntries(params);
}

function parseCuePoint(node: XmlElement, index: number): MrssCuePoint | undefined {
  const spliceTimeMs = parseSpliceTime(elementOrAttribute(node, 'splicetime'));
  if (spliceTimeMs === undefined) return undefined;
  const seconds = optionalNumber(elementOrAttribute(node, 'duration'));
  const maxCount = optionalNumber(elementOrAttribute(node, 'maxcount'));
  return {
    id: attributeOf(node, 'id') ?? String(index + 1),
    spliceTimeMs,
    maxCount: maxCount !== undefined && maxCount >= 1 ? Math.trunc(maxCount) : undefined,
    durationMs: seconds === undefined || seconds === 0 ? undefined : Math.round(seconds * 1000),
    params: paramsOf(node),
  };
}

function order(point: MrssCuePoint): number {
  return point.spliceTimeMs < 0 ? Number.POSITIVE_INFINITY : point.spliceTimeMs;
}

/** The cue points of an item; those with an unreadable time are left out with a warning. */
export function parseCuePoints(
  item: XmlElement,
  limit: number,
  warnings: string[],
): MrssCuePoint[] {
  const nodes = childrenOf(item, 'cuepoints').flatMap((list) => childrenOf(list, 'cuepoint'));
  if (nodes.length > limit) warnings.push(`${nodes.length} cue points: read the first ${limit}`);
  const points: MrssCuePoint[] = [];
  for (const [index, node] of nodes.slice(0, limit).entries()) {
    const point = parseCuePoint(node, index);
    if (point === undefined)
      warnings.push('a cue point without a readable splicetime was left out');
    else points.push(point);
  }
  return points.sort((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)));
}
