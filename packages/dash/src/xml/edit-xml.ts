// Edits return new elements; unedited parts are printed as they were read.

import { type AttributeChanges, changeStartTag } from './attributes.ts';
import { escapeAttribute, escapeText } from './references.ts';
import { XmlElement, type XmlPiece } from './xml-element.ts';

function startTagOf(element: XmlElement): string {
  if (element.startTag !== undefined) return element.startTag;
  const { range } = element;
  return range === undefined
    ? `<${element.name}`
    : range.source.slice(range.start, range.tagEnd).trimEnd();
}

/**
 * The element with changed attributes: `undefined` removes, a new name is added at the end. The argument stays as
 * it is.
 * @see W3C XML 1.0 §3.1
 */
export function withAttributes(element: XmlElement, changes: AttributeChanges): XmlElement {
  return new XmlElement({
    name: element.name,
    range: element.range,
    startTag: changeStartTag(startTagOf(element), element.name.length + 1, changes),
    content: element.content,
    children: () => element.children,
  });
}

/**
 * A new element. Strings among the children are text and are escaped.
 * @param name with its prefix, if any
 * @see W3C XML 1.0 §3.1
 */
export function element(
  name: string,
  attributes: AttributeChanges = {},
  children: readonly XmlPiece[] = [],
): XmlElement {
  const tag = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`);
  return new XmlElement({
    name,
    startTag: `<${name}${tag.join('')}`,
    content: children.map((piece) => (typeof piece === 'string' ? escapeText(piece) : piece)),
    children: children.filter((piece) => typeof piece !== 'string'),
  });
}

/** Raw text before each child of a source element (by the child's start), and after the last. */
function gapsOf(parent: XmlElement): { before: Map<number, string>; usual: string; tail: string } {
  const { range } = parent;
  const before = new Map<number, string>();
  if (range === undefined) return { before, usual: '', tail: '' };
  let from = range.contentStart;
  let usual: string | undefined;
  for (const child of parent.children) {
    if (child.range?.source !== range.source) continue;
    const gap = range.source.slice(from, child.range.start);
    before.set(child.range.start, gap);
    usual ??= gap.trim() === '' ? gap : '';
    from = child.range.end;
  }
  const tail = range.source.slice(from, range.contentEnd);
  return { before, usual: usual ?? '', tail: before.size === 0 ? '' : tail };
}

/**
 * The element with other children. Children that were there before (also edited ones) keep the text that stood
 * before them; new ones get the indentation of the first. Strings are text and are escaped. The argument stays as
 * it is.
 * @see W3C XML 1.0 §3.1
 */
export function withChildren(parent: XmlElement, children: readonly XmlPiece[]): XmlElement {
  const { before, usual, tail } = gapsOf(parent);
  const content: XmlPiece[] = [];
  for (const child of children) {
    if (typeof child === 'string') {
      content.push(escapeText(child));
      continue;
    }
    const known = child.range?.source === parent.range?.source ? child.range?.start : undefined;
    content.push((known === undefined ? undefined : before.get(known)) ?? usual, child);
  }
  if (content.length > 0) content.push(tail);
  return new XmlElement({
    name: parent.name,
    range: parent.range,
    startTag: startTagOf(parent),
    content,
    children: children.filter((piece) => typeof piece !== 'string'),
  });
}

function writeInto(pieces: string[], element: XmlElement): void {
  const { range, startTag, content } = element;
  if (range !== undefined && startTag === undefined && content === undefined) {
    pieces.push(range.source.slice(range.start, range.end));
    return;
  }
  pieces.push(startTagOf(element));
  if (content === undefined && range !== undefined) {
    pieces.push(range.source.slice(range.tagEnd, range.end));
    return;
  }
  if (content === undefined || content.length === 0) {
    pieces.push('/>');
    return;
  }
  pieces.push('>');
  for (const piece of content) {
    if (typeof piece === 'string') pieces.push(piece);
    else writeInto(pieces, piece);
  }
  pieces.push(`</${element.name}>`);
}

/**
 * The element's XML. An element as it was parsed gives its own source text.
 * @see W3C XML 1.0 §3.1
 */
export function writeElement(element: XmlElement): string {
  const pieces: string[] = [];
  writeInto(pieces, element);
  return pieces.length === 1 ? (pieces[0] ?? '') : pieces.join('');
}
