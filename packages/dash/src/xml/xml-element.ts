// An element is a range of the text it was read from. Printing an unedited one is a slice; an edit is a new element
// that keeps the range of the original, so that the gaps (line breaks, comments) around it are kept too. Prefixes are
// never resolved: sources print undeclared ones.

import { readAttributes } from './attributes.ts';
import { decodeReferences } from './references.ts';

/** Offsets of one element in its source text. */
export interface SourceRange {
  readonly source: string;
  /** Of `<`. */
  readonly start: number;
  readonly nameEnd: number;
  /** Of `>`, or of `/` in `/>`. */
  readonly tagEnd: number;
  readonly contentStart: number;
  /** Of `<` in the end tag; equals `contentStart` of an empty-element tag. */
  readonly contentEnd: number;
  readonly end: number;
}

/** Piece of content: an element, or raw XML text. */
export type XmlPiece = XmlElement | string;

interface ElementParts {
  readonly name: string;
  readonly range?: SourceRange | undefined;
  /** From `<` to before `>` or `/>`; left out: as in the source. */
  readonly startTag?: string | undefined;
  /** Left out: as in the source. */
  readonly content?: readonly XmlPiece[] | undefined;
  readonly children: readonly XmlElement[] | (() => readonly XmlElement[]);
}

const NOTHING: readonly XmlElement[] = [];
/** From this many children on they are found by name in a table: linear searches would take quadratic time. */
const INDEXED_FROM = 16;

export class XmlElement {
  /** As written, with its prefix. */
  readonly name: string;
  /** Name without prefix. */
  readonly localName: string;
  /** Range in the source text; of an edit, the range of the original element. */
  readonly range: SourceRange | undefined;
  readonly startTag: string | undefined;
  readonly content: readonly XmlPiece[] | undefined;
  #children: readonly XmlElement[] | (() => readonly XmlElement[]);
  #attributes: ReadonlyMap<string, string> | undefined;
  #byName: ReadonlyMap<string, readonly XmlElement[]> | undefined;

  constructor(parts: ElementParts) {
    this.name = parts.name;
    this.localName = parts.name.slice(parts.name.indexOf(':') + 1);
    this.range = parts.range;
    this.startTag = parts.startTag;
    this.content = parts.content;
    this.#children = parts.children;
  }

  get children(): readonly XmlElement[] {
    if (typeof this.#children === 'function') this.#children = this.#children();
    return this.#children;
  }

  /** By full name as written (`xlink:href`), references decoded, in the order of the text. */
  get attributes(): ReadonlyMap<string, string> {
    this.#attributes ??= this.#readAttributes();
    return this.#attributes;
  }

  attribute(name: string): string | undefined {
    return this.attributes.get(name);
  }

  /** First child of that local name. */
  child(localName: string): XmlElement | undefined {
    const { children } = this;
    return children.length < INDEXED_FROM
      ? children.find((child) => child.localName === localName)
      : this.#named(localName)[0];
  }

  childrenNamed(localName: string): readonly XmlElement[] {
    const { children } = this;
    if (children.length === 0) return NOTHING;
    return children.length < INDEXED_FROM
      ? children.filter((child) => child.localName === localName)
      : this.#named(localName);
  }

  #named(localName: string): readonly XmlElement[] {
    this.#byName ??= Map.groupBy(this.children, (child) => child.localName);
    return this.#byName.get(localName) ?? NOTHING;
  }

  /** Own text and CDATA, joined and trimmed, references decoded. */
  get text(): string {
    return this.#ownText().trim();
  }

  #readAttributes(): ReadonlyMap<string, string> {
    if (this.startTag !== undefined)
      return readAttributes(this.startTag, this.name.length + 1, this.startTag.length);
    return this.range === undefined
      ? new Map()
      : readAttributes(this.range.source, this.range.nameEnd, this.range.tagEnd);
  }

  #ownText(): string {
    if (this.content !== undefined)
      return this.content
        .map((piece) => (typeof piece === 'string' ? plainText(piece) : ''))
        .join('');
    const { range } = this;
    if (range === undefined) return '';
    const pieces: string[] = [];
    let from = range.contentStart;
    for (const child of this.children) {
      if (child.range === undefined) continue;
      pieces.push(plainText(range.source.slice(from, child.range.start)));
      from = child.range.end;
    }
    pieces.push(plainText(range.source.slice(from, range.contentEnd)));
    return pieces.join('');
  }
}

/** Text of a stretch of XML without elements: comments and instructions left out, CDATA as it is. */
function plainText(raw: string): string {
  let open = raw.indexOf('<');
  if (open < 0) return decodeReferences(raw);
  const pieces: string[] = [];
  let from = 0;
  while (open >= 0) {
    pieces.push(decodeReferences(raw.slice(from, open)));
    const isCdata = raw.startsWith('<![CDATA[', open);
    const mark = isCdata ? ']]>' : raw.startsWith('<!--', open) ? '-->' : '?>';
    const close = raw.indexOf(mark, open + 2);
    if (close < 0) return pieces.join('');
    if (isCdata) pieces.push(raw.slice(open + 9, close));
    from = close + mark.length;
    open = raw.indexOf('<', from);
  }
  pieces.push(decodeReferences(raw.slice(from)));
  return pieces.join('');
}
