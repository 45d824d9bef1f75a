// A small tree over saxes. Prefixes are dropped, not resolved: ad servers send undeclared ones
// (`xsi:` without xmlns:xsi), and a namespace-strict reader would lose the ad.

import { SaxesParser } from 'saxes';
import { VAST_LIMITS, type VastLimits } from './limits.ts';

export interface XmlNode {
  /** Local name. */
  readonly name: string;
  /** By local name. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** Own text and CDATA, joined and trimmed. */
  readonly text: string;
}

export type XmlResult =
  | { readonly kind: 'tree'; readonly root: XmlNode; readonly warnings: readonly string[] }
  | { readonly kind: 'broken'; readonly reason: string };

/** Ends the parse from inside a handler; never leaves this file. */
class StopParsing extends Error {}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

class OpenNode {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlNode[] = [];
  readonly chunks: string[] = [];

  constructor(name: string, attributes: Record<string, string>) {
    this.name = name;
    this.attributes = attributes;
  }

  close(): XmlNode {
    return {
      name: this.name,
      attributes: this.attributes,
      children: this.children,
      text: this.chunks.join('').trim(),
    };
  }
}

class TreeBuilder {
  root: XmlNode | undefined;
  readonly #open: OpenNode[] = [];
  readonly #limits: VastLimits;
  #elements = 0;

  constructor(limits: VastLimits) {
    this.#limits = limits;
  }

  start(name: string, attributes: Record<string, string>): void {
    if (++this.#elements > this.#limits.maxElements) throw new StopParsing('too many elements');
    if (this.#open.length >= this.#limits.maxDepth) throw new StopParsing('nested too deeply');
    const names = Object.keys(attributes);
    if (names.length > this.#limits.maxAttributesPerElement)
      throw new StopParsing('too many attributes');
    const own: Record<string, string> = {};
    for (const key of names) own[localName(key)] = attributes[key] ?? '';
    this.#open.push(new OpenNode(localName(name), own));
  }

  text(chunk: string): void {
    this.#open.at(-1)?.chunks.push(chunk);
  }

  end(): void {
    const node = this.#open.pop()?.close();
    if (node === undefined) return;
    const parent = this.#open.at(-1);
    if (parent === undefined) this.root = node;
    else parent.children.push(node);
  }
}

/** The parse proper: the root, or a sentence why there is none. */
function buildTree(text: string, limits: VastLimits): XmlNode | string {
  const builder = new TreeBuilder(limits);
  const parser = new SaxesParser({ xmlns: false, position: true });
  const stop = (reason: string) => {
    throw new StopParsing(reason);
  };
  parser.on('error', (error) => stop(error.message));
  parser.on('doctype', () => stop('DOCTYPE is not allowed'));
  parser.on('opentag', (tag) => builder.start(tag.name, tag.attributes));
  parser.on('text', (chunk) => builder.text(chunk));
  parser.on('cdata', (chunk) => builder.text(chunk));
  parser.on('closetag', () => builder.end());
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof StopParsing) return error.message;
    throw error;
  }
  return builder.root ?? 'no element';
}

const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/g;

/** Escapes every ampersand outside CDATA that begins none of XML's own references. Linear in the text. */
function escapeBareAmpersands(text: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<![CDATA[', at);
    const markup = text.slice(at, open < 0 ? text.length : open);
    parts.push(markup.replace(BARE_AMPERSAND, '&amp;'));
    if (open < 0) break;
    const close = text.indexOf(']]>', open);
    at = close < 0 ? text.length : close;
    parts.push(text.slice(open, at));
  }
  return parts.join('');
}

/**
 * Reads a document into a tree. DOCTYPE (entities, external subsets) is refused. Blanks before the
 * XML declaration and unescaped ampersands in URLs are so common that they are repaired.
 */
export function parseXml(text: string, limits: VastLimits): XmlResult {
  if (text.length > limits.maxLength) return { kind: 'broken', reason: 'too large' };
  const trimmed = text.replace(/^[\uFEFF\s]+/, '');
  const root = buildTree(trimmed, limits);
  if (typeof root !== 'string') return { kind: 'tree', root, warnings: [] };
  const repaired = escapeBareAmpersands(trimmed);
  const hopeless = repaired === trimmed || repaired.length > limits.maxLength;
  const second = hopeless ? root : buildTree(repaired, limits);
  if (typeof second === 'string') return { kind: 'broken', reason: root };
  return { kind: 'tree', root: second, warnings: ['unescaped ampersands'] };
}

export function childrenOf(node: XmlNode | undefined, name: string): XmlNode[] {
  return node === undefined ? [] : node.children.filter((child) => child.name === name);
}

export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((child) => child.name === name);
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

/** An attribute by any of its spellings over the versions (`adId`, `AdID`). */
export function attributeOf(node: XmlNode, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = node.attributes[name]?.trim();
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
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
