// Well-formed XML 1.0 into a tree, in one pass over its code units. Documents of ad servers are a few kilobytes of short
// elements and URLs in CDATA, and one is read for each viewer and break.

import { codeUnitsOf } from './code-units.ts';
import type { VastLimits } from './limits.ts';
import { NameReader, type XmlName } from './xml-names.ts';
import { trimmed, type XmlElement } from './xml-node.ts';

/** Ends the parse; never leaves this file. */
class Broken extends Error {}

interface OpenElement extends XmlElement {
  children: XmlElement[];
  text: string;
  /** Where its name begins and ends. */
  readonly nameStart: number;
  readonly nameEnd: number;
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
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;

const CDATA = '<![CDATA[';
/** Shared by all elements without children, which are most of a document; never added to. */
const noChildren: XmlElement[] = [];
const noAttributes: readonly string[] = Object.freeze([]);

/** White space of XML 1.0 §2.3, once line ends are normalised (§2.11). */
const isSpace = (code: number) => code === SPACE || code === NEW_LINE || code === TAB;

/** §2.2 allows no others of ASCII; 0 is behind the text, too. */
const isControl = (code: number) => code < SPACE && code !== NEW_LINE && code !== TAB;

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that §2.2 does not allow in any form
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/** @throws when a part of the document, or all of it, has a character that §2.2 does not allow */
function checkCharacters(text: string): void {
  if (FORBIDDEN.test(text) || !text.isWellFormed())
    throw new Broken('a character that is not allowed');
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
  /** Of the text; all that is read of elements is read here. */
  readonly #codes: Uint16Array;
  readonly #limits: VastLimits;
  readonly #names: NameReader;
  readonly #open: OpenElement[] = [];
  #top: OpenElement | undefined;
  #root: XmlElement | undefined;
  #elements = 0;
  /** Of the tag that is read: name, value, name, value, … */
  readonly #pairs: string[] = [];
  #pairsLength = 0;

  constructor(text: string, codes: Uint16Array, limits: VastLimits) {
    this.#text = text;
    this.#codes = codes;
    this.#limits = limits;
    this.#names = new NameReader(text, codes);
  }

  read(): XmlElement {
    const { length } = this.#text;
    let at = this.#text.startsWith('<?xml') ? this.#declaration() : 0;
    while (at < length) at = this.#codes[at] === LESS ? this.#markup(at) : this.#characters(at);
    if (this.#top !== undefined) throw new Broken(`<${this.#nameOf(this.#top)}> is not closed`);
    if (this.#root === undefined) throw new Broken('no element');
    return this.#root;
  }

  #nameOf({ nameStart, nameEnd }: OpenElement): string {
    return this.#text.slice(nameStart, nameEnd);
  }

  /** @returns where it ends */
  #markup(less: number): number {
    const code = this.#codes[less + 1];
    if (code === SLASH) return this.#endTag(less + 2);
    if (code === BANG) return this.#commentOrCdata(less);
    return code === QUESTION ? this.#instruction(less) : this.#startTag(less + 1);
  }

  /** @returns the end of the XML declaration; 0 for a processing instruction whose target only begins with `xml` */
  #declaration(): number {
    this.#names.read(2);
    if (this.#names.end > 5) return 0;
    const [declaration] = DECLARATION.exec(this.#text) ?? [];
    if (declaration === undefined) throw new Broken('the XML declaration is not as it should be');
    checkCharacters(declaration);
    return declaration.length;
  }

  /** @returns where the next tag begins, or the document ends */
  #characters(from: number): number {
    const top = this.#top;
    // Blanks before the text of an element are trimmed anyway: most are line breaks between elements.
    const start = top === undefined || top.text === '' ? this.#skipSpace(from) : from;
    const codes = this.#codes;
    let isPlain = true;
    let at = start;
    for (; ; at += 1) {
      const code = codes[at] ?? 0;
      if (code === LESS || (isControl(code) && this.#isEnd(at))) break;
      if (code === AMPERSAND) isPlain = false;
      else if (code === CLOSING_BRACKET && this.#closesCdata(at)) throw new Broken(']]> in text');
    }
    if (at > start) this.#addText(start, at, isPlain);
    return at;
  }

  /** True at the 0 that ends the code units; any other control character is not allowed. */
  #isEnd(at: number): boolean {
    if (at < this.#text.length) throw new Broken('a character that is not allowed');
    return true;
  }

  #closesCdata(at: number): boolean {
    const codes = this.#codes;
    return codes[at + 1] === CLOSING_BRACKET && codes[at + 2] === GREATER;
  }

  #addText(from: number, to: number, isPlain: boolean): void {
    const top = this.#top;
    if (top === undefined) throw new Broken('text outside of the root element');
    const chunk = this.#text.slice(from, to);
    const text = isPlain ? chunk : decoded(chunk);
    top.text = top.text === '' ? text : top.text + text;
  }

  #commentOrCdata(less: number): number {
    const text = this.#text;
    if (this.#codes[less + 2] === OPENING_BRACKET && text.startsWith(CDATA, less))
      return this.#cdata(less + CDATA.length);
    if (!text.startsWith('<!--', less)) throw new Broken('DOCTYPE is not allowed');
    const close = text.indexOf('--', less + 4);
    if (close < 0 || text.charCodeAt(close + 2) !== GREATER)
      throw new Broken('a comment is not closed, or has -- in it');
    checkCharacters(text.slice(less, close));
    return close + 3;
  }

  #cdata(from: number): number {
    const codes = this.#codes;
    let at = from;
    for (; ; at += 1) {
      const code = codes[at] ?? 0;
      if (code === CLOSING_BRACKET && this.#closesCdata(at)) break;
      if (isControl(code) && this.#isEnd(at)) throw new Broken('CDATA is not closed');
    }
    this.#addText(from, at, true);
    return at + 3;
  }

  #instruction(less: number): number {
    const text = this.#text;
    const { qualified } = this.#name(less + 2);
    const nameEnd = this.#names.end;
    const close = text.indexOf('?>', nameEnd);
    const isSeparate = close === nameEnd || isSpace(text.charCodeAt(nameEnd));
    if (close < 0 || !isSeparate || qualified.toLowerCase() === 'xml')
      throw new Broken('a processing instruction is not as it should be');
    checkCharacters(text.slice(less, close));
    return close + 2;
  }

  #endTag(from: number): number {
    const codes = this.#codes;
    const top = this.#open.pop();
    if (top === undefined) throw new Broken('an end tag without its start tag');
    let at = from;
    for (let of = top.nameStart; of < top.nameEnd; of += 1, at += 1)
      if (codes[of] !== codes[at]) throw new Broken('an end tag without its start tag');
    const close = this.#skipSpace(at);
    if (codes[close] !== GREATER) throw new Broken('an end tag is not closed');
    top.text = trimmed(top.text);
    this.#top = this.#open.at(-1);
    if (this.#top === undefined) this.#root = top;
    return close + 1;
  }

  #skipSpace(from: number): number {
    const codes = this.#codes;
    let at = from;
    while (isSpace(codes[at] ?? 0)) at += 1;
    return at;
  }

  /** Sets `#names.end`. */
  #name(from: number): XmlName {
    const name = this.#names.read(from);
    if (name === undefined)
      throw new Broken(
        `"${this.#text.slice(from, Math.min(this.#names.end, from + 60))}" is no name`,
      );
    return name;
  }

  #startTag(nameStart: number): number {
    const codes = this.#codes;
    const { local: name } = this.#name(nameStart);
    const nameEnd = this.#names.end;
    if (this.#root !== undefined) throw new Broken('more than one root element');
    this.#elements += 1;
    if (this.#elements > this.#limits.maxElements) throw new Broken('too many elements');
    if (this.#open.length >= this.#limits.maxDepth) throw new Broken('nested too deeply');
    const close = codes[nameEnd] === GREATER ? nameEnd : this.#attributes(nameEnd);
    const attributes = close === nameEnd ? noAttributes : this.#pairs.slice(0, this.#pairsLength);
    const element = { name, attributes, children: noChildren, text: '', nameStart, nameEnd };
    this.#add(element);
    if (codes[close] === GREATER) {
      this.#open.push(element);
      this.#top = element;
      return close + 1;
    }
    if (codes[close + 1] !== GREATER) throw new Broken('/ in a tag without >');
    if (this.#top === undefined) this.#root = element;
    return close + 2;
  }

  #add(element: XmlElement): void {
    const parent = this.#top;
    if (parent?.children === noChildren) parent.children = [element];
    else parent?.children.push(element);
  }

  /** Into `#pairs`. @returns where `>` or `/` is */
  #attributes(from: number): number {
    const codes = this.#codes;
    this.#pairsLength = 0;
    let at = from;
    for (let count = 1; ; count += 1) {
      const start = this.#skipSpace(at);
      const code = codes[start];
      if (code === GREATER || code === SLASH) return start;
      if (start === at) throw new Broken('a tag is not as it should be');
      if (count > this.#limits.maxAttributesPerElement) throw new Broken('too many attributes');
      const { qualified, local } = this.#name(start);
      const equals = this.#skipSpace(this.#names.end);
      if (codes[equals] !== EQUALS) throw new Broken('an attribute without a value');
      const place = this.#placeOf(local);
      if (place < this.#pairsLength) this.#checkTwice(from, start, qualified);
      else this.#pairsLength += 2;
      this.#pairs[place] = local;
      at = this.#value(this.#skipSpace(equals + 1), place + 1);
    }
  }

  /** Index in `#pairs` of the attribute with this name, or of the next free pair. */
  #placeOf(name: string): number {
    const pairs = this.#pairs;
    let at = 0;
    while (at < this.#pairsLength && pairs[at] !== name) at += 2;
    return at;
  }

  /** Of the attributes in [from, to) none has the name: those of two prefixes may have one local name. */
  #checkTwice(from: number, to: number, name: string): void {
    const names = new NameReader(this.#text, this.#codes);
    for (let at = this.#skipSpace(from); at < to; ) {
      if (names.read(at)?.qualified === name) throw new Broken(`the attribute ${name} twice`);
      const open = this.#skipSpace(this.#skipSpace(names.end) + 1);
      at = this.#skipSpace(this.#text.indexOf(this.#text.charAt(open), open + 1) + 1);
    }
  }

  /** Into `#pairs`. @returns behind its closing quote */
  #value(open: number, place: number): number {
    const codes = this.#codes;
    const quote = codes[open];
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE)
      throw new Broken('an attribute without quotes');
    let isPlain = true;
    let close = open + 1;
    for (; codes[close] !== quote; close += 1) {
      const code = codes[close] ?? 0;
      if (code === LESS) throw new Broken('< in a value');
      if (code === AMPERSAND || code < SPACE) isPlain = false;
      if (isControl(code) && this.#isEnd(close)) throw new Broken('a value is not closed');
    }
    const value = this.#text.slice(open + 1, close);
    // §3.3.3: line breaks and tabs are spaces, but not those that are written as references.
    this.#pairs[place] = isPlain ? value : decoded(value.replace(/[\n\t]/g, ' '));
    return close + 1;
  }
}

/**
 * Reads a document without DOCTYPE; prefixes are dropped, not resolved.
 * @returns the root, or a sentence why there is none
 * @see W3C XML 1.0
 */
export function readXmlTree(text: string, limits: VastLimits): XmlElement | string {
  // §2.11: line ends are read as one line feed.
  const normalised = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  const { codes, isAscii } = codeUnitsOf(normalised);
  try {
    // Of ASCII the controls alone are not allowed, which are found on the way.
    if (!isAscii) checkCharacters(normalised);
    return new TreeReader(normalised, codes, limits).read();
  } catch (error) {
    if (error instanceof Broken) return error.message;
    throw error;
  }
}
