// Well-formed XML 1.0 into a tree, in one pass from `<` to `<`. Documents of ad servers are a few kilobytes of short
// elements and URLs in CDATA, and one is read for each viewer and break.

import type { VastLimits } from './limits.ts';
import { NameReader } from './xml-names.ts';
import type { XmlNode } from './xml-node.ts';

/** Ends the parse; never leaves this file. */
class Broken extends Error {}

interface OpenNode {
  /** As written, with its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  children: XmlNode[] | undefined;
  text: string;
}

const TAB = 9;
const NEW_LINE = 10;
const SPACE = 32;
const BANG = 33;
const DOUBLE_QUOTE = 34;
const AMPERSAND = 38;
const SINGLE_QUOTE = 39;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;

const CDATA = '<![CDATA[';
/** Of elements that have none: most of a document. */
const noChildren: readonly XmlNode[] = Object.freeze([]);
const noAttributes: Readonly<Record<string, string>> = Object.freeze({});

/** White space of XML 1.0 §2.3, once line ends are normalised (§2.11). */
const isSpace = (code: number) => code === SPACE || code === NEW_LINE || code === TAB;

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that §2.2 does not allow in any form
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

const PREDEFINED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([\da-fA-F]+));|&/g;

/** §2.2: a reference to another character is as little allowed as the character. */
function character(code: number): string {
  const isAllowed =
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff) ||
    isSpace(code) ||
    code === 13;
  if (!isAllowed) throw new Broken('a reference to a character that is not allowed');
  return String.fromCodePoint(code);
}

/** Without a DTD there are the five predefined entities and characters by their number alone. */
function decoded(text: string): string {
  return text.replace(
    REFERENCE,
    (_whole, name?: string, decimal?: string, hexadecimal?: string) => {
      if (name !== undefined) return PREDEFINED[name] ?? '';
      if (decimal !== undefined) return character(Number(decimal));
      if (hexadecimal !== undefined) return character(Number.parseInt(hexadecimal, 16));
      throw new Broken('an ampersand that begins no known reference');
    },
  );
}

const DECLARATION =
  /^<\?xml\s+version\s*=\s*("1\.\d+"|'1\.\d+')(\s+encoding\s*=\s*("[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(\s+standalone\s*=\s*("(yes|no)"|'(yes|no)'))?\s*\?>/;

class TreeReader {
  readonly #text: string;
  readonly #limits: VastLimits;
  readonly #names: NameReader;
  readonly #open: OpenNode[] = [];
  #top: OpenNode | undefined;
  #root: XmlNode | undefined;
  #elements = 0;

  constructor(text: string, limits: VastLimits) {
    this.#text = text;
    this.#limits = limits;
    this.#names = new NameReader(text);
  }

  read(): XmlNode {
    const text = this.#text;
    let at = text.startsWith('<?xml') ? this.#declaration() : 0;
    for (let less = text.indexOf('<', at); less >= 0; less = text.indexOf('<', at)) {
      if (less > at) this.#characters(at, less);
      at = this.#markup(less);
    }
    this.#characters(at, text.length);
    if (this.#top !== undefined) throw new Broken(`<${this.#top.name}> is not closed`);
    if (this.#root === undefined) throw new Broken('no element');
    return this.#root;
  }

  /** @returns where it ends */
  #markup(less: number): number {
    const code = this.#text.charCodeAt(less + 1);
    if (code === SLASH) return this.#endTag(less);
    if (code === BANG) return this.#commentOrCdata(less);
    return code === QUESTION ? this.#instruction(less) : this.#startTag(less + 1);
  }

  /** @returns where it ends; 0 for an instruction whose target only begins so */
  #declaration(): number {
    this.#names.read(2);
    if (this.#names.end > 5) return 0;
    const found = DECLARATION.exec(this.#text);
    if (found === null) throw new Broken('the XML declaration is not as it should be');
    return found[0].length;
  }

  #characters(from: number, to: number): void {
    const text = this.#text;
    const top = this.#top;
    let start = from;
    // Blanks before the text of an element are trimmed anyway: most are line breaks between elements.
    if (top === undefined || top.text === '')
      while (start < to && isSpace(text.charCodeAt(start))) start += 1;
    if (start === to) return;
    if (top === undefined) throw new Broken('text outside of the root element');
    const chunk = text.slice(start, to);
    if (chunk.includes(']]>')) throw new Broken(']]> in text');
    top.text += chunk.includes('&') ? decoded(chunk) : chunk;
  }

  #commentOrCdata(less: number): number {
    const text = this.#text;
    if (text.startsWith(CDATA, less)) {
      const close = text.indexOf(']]>', less + CDATA.length);
      if (close < 0) throw new Broken('CDATA is not closed');
      if (this.#top === undefined) throw new Broken('text outside of the root element');
      this.#top.text += text.slice(less + CDATA.length, close);
      return close + 3;
    }
    if (!text.startsWith('<!--', less)) throw new Broken('DOCTYPE is not allowed');
    const close = text.indexOf('--', less + 4);
    if (close < 0 || text.charCodeAt(close + 2) !== GREATER)
      throw new Broken('a comment is not closed, or has -- in it');
    return close + 3;
  }

  #instruction(less: number): number {
    const text = this.#text;
    const target = this.#name(less + 2);
    const nameEnd = this.#names.end;
    const close = text.indexOf('?>', nameEnd);
    const isSeparate = close === nameEnd || isSpace(text.charCodeAt(nameEnd));
    if (close < 0 || !isSeparate || target.toLowerCase() === 'xml')
      throw new Broken('a processing instruction is not as it should be');
    return close + 2;
  }

  #endTag(less: number): number {
    const text = this.#text;
    const top = this.#open.pop();
    if (top === undefined || !text.startsWith(top.name, less + 2))
      throw new Broken('an end tag without its start tag');
    const close = this.#skipSpace(less + 2 + top.name.length);
    if (text.charCodeAt(close) !== GREATER) throw new Broken('an end tag is not closed');
    this.#top = this.#open.at(-1);
    const { name, attributes, children = noChildren } = top;
    this.#add({ name: localName(name), attributes, children, text: top.text.trim() });
    return close + 1;
  }

  #add(node: XmlNode): void {
    const parent = this.#top;
    if (parent === undefined) this.#root = node;
    else if (parent.children === undefined) parent.children = [node];
    else parent.children.push(node);
  }

  #skipSpace(from: number): number {
    let at = from;
    while (isSpace(this.#text.charCodeAt(at))) at += 1;
    return at;
  }

  /** Sets `#names.end`. */
  #name(from: number): string {
    const name = this.#names.read(from);
    if (name === undefined)
      throw new Broken(
        `"${this.#text.slice(from, Math.min(this.#names.end, from + 60))}" is no name`,
      );
    return name;
  }

  #startTag(from: number): number {
    const text = this.#text;
    const name = this.#name(from);
    const { end } = this.#names;
    if (this.#root !== undefined) throw new Broken('more than one root element');
    this.#elements += 1;
    if (this.#elements > this.#limits.maxElements) throw new Broken('too many elements');
    if (this.#open.length >= this.#limits.maxDepth) throw new Broken('nested too deeply');
    if (text.charCodeAt(end) === GREATER) {
      this.#push(name, noAttributes);
      return end + 1;
    }
    const attributes: Record<string, string> = {};
    const close = this.#attributes(end, attributes);
    if (text.charCodeAt(close) === GREATER) {
      this.#push(name, attributes);
      return close + 1;
    }
    if (text.charCodeAt(close + 1) !== GREATER) throw new Broken('/ in a tag without >');
    this.#add({ name: localName(name), attributes, children: noChildren, text: '' });
    return close + 2;
  }

  #push(name: string, attributes: Readonly<Record<string, string>>): void {
    const node: OpenNode = { name, attributes, children: undefined, text: '' };
    this.#open.push(node);
    this.#top = node;
  }

  /** @returns where `>` or `/` is */
  #attributes(from: number, attributes: Record<string, string>): number {
    const text = this.#text;
    let at = from;
    for (let count = 1; ; count += 1) {
      const start = this.#skipSpace(at);
      const code = text.charCodeAt(start);
      if (code === GREATER || code === SLASH) return start;
      if (start === at) throw new Broken('a tag is not as it should be');
      if (count > this.#limits.maxAttributesPerElement) throw new Broken('too many attributes');
      const name = this.#name(start);
      const equals = this.#skipSpace(this.#names.end);
      if (text.charCodeAt(equals) !== EQUALS) throw new Broken('an attribute without a value');
      const key = localName(name);
      if (attributes[key] !== undefined) this.#checkTwice(from, start, name);
      at = this.#value(this.#skipSpace(equals + 1), attributes, key);
    }
  }

  /** Of the attributes in [from, to) none has the name: those of two prefixes may have one local name. */
  #checkTwice(from: number, to: number, name: string): void {
    const names = new NameReader(this.#text);
    for (let at = this.#skipSpace(from); at < to; ) {
      if (names.read(at) === name) throw new Broken(`the attribute ${name} twice`);
      const open = this.#skipSpace(this.#skipSpace(names.end) + 1);
      at = this.#skipSpace(this.#text.indexOf(this.#text.charAt(open), open + 1) + 1);
    }
  }

  /** @returns behind its closing quote */
  #value(open: number, attributes: Record<string, string>, key: string): number {
    const text = this.#text;
    const quote = text.charCodeAt(open);
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE)
      throw new Broken('an attribute without quotes');
    let isPlain = true;
    let close = open + 1;
    for (; ; close += 1) {
      const code = text.charCodeAt(close);
      if (code === quote) break;
      if (code === LESS) throw new Broken('< in a value');
      if (code === AMPERSAND || code < SPACE) isPlain = false;
      if (close >= text.length) throw new Broken('a value is not closed');
    }
    const value = text.slice(open + 1, close);
    // §3.3.3: line breaks and tabs are spaces, but not those that are written as references.
    attributes[key] = isPlain ? value : decoded(value.replace(/[\n\t]/g, ' '));
    return close + 1;
  }
}

/**
 * Reads a document without DOCTYPE; prefixes are dropped, not resolved.
 * @returns the root, or a sentence why there is none
 * @see W3C XML 1.0
 */
export function readXmlTree(text: string, limits: VastLimits): XmlNode | string {
  if (FORBIDDEN.test(text) || !text.isWellFormed()) return 'a character that is not allowed';
  // §2.11: line ends are read as one line feed.
  const normalised = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  try {
    return new TreeReader(normalised, limits).read();
  } catch (error) {
    if (error instanceof Broken) return error.message;
    throw error;
  }
}
