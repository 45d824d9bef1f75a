/** XML as text: names are ours or come from a parsed document, everything else is escaped by packages/dash. */
import { escapeAttribute, escapeText } from '@interlude/dash';
import type { XmlNode } from '@interlude/vast';
import { withoutScript } from './link-address.ts';

const plainName = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

type Attributes = Readonly<Record<string, string | undefined>>;

/** An element around content that is XML already; attributes without a value are left out. */
export function elementOf(name: string, content: string, attributes: Attributes = {}): string {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || !plainName.test(key)
      ? []
      : [` ${key}="${escapeAttribute(withoutScript(value).toWellFormed())}"`],
  );
  return content === ''
    ? `<${name}${pairs.join('')}/>`
    : `<${name}${pairs.join('')}>${content}</${name}>`;
}

export function textElement(name: string, text: string, attributes: Attributes = {}): string {
  return elementOf(name, escapeText(withoutScript(text).toWellFormed()), attributes);
}

/** A parsed element again, without the prefixes that it may have had. */
export function writeNode(node: XmlNode): string {
  const content =
    escapeText(withoutScript(node.text).toWellFormed()) + node.children.map(writeNode).join('');
  return plainName.test(node.name) ? elementOf(node.name, content, node.attributes) : '';
}
