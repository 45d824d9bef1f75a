// Elements of a document. Prefixes are dropped, not resolved: ad servers send undeclared ones
// (`xsi:` without xmlns:xsi), and a namespace-strict reader would lose the ad.

import { VAST_LIMITS } from './limits.ts';

/** An element as it is read. */
export interface XmlElement {
  /** Local name. */
  readonly name: string;
  /** Local name, value, local name, value, …: each name once. */
  readonly attributes: readonly string[];
  readonly children: readonly XmlElement[];
  /** Own text and CDATA, joined and trimmed. */
  readonly text: string;
}

/** An element that is passed on verbatim: extensions, verifications, icons, companions. */
export interface XmlNode {
  /** Local name. */
  readonly name: string;
  /** By local name. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** Own text and CDATA, joined and trimmed. */
  readonly text: string;
}

export function nodeOf({ name, attributes: pairs, children, text }: XmlElement): XmlNode {
  const attributes: Record<string, string> = {};
  for (let at = 0; at < pairs.length; at += 2) attributes[pairs[at] ?? ''] = pairs[at + 1] ?? '';
  return { name, attributes, children: children.map(nodeOf), text };
}

const SPACE = 32;
const DELETE = 127;
const isPrinted = (code: number) => code > SPACE && code < DELETE;

/** As `trim`, which most texts of a document do not need. */
export function trimmed(text: string): string {
  const isBare =
    text === '' || (isPrinted(text.charCodeAt(0)) && isPrinted(text.charCodeAt(text.length - 1)));
  return isBare ? text : text.trim();
}

export function childrenOf(node: XmlElement | undefined, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  if (node !== undefined)
    for (const child of node.children) if (child.name === name) found.push(child);
  return found;
}

export function childOf(node: XmlElement | undefined, name: string): XmlElement | undefined {
  if (node !== undefined) for (const child of node.children) if (child.name === name) return child;
  return undefined;
}

/** Text of the first child of that name; undefined when absent or empty. */
export function textOf(node: XmlElement | undefined, name: string): string | undefined {
  const text = childOf(node, name)?.text;
  return text === undefined || text === '' ? undefined : text;
}

/** Texts of all children of that name that hold one: URL lists. */
export function textsOf(node: XmlElement | undefined, name: string): string[] {
  const texts: string[] = [];
  if (node === undefined) return texts;
  let count = 0;
  for (const child of node.children) {
    if (child.name !== name) continue;
    count += 1;
    if (count > VAST_LIMITS.maxUrlsPerList) break;
    if (child.text !== '') texts.push(child.text);
  }
  return texts;
}

/** Undefined when absent or blank. */
export function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  for (let at = 0; at < attributes.length; at += 2) {
    if (attributes[at] !== name) continue;
    const value = trimmed(attributes[at + 1] ?? '');
    return value === '' ? undefined : value;
  }
  return undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<"]/g, (found) => ESCAPES[found] ?? found);

/** The element as a document of its own: text before children, without prefixes. */
export function writeXml({ name, attributes, children, text }: XmlElement): string {
  let written = `<${name}`;
  for (let at = 0; at < attributes.length; at += 2)
    written += ` ${attributes[at]}="${escaped(attributes[at + 1] ?? '')}"`;
  return `${written}>${escaped(text)}${children.map(writeXml).join('')}</${name}>`;
}
