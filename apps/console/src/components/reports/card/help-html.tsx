/**
 * Help texts are HTML of a system (REP-007, OP-44). They are parsed without being shown, and only elements of this list
 * are built from them, without attributes: no script, handler, style or address of theirs reaches the page.
 */
import { createElement, type ReactNode } from 'react';

const shown: ReadonlySet<string> = new Set([
  ...['B', 'I', 'EM', 'STRONG', 'CODE', 'P', 'UL', 'OL', 'LI', 'BR', 'H4', 'DL', 'DT', 'DD'],
]);
/** Elements that are dropped with their content; of others that are not in the list the text stays. */
const dropped: ReadonlySet<string> = new Set([
  ...['SCRIPT', 'STYLE', 'TEMPLATE', 'IFRAME', 'OBJECT', 'EMBED', 'SVG', 'MATH', 'HEAD', 'TITLE'],
  ...['NOSCRIPT', 'TEXTAREA', 'SELECT', 'FORM'],
]);
const withoutContent: ReadonlySet<string> = new Set(['BR']);
/** Characters of one help text. */
const maxLength = 10_000;
const maxDepth = 12;

export function helpNodes(html: string): ReactNode[] {
  const parsed = new DOMParser().parseFromString(html.slice(0, maxLength), 'text/html');
  return nodesOf(parsed.body, 0);
}

function nodesOf(parent: Node, depth: number): ReactNode[] {
  if (depth > maxDepth) return [];
  return [...parent.childNodes].flatMap((node, index): ReactNode[] => {
    if (node.nodeType === Node.TEXT_NODE) return [node.textContent ?? ''];
    if (node.nodeType !== Node.ELEMENT_NODE) return [];
    const name = node.nodeName.toUpperCase();
    if (dropped.has(name)) return [];
    const children = nodesOf(node, depth + 1);
    if (!shown.has(name)) return children;
    const content = withoutContent.has(name) ? [] : children;
    return [createElement(name.toLowerCase(), { key: index }, ...content)];
  });
}
