/** XML as text: names are ours or come from a parsed document, everything else is escaped. */
import type { XmlNode } from '@interlude/vast';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** Characters that XML 1.0 cannot carry at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const plainName = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** An element around content that is XML already; attributes without a value are left out. */
export function elementOf(name: string, content: string, attributes: Attributes = {}): string {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || !plainName.test(key) ? [] : [` ${key}="${escapeXml(value)}"`],
  );
  return content === ''
    ? `<${name}${pairs.join('')}/>`
    : `<${name}${pairs.join('')}>${content}</${name}>`;
}

export function textElement(name: string, text: string, attributes: Attributes = {}): string {
  return elementOf(name, escapeXml(text), attributes);
}

/** A parsed element again, without the prefixes that it may have had. */
export function writeNode(node: XmlNode): string {
  const content = escapeXml(node.text) + node.children.map(writeNode).join('');
  return plainName.test(node.name) ? elementOf(node.name, content, node.attributes) : '';
}
