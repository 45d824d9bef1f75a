// One pass over `<`: each element gets its offsets, attributes are checked but read later. DOCTYPE is
// refused (no entities can be declared), and so is every text beyond the limits.

import { attributeAt, isSpace, skipSpace } from './attributes.ts';
import { type SourceRange, XmlElement } from './xml-element.ts';

/** Limits of one XML document. A document beyond a limit is refused, never cut short. */
export const XML_LIMITS = {
  /** Characters of the text. */
  maxLength: 32 * 1024 * 1024,
  maxDepth: 64,
  maxElements: 400_000,
  maxAttributesPerElement: 256,
} as const;

export type XmlLimits = { readonly [Name in keyof typeof XML_LIMITS]: number };

export interface XmlDocument {
  /** Text before the root: byte order mark, declaration, comments. */
  readonly prolog: string;
  readonly root: XmlElement;
  /** Text after the root. */
  readonly epilog: string;
}

export type XmlResult =
  | { readonly kind: 'document'; readonly document: XmlDocument }
  | { readonly kind: 'broken'; readonly reason: string; readonly offset: number };

export interface XmlOptions extends Partial<XmlLimits> {
  /**
   * Local names of elements whose content is skipped at first and parsed, and checked, only when their children are
   * accessed.
   */
  readonly opaque?: readonly string[];
}

/** Ends a parse from inside; never leaves this file. */
class BrokenXml extends Error {
  readonly offset: number;

  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

interface OpenElement {
  readonly name: string;
  readonly start: number;
  readonly nameEnd: number;
  readonly tagEnd: number;
  readonly contentStart: number;
  readonly children: XmlElement[];
}

const SLASH = 47;
const GREATER = 62;
const BANG = 33;
const QUESTION = 63;
/** A name of XML does not begin with these, and a prefix of its own may not hold them either. */
const NAME_START = /^[\p{L}_:]/u;

class Scanner {
  readonly #text: string;
  readonly #limits: XmlLimits;
  readonly #opaque: ReadonlySet<string>;
  readonly #open: OpenElement[] = [];
  readonly #skipped: [number, number][] = [];
  #elements = 0;
  root: XmlElement | undefined;

  constructor(text: string, options: XmlOptions) {
    this.#text = text;
    this.#limits = { ...XML_LIMITS, ...options };
    this.#opaque = new Set(options.opaque);
  }

  /** Reads the whole text into `root`. */
  document(): void {
    const { length } = this.#text;
    if (length > this.#limits.maxLength) throw new BrokenXml('too large', 0);
    this.#walk(0, length);
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) throw new BrokenXml(`<${unclosed.name}> is not closed`, length);
  }

  /** The children of an element that was stepped over. */
  content(range: SourceRange): readonly XmlElement[] {
    const children: XmlElement[] = [];
    this.#open.push({ ...range, name: '', children });
    this.#walk(range.contentStart, range.contentEnd);
    if (this.#open.length !== 1) throw new BrokenXml('element is not closed', range.contentEnd);
    return children;
  }

  #walk(from: number, to: number): void {
    const text = this.#text;
    let at = from;
    for (;;) {
      const open = text.indexOf('<', at);
      if (open < 0 || open >= to) break;
      const next = text.charCodeAt(open + 1);
      if (next === SLASH) at = this.#endTag(open);
      else if (next === BANG || next === QUESTION) at = this.#skip(open);
      else at = this.#startTag(open);
    }
  }

  #skip(open: number): number {
    const text = this.#text;
    const mark = text.startsWith('<!--', open)
      ? '-->'
      : text.startsWith('<![CDATA[', open)
        ? ']]>'
        : text.charCodeAt(open + 1) === QUESTION
          ? '?>'
          : undefined;
    if (mark === undefined) throw new BrokenXml('DOCTYPE and declarations are not allowed', open);
    const close = text.indexOf(mark, open + (mark === '-->' ? 4 : 2));
    if (close < 0) throw new BrokenXml(`${mark} is missing`, open);
    this.#skipped.push([open, close + mark.length]);
    return close + mark.length;
  }

  #endTag(open: number): number {
    const text = this.#text;
    const top = this.#open.pop();
    if (top === undefined || !text.startsWith(top.name, open + 2))
      throw new BrokenXml('end tag without its start tag', open);
    const close = skipSpace(text, open + 2 + top.name.length);
    if (text.charCodeAt(close) !== GREATER) throw new BrokenXml('end tag is not closed', open);
    this.#close(top, open, close + 1);
    return close + 1;
  }

  #close(open: OpenElement, contentEnd: number, end: number): void {
    const { name, start, nameEnd, tagEnd, contentStart, children } = open;
    const source = this.#text;
    const range = { source, start, nameEnd, tagEnd, contentStart, contentEnd, end };
    this.#attach(new XmlElement({ name, range, children }), start);
  }

  #attach(element: XmlElement, start: number): void {
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.children.push(element);
    else if (this.root === undefined) this.root = element;
    else throw new BrokenXml('more than one root element', start);
  }

  #startTag(open: number): number {
    const text = this.#text;
    if (++this.#elements > this.#limits.maxElements) throw new BrokenXml('too many elements', open);
    if (this.#open.length >= this.#limits.maxDepth) throw new BrokenXml('nested too deeply', open);
    const nameEnd = endOfElementName(text, open + 1);
    const name = text.slice(open + 1, nameEnd);
    if (!isName(name)) throw new BrokenXml('tag without a name', open);
    const tagEnd = this.#checkAttributes(nameEnd);
    if (text.charCodeAt(tagEnd) === SLASH) {
      if (text.charCodeAt(tagEnd + 1) !== GREATER) throw new BrokenXml('> is missing', tagEnd);
      const contentStart = tagEnd + 2;
      const children: XmlElement[] = [];
      const leaf = { name, start: open, nameEnd, tagEnd, contentStart, children };
      this.#close(leaf, contentStart, contentStart);
      return contentStart;
    }
    const contentStart = tagEnd + 1;
    const opened = { name, start: open, nameEnd, tagEnd, contentStart, children: [] };
    if (this.#opaque.size > 0 && this.#opaque.has(name.slice(name.indexOf(':') + 1))) {
      const end = this.#stepOver(opened);
      if (end !== undefined) return end;
    }
    this.#open.push(opened);
    return contentStart;
  }

  /** Steps over the content of an opaque element; undefined when it has to be read after all. */
  #stepOver(open: OpenElement): number | undefined {
    const text = this.#text;
    const contentEnd = text.indexOf(`</${open.name}`, open.contentStart);
    if (contentEnd < 0) throw new BrokenXml(`<${open.name}> is not closed`, open.start);
    const inside = text.slice(open.contentStart, contentEnd);
    if (inside.includes('<!') || inside.includes(`<${open.name}`)) return undefined;
    const close = skipSpace(text, contentEnd + 2 + open.name.length);
    if (text.charCodeAt(close) !== GREATER) return undefined;
    const range: SourceRange = {
      source: text,
      start: open.start,
      nameEnd: open.nameEnd,
      tagEnd: open.tagEnd,
      contentStart: open.contentStart,
      contentEnd,
      end: close + 1,
    };
    const limits = this.#limits;
    const children = () => readChildren(text, range, limits);
    this.#attach(new XmlElement({ name: open.name, range, children }), open.start);
    return close + 1;
  }

  /** Position of the tag's `>` or `/`. */
  #checkAttributes(nameEnd: number): number {
    const text = this.#text;
    let at = nameEnd;
    for (let count = 0; ; count++) {
      const begin = skipSpace(text, at);
      const code = text.charCodeAt(begin);
      if (code === GREATER || code === SLASH) return begin;
      if (begin === at) throw new BrokenXml('tag is not closed', nameEnd);
      if (count >= this.#limits.maxAttributesPerElement)
        throw new BrokenXml('too many attributes', nameEnd);
      const attribute = attributeAt(text, begin);
      if (attribute === undefined) throw new BrokenXml('attribute without a quoted value', begin);
      at = attribute.valueEnd + 1;
    }
  }

  /** Refuses references to entities that no DOCTYPE can have declared (it is refused), outside comments and CDATA. */
  checkReferences(): void {
    const text = this.#text;
    let skippedIndex = 0;
    for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
      while ((this.#skipped[skippedIndex]?.[1] ?? Number.POSITIVE_INFINITY) <= at) skippedIndex++;
      if ((this.#skipped[skippedIndex]?.[0] ?? Number.POSITIVE_INFINITY) <= at) continue;
      if (isUnknownEntity(text, at)) throw new BrokenXml('entity that is not declared', at);
    }
  }
}

const ENTITY = /&([\p{L}_][\w.-]{0,63});/uy;
const KNOWN = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

function isUnknownEntity(text: string, at: number): boolean {
  ENTITY.lastIndex = at;
  const name = ENTITY.exec(text)?.[1];
  return name !== undefined && !KNOWN.has(name);
}

function isName(name: string): boolean {
  const code = name.charCodeAt(0);
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return isLetter || NAME_START.test(name);
}

function endOfElementName(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isSpace(code) || code === SLASH || code === GREATER || code === 60) break;
  }
  return at;
}

function readChildren(text: string, range: SourceRange, limits: XmlLimits): readonly XmlElement[] {
  const scanner = new Scanner(text, limits);
  try {
    return scanner.content(range);
  } catch (error) {
    if (error instanceof BrokenXml) return [];
    throw error;
  }
}

/**
 * Reads a document. Never throws: one that is not well-formed, has a DOCTYPE or exceeds a limit is returned as `broken`
 * with a sentence and the offset. Entities beyond the five predefined ones are refused.
 * @see W3C XML 1.0; rules D21, V11
 */
export function parseXml(text: string, options: XmlOptions = {}): XmlResult {
  const scanner = new Scanner(text, options);
  try {
    scanner.document();
    if (text.includes('&')) scanner.checkReferences();
  } catch (error) {
    if (error instanceof BrokenXml)
      return { kind: 'broken', reason: error.message, offset: error.offset };
    throw error;
  }
  const range = scanner.root?.range;
  if (scanner.root === undefined || range === undefined)
    return { kind: 'broken', reason: 'no element', offset: 0 };
  const prolog = text.slice(0, range.start);
  return {
    kind: 'document',
    document: { prolog, root: scanner.root, epilog: text.slice(range.end) },
  };
}
