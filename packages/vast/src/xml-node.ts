// A tree of a document. Prefixes are dropped, not resolved: ad servers send undeclared ones
// (`xsi:` without xmlns:xsi), and a namespace-strict reader would lose the ad.

import { VAST_LIMITS } from './limits.ts';

export interface XmlNode {
  /** Local name. */
  readonly name: string;
  /** By local name. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** Own text and CDATA, joined and trimmed. */
  readonly text: string;
}

export function childrenOf(node: XmlNode | undefined, name: string): XmlNode[] {
  const found: XmlNode[] = [];
  if (node !== undefined)
    for (const child of node.children) if (child.name === name) found.push(child);
  return found;
}

export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  if (node !== undefined) for (const child of node.children) if (child.name === name) return child;
  return undefined;
}

/** Text of the first child of that name; undefined when absent or empty. */
export function textOf(node: XmlNode | undefined, name: string): string | undefined {
  const text = childOf(node, name)?.text;
  return text === undefined || text === '' ? undefined : text;
}

/** Texts of all children of that name that hold one: URL lists. */
export function textsOf(node: XmlNode | undefined, name: string): string[] {
  return childrenOf(node, name)
    .slice(0, VAST_LIMITS.maxUrlsPerList)
    .map((child) => child.text)
    .filter((text) => text !== '');
}

/** Undefined when absent or blank. */
export function attributeOf({ attributes }: XmlNode, name: string): string | undefined {
  const value = attributes[name]?.trim();
  return value === '' ? undefined : value;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<"]/g, (found) => ESCAPES[found] ?? found);

/** The node as a document of its own: text before children, without prefixes. */
export function writeXml(node: XmlNode): string {
  const attributes = Object.entries(node.attributes).map(
    ([name, value]) => ` ${name}="${escaped(value)}"`,
  );
  const content = escaped(node.text) + node.children.map(writeXml).join('');
  return `<${node.name}${attributes.join('')}>${content}</${node.name}>`;
}
