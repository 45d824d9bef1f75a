// Reads documents as ad servers send them: common breaches of well-formedness are repaired.

import type { VastLimits } from './limits.ts';
import type { XmlElement } from './xml-node.ts';
import { readXmlTree } from './xml-tree.ts';

export type XmlResult =
  | { readonly kind: 'tree'; readonly root: XmlElement; readonly warnings: readonly string[] }
  | { readonly kind: 'broken'; readonly reason: string };

const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/g;

/** Escapes every ampersand outside CDATA that begins none of XML's own references. Linear in the text. */
function escapeBareAmpersands(text: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<![CDATA[', at);
    const markup = text.slice(at, open < 0 ? text.length : open);
    parts.push(markup.replace(BARE_AMPERSAND, '&amp;'));
    if (open < 0) break;
    const close = text.indexOf(']]>', open);
    at = close < 0 ? text.length : close;
    parts.push(text.slice(open, at));
  }
  return parts.join('');
}

/**
 * Reads a document into a tree. DOCTYPE (entities, external subsets) is refused. Blanks before the
 * XML declaration and unescaped ampersands in URLs are so common that they are repaired.
 */
export function parseXml(text: string, limits: VastLimits): XmlResult {
  if (text.length > limits.maxLength) return { kind: 'broken', reason: 'too large' };
  const trimmed = text.replace(/^[\uFEFF\s]+/, '');
  const root = readXmlTree(trimmed, limits);
  if (typeof root !== 'string') return { kind: 'tree', root, warnings: [] };
  const repaired = escapeBareAmpersands(trimmed);
  const hopeless = repaired === trimmed || repaired.length > limits.maxLength;
  const second = hopeless ? root : readXmlTree(repaired, limits);
  if (typeof second === 'string') return { kind: 'broken', reason: root };
  return { kind: 'tree', root: second, warnings: ['unescaped ampersands'] };
}
