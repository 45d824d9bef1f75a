/** A sentence with elements in it, in the order of the reader's language. */
import { Fragment, type ReactNode } from 'react';
import { textKey } from './text-key.ts';
import { written } from './written.ts';

type PartNames<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PartNames<Rest>
  : never;

/** Private use characters around a name: no text of ours has them. */
const opens = '\u{E000}';
const closes = '\u{E001}';

/**
 * @param english the sentence with the places of its parts, e.g. `until {moment}`; also its key
 * @example sentence('until {moment}', { moment: <AbsoluteTime at={at} /> })
 */
export function sentence<const Text extends string>(
  english: Text,
  parts: Readonly<Record<PartNames<Text>, ReactNode>>,
): ReactNode {
  const nodes = new Map<string, ReactNode>(Object.entries<ReactNode>(parts));
  const places = Object.fromEntries(
    [...nodes.keys()].map((name) => [name, `${opens}${name}${closes}`]),
  );
  const pieces = written(textKey(english), english, places).split(
    new RegExp(`${opens}(\\w+)${closes}`, 'u'),
  );
  // Every second piece is the name of a part; a sentence has each part once.
  return pieces.map((piece, index) =>
    index % 2 === 0 ? piece : <Fragment key={piece}>{nodes.get(piece)}</Fragment>,
  );
}
