import { trimBlanks } from './blanks.ts';
import { HLS_LIMITS } from './limits.ts';

/**
 * Attributes of one tag in their order (RFC 8216 4.2). Values are without quotes; `quoted` holds the
 * names whose value was a quoted string, so that writing gives the same form again.
 */
export class AttributeList extends Map<string, string> {
  readonly quoted: Set<string> = new Set();

  setQuoted(name: string, value: string): this {
    this.quoted.add(name);
    return this.set(name, value);
  }
}

const QUOTE = 34;
const COMMA = 44;
const EQUALS = 61;

/** One attribute in the text: name, value without quotes, and its span including quotes. */
interface AttributeSpan {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly quoted: boolean;
  readonly next: number;
}

/** Index of the first of two character codes at or after `from`, or the length. */
function indexOfEither(text: string, from: number, a: number, b: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === a || code === b) break;
    at++;
  }
  return at;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}

/** Reads the attribute at `start`; a bare token without `=` gives an empty name. */
function readAttribute(text: string, start: number): AttributeSpan {
  const nameEnd = indexOfEither(text, start, EQUALS, COMMA);
  const name = trimBlanks(text.slice(start, nameEnd));
  if (text.charCodeAt(nameEnd) !== EQUALS)
    return { name: '', from: start, to: nameEnd, quoted: false, next: nameEnd + 1 };
  const from = skipBlanks(text, nameEnd + 1);
  if (text.charCodeAt(from) === QUOTE) {
    const close = text.indexOf('"', from + 1);
    const to = close < 0 ? text.length : close + 1;
    return { name, from, to, quoted: true, next: indexOfEither(text, to, COMMA, COMMA) + 1 };
  }
  const end = indexOfEither(text, from, COMMA, COMMA);
  return { name, from, to: end, quoted: false, next: end + 1 };
}

function attributeValue(text: string, span: AttributeSpan): string {
  if (!span.quoted) return trimBlanks(text.slice(span.from, span.to));
  const closed = span.to > span.from + 1 && text.charCodeAt(span.to - 1) === QUOTE;
  return text.slice(span.from + 1, closed ? span.to - 1 : span.to);
}

/**
 * Reads an attribute list. Tolerates blanks around commas and equal signs, a missing closing quote and bare tokens
 * (left out). Of a repeated name the last value counts, as in players.
 * @param value text behind the colon of a tag
 * @returns values without their quotes, by name
 * @see RFC 8216 §4.2
 */
export function parseAttributeList(value: string): AttributeList {
  const attributes = new AttributeList();
  let at = skipBlanks(value, 0);
  while (at < value.length && attributes.size < HLS_LIMITS.maxAttributes) {
    const span = readAttribute(value, at);
    if (span.name !== '') {
      if (span.quoted) attributes.quoted.add(span.name);
      else attributes.quoted.delete(span.name);
      attributes.set(span.name, attributeValue(value, span));
    }
    at = skipBlanks(value, span.next);
  }
  return attributes;
}

/**
 * Writes an attribute list; the names in `quoted` get quotes.
 * @returns `NAME=value,NAME="value"` in the order of the list
 * @see RFC 8216 §4.2
 */
export function writeAttributeList(attributes: AttributeList): string {
  const parts: string[] = [];
  for (const [name, value] of attributes)
    parts.push(attributes.quoted.has(name) ? `${name}="${value}"` : `${name}=${value}`);
  return parts.join(',');
}

/**
 * The tag line with one attribute's value replaced (or appended when it is absent); every other character stays.
 * `raw` is written as it is: quotes belong to it.
 * @see RFC 8216 §4.2
 */
export function replaceAttribute(tagLine: string, name: string, raw: string): string {
  const colon = tagLine.indexOf(':');
  if (colon < 0) return `${tagLine}:${name}=${raw}`;
  let at = skipBlanks(tagLine, colon + 1);
  while (at < tagLine.length) {
    const span = readAttribute(tagLine, at);
    if (span.name === name) return tagLine.slice(0, span.from) + raw + tagLine.slice(span.to);
    at = skipBlanks(tagLine, span.next);
  }
  return `${tagLine}${colon === tagLine.length - 1 ? '' : ','}${name}=${raw}`;
}
