// Attributes are read on demand, by position in the text of their start tag, so that an edit can
// replace one value and leave every other character of the tag as it was.

import { decodeReferences, escapeAttribute } from './references.ts';

/** Offsets of one attribute: [start, end) with its quotes, [valueStart, valueEnd) without. */
export interface AttributeSpan {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

const EQUALS = 61;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;

export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Position after the attribute name that begins at `from`; `from` itself when there is none. */
function endOfName(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Space, quotes, slash, '<', '=' and '>' end a name.
    if (code <= 32 || code === DOUBLE_QUOTE || code === SINGLE_QUOTE || code === 47) break;
    if (code >= 60 && code <= 62) break;
  }
  return at;
}

/** The attribute that begins at `from`; undefined when no attribute does. */
export function attributeAt(text: string, from: number): AttributeSpan | undefined {
  const nameEnd = endOfName(text, from);
  if (nameEnd === from) return undefined;
  const equals = skipSpace(text, nameEnd);
  if (text.charCodeAt(equals) !== EQUALS) return undefined;
  const open = skipSpace(text, equals + 1);
  const quote = text.charCodeAt(open);
  if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) return undefined;
  const close = text.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", open + 1);
  if (close < 0) return undefined;
  return { name: text.slice(from, nameEnd), start: from, valueStart: open + 1, valueEnd: close };
}

/** The attributes in [from, to): the inside of a start tag behind its name. */
export function attributesIn(text: string, from: number, to: number): readonly AttributeSpan[] {
  const found: AttributeSpan[] = [];
  for (let at = skipSpace(text, from); at < to; ) {
    const attribute = attributeAt(text, at);
    if (attribute === undefined || attribute.valueEnd >= to) break;
    found.push(attribute);
    at = skipSpace(text, attribute.valueEnd + 1);
  }
  return found;
}

/** Values by attribute name; of a repeated name the first counts. */
export function readAttributes(
  text: string,
  from: number,
  to: number,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const span of attributesIn(text, from, to)) {
    if (values.has(span.name)) continue;
    values.set(span.name, decodeReferences(text.slice(span.valueStart, span.valueEnd)));
  }
  return values;
}

export type AttributeChanges = Readonly<Record<string, string | number | undefined>>;

/**
 * A start tag (from `<name` to before `>`) with changed attributes: a known one keeps its place, a new
 * one comes last, `undefined` removes.
 */
export function changeStartTag(tag: string, nameEnd: number, changes: AttributeChanges): string {
  const pieces: string[] = [];
  const left = new Map(Object.entries(changes));
  let copied = 0;
  for (const span of attributesIn(tag, nameEnd, tag.length)) {
    if (!left.has(span.name)) continue;
    const value = left.get(span.name);
    left.delete(span.name);
    if (value === undefined) {
      let from = span.start;
      while (from > copied && isSpace(tag.charCodeAt(from - 1))) from--;
      pieces.push(tag.slice(copied, from));
      copied = span.valueEnd + 1;
    } else {
      pieces.push(
        tag.slice(copied, span.start),
        `${span.name}="${escapeAttribute(String(value))}"`,
      );
      copied = span.valueEnd + 1;
    }
  }
  const rest = tag.slice(copied);
  pieces.push(left.size === 0 ? rest : rest.trimEnd());
  for (const [name, value] of left) {
    if (value !== undefined) pieces.push(` ${name}="${escapeAttribute(String(value))}"`);
  }
  return pieces.join('');
}
