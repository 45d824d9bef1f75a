/** XML by lines: an element with its attributes, and its children indented below it. */
import { escapeText } from '../http/escape.ts';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An attribute that is undefined is left out; no children makes an empty element. */
export function element(
  name: string,
  attributes: Attributes,
  children: readonly string[] = [],
): string[] {
  const open = `<${name}${attributeText(attributes)}`;
  if (children.length === 0) return [`${open}/>`];
  return [`${open}>`, ...children.map((line) => `  ${line}`), `</${name}>`];
}

/** An element with text in it, on one line. */
export function textElement(name: string, text: string, attributes: Attributes = {}): string {
  return `<${name}${attributeText(attributes)}>${escapeText(text)}</${name}>`;
}

export function xmlDocument(lines: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}\n`;
}

function attributeText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeText(String(value))}"`))
    .join('');
}
