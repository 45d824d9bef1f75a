/** The tree of a document by saxes, an independent parser that checks well-formedness: ours is compared with it. */
import { SaxesParser } from 'saxes';
import type { XmlNode } from './xml-node.ts';

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlNode[];
  text: string;
}

/** Undefined: it is not well-formed, or has a DOCTYPE. */
export function saxesTree(text: string): XmlNode | undefined {
  const parser = new SaxesParser({ xmlns: false });
  const open: Open[] = [];
  let root: XmlNode | undefined;
  const refuse = () => {
    throw new RangeError('refused');
  };
  const addText = (chunk: string) => {
    const top = open.at(-1);
    if (top) top.text += chunk;
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    const own: Record<string, string> = {};
    for (const [key, value] of Object.entries(attributes)) own[localName(key)] = value;
    open.push({ name: localName(name), attributes: own, children: [], text: '' });
  });
  parser.on('closetag', () => {
    const top = open.pop();
    if (!top) return;
    const node = { ...top, text: top.text.trim() };
    const parent = open.at(-1);
    if (parent) parent.children.push(node);
    else root = node;
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return root;
}
