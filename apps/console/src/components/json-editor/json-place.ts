/** The cursor in a JSON text: the name or value that is being written, its path, and the objects around it. */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { JsonPath, TextRange } from './json-text.ts';

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

export interface JsonPlace {
  readonly kind: 'name' | 'value';
  /** Path of the value, or of the object whose name is being written. */
  readonly path: JsonPath;
  /** Scalar members of each object on the path, from the outside in: `{ type: 'encode' }`. */
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  /** Names that the innermost object has already. */
  readonly names: readonly string[];
  /** The token at the cursor; empty where nothing is written yet. */
  readonly range: TextRange;
}

/**
 * Milliseconds for which the text is parsed here: the editor parses in the background, and may not have read a paste
 * yet.
 */
const READ_FOR_MS = 200;

/** Undefined where neither a name nor a value may stand. */
export function jsonPlace(state: EditorState, position: number): JsonPlace | undefined {
  const tree = ensureSyntaxTree(state, state.doc.length, READ_FOR_MS) ?? syntaxTree(state);
  const node = tree.resolveInner(position, -1);
  const token = isToken(node) ? node : undefined;
  const around = token?.parent ?? containerOf(node, position);
  const range = token ?? { from: position, to: position };
  const nameWanted =
    token?.name === 'PropertyName' ||
    around.name === 'Object' ||
    (around.name === 'Property' && !hasColon(state, around, position));
  if (nameWanted) {
    const object = around.name === 'Property' ? around.parent : around;
    return object === null ? undefined : place('name', object, state, range);
  }
  const holds = around.name === 'Property' || around.name === 'Array';
  return holds ? place('value', around, state, range) : undefined;
}

/** The object, list or member that holds a bracket, comma, colon or blank; past its end the one around it. */
function containerOf(node: SyntaxNode, position: number): SyntaxNode {
  const closed = (node.name === '}' || node.name === ']') && node.to <= position;
  let holder: SyntaxNode | null = closed ? (node.parent?.parent ?? null) : node;
  while (holder !== null && !containers.includes(holder.name)) holder = holder.parent;
  return holder ?? node;
}

const containers = ['Object', 'Array', 'Property'];
const tokens = ['PropertyName', 'String', 'Number', 'True', 'False', 'Null'];

function isToken(node: SyntaxNode): boolean {
  return tokens.includes(node.name);
}

function place(
  kind: JsonPlace['kind'],
  node: SyntaxNode,
  state: EditorState,
  { from, to }: TextRange,
): JsonPlace {
  const path: (string | number)[] = [];
  const objects: Record<string, unknown>[] = [];
  let names: string[] | undefined;
  for (let each: SyntaxNode | null = node; each !== null; each = each.parent) {
    if (each.name === 'Property') path.unshift(nameOf(state, each));
    if (each.name === 'Array') path.unshift(indexIn(each, from));
    if (each.name !== 'Object') continue;
    const members = membersOf(state, each, from);
    objects.unshift(members);
    names ??= Object.keys(members);
  }
  return { kind, path, objects, names: names ?? [], range: { from, to } };
}

function nameOf(state: EditorState, property: SyntaxNode): string {
  const name = property.getChild('PropertyName');
  return name === null ? '' : String(scalar(state, name) ?? '');
}

function indexIn(array: SyntaxNode, position: number): number {
  let index = 0;
  for (let child = array.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== '[' && child.to < position) index += isValue(child) ? 1 : 0;
  }
  return index;
}

function isValue(node: SyntaxNode): boolean {
  return isToken(node) || node.name === 'Object' || node.name === 'Array';
}

/** Members by name; the one that is being written at `from` is left out. */
function membersOf(state: EditorState, object: SyntaxNode, from: number): Record<string, unknown> {
  const members = object.getChildren('Property').filter((property) => property.from !== from);
  return Object.fromEntries(
    members.map((property) => {
      const value = property.lastChild;
      return [nameOf(state, property), value && isToken(value) ? scalar(state, value) : undefined];
    }),
  );
}

function scalar(state: EditorState, { from, to }: TextRange): unknown {
  try {
    return JSON.parse(state.sliceDoc(from, to));
  } catch {
    return;
  }
}

function hasColon(state: EditorState, property: SyntaxNode, position: number): boolean {
  const name = property.getChild('PropertyName');
  return name === null || state.sliceDoc(name.to, position).includes(':');
}
