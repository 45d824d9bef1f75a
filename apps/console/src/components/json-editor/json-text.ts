/**
 * Reads JSON while a person edits it: syntax errors and duplicate names with their positions, and the position of every
 * value, so that problems by the schema can be marked in the text.
 */
import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { t } from '../../texts/t.ts';

/** Offsets into the text, `to` exclusive. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

export interface JsonProblem extends TextRange {
  readonly kind: 'syntax' | 'duplicate' | 'schema';
  readonly message: string;
}

export interface JsonReading {
  /** Undefined when the text is no JSON. */
  readonly value: unknown;
  /** Empty for valid JSON without duplicate names. */
  readonly problems: readonly JsonProblem[];
  readonly root: Node | undefined;
}

export type JsonPath = readonly (string | number)[];

/** Levels of nesting. Deeper text is refused: nothing that is edited by hand has as many. */
const maxDepth = 100;

export function readJson(text: string): JsonReading {
  const deep = tooDeep(text);
  if (deep !== undefined) return { value: undefined, problems: [deep], root: undefined };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [first] = errors;
  const duplicates = root === undefined ? [] : duplicatesIn(root, first?.offset ?? text.length);
  if (first === undefined) return { value: JSON.parse(text), problems: duplicates, root };
  const fault = faultAt(text, first.offset);
  return { value: undefined, problems: [...duplicates, fault], root: undefined };
}

/**
 * Range of a value in the text; for a path that does not exist, of its nearest parent.
 * @param last `name`: the name of the member instead of its value
 */
export function rangeOf(
  { root }: JsonReading,
  path: JsonPath,
  last: 'value' | 'name' = 'value',
): TextRange {
  if (root === undefined) return { from: 0, to: 0 };
  let node = root;
  let found = root;
  for (const step of path) {
    const member = membersOf(node).findLast(({ name }) => name.value === String(step));
    const next = member?.value ?? (node.type === 'array' && node.children?.[Number(step)]);
    if (!next) break;
    found = last === 'name' && member ? member.name : next;
    node = next;
  }
  return range(found);
}

const range = ({ offset, length }: Node): TextRange => ({ from: offset, to: offset + length });

function membersOf(node: Node): { readonly name: Node; readonly value: Node | undefined }[] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap(({ children: [name, value] = [] }) =>
    name === undefined ? [] : [{ name, value }],
  );
}

/** Duplicate names within an object, of members that end before an offset; inner objects first. */
function duplicatesIn(node: Node, end: number): JsonProblem[] {
  if (node.type === 'array')
    return (node.children ?? []).flatMap((item) => duplicatesIn(item, end));
  const names = new Set<string>();
  return membersOf(node).flatMap(({ name, value }) => {
    if (value === undefined) return [];
    const found = duplicatesIn(value, end);
    if (names.has(name.value) && range(value).to <= end) {
      const message = t('“{value}” occurs twice in this object.', { value: name.value });
      found.push({ kind: 'duplicate', message, ...range(name) });
    }
    names.add(name.value);
    return found;
  });
}

/** The parser calls itself once per level: depth is judged before it runs. */
function tooDeep(text: string): JsonProblem | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(bracketOrString)) {
    if (token === '}' || token === ']') depth -= 1;
    else if (token === '{' || token === '[') depth += 1;
    if (depth > maxDepth) return fault(t('The JSON is nested too deeply.'), text, index);
  }
  return;
}

const bracketOrString = /[{}[\]]|"(?:[^"\\\n\r]|\\.)*"?/gs;
const literalPattern = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordPattern = /[\p{L}\p{N}_$]+/uy;
/** A string up to its end or to its first mistake (RFC 8259 §7). */
const stringPattern = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy;

type Expected = 'value' | 'name' | 'colon' | 'separator' | 'end';

/** The context before an offset, in valid JSON. */
interface Context {
  readonly expected: Expected;
  /** Bracket that closes the innermost object or list; empty outside. */
  readonly closing: string;
  /** The token before. */
  readonly last: TextRange;
}

function contextAt(text: string, offset: number): Context {
  const scanner = createScanner(text, true);
  const closings: string[] = [];
  let expected: Expected = 'value';
  let last: TextRange = { from: 0, to: 0 };
  for (;;) {
    scanner.scan();
    const from = scanner.getTokenOffset();
    const closing = closings.at(-1) ?? '';
    if (from >= offset) return { expected, closing, last };
    const first = text.charAt(from);
    if (first === '{' || first === '[') closings.push(first === '{' ? '}' : ']');
    if (first === closing) closings.pop();
    expected = expectedAfter(first, expected, closings.at(-1));
    last = { from, to: from + scanner.getTokenLength() };
  }
}

function expectedAfter(first: string, before: Expected, closing: string | undefined): Expected {
  if (first === '{') return 'name';
  if (first === ',') return closing === '}' ? 'name' : 'value';
  if (first === '[' || first === ':') return 'value';
  if (before === 'name' && first === '"') return 'colon';
  return closing === undefined ? 'end' : 'separator';
}

/** The problem at the first token that is not allowed at its place. */
function faultAt(text: string, at: number): JsonProblem {
  const context = contextAt(text, at);
  const { expected, closing, last } = context;
  const first = text.charAt(at);
  const literal = literalFault(text, at, context);
  if (literal !== undefined) return literal;
  if (expected === 'colon') return fault(t('A colon is expected.'), text, at);
  if (expected === 'separator' || expected === 'end') return unseparated(text, at, closing);
  if (text.charAt(last.from) === ',' && first === closing) {
    return {
      kind: 'syntax',
      message: t('No comma is allowed before {closing}.', { closing }),
      ...last,
    };
  }
  if (first === '"') return stringFault(text, at);
  if (expected === 'name') return fault(t('A name in double quotes is expected.'), text, at);
  return valueFault(text, at);
}

/** A number or word with something at its end: `01` and `1x` are two tokens each, but one mistake. */
function literalFault(text: string, at: number, context: Context): JsonProblem | undefined {
  const { expected, closing, last } = context;
  const glued = last.to === at && /[-\d]/.test(text.charAt(last.from));
  if (!glued && expected !== 'value') return;
  const from = glued ? last.from : at;
  const end = from + matched(literalPattern, text, from).length;
  if (end === from) return;
  const isWhole = matched(wordPattern, text, end) === '';
  return isWhole ? unseparated(text, end, closing) : valueFault(text, from);
}

function unseparated(text: string, at: number, closing: string): JsonProblem {
  const message =
    closing === ''
      ? t('No content is allowed after the end.')
      : t('A comma or {closing} is expected.', { closing });
  return fault(message, text, at);
}

function valueFault(text: string, at: number): JsonProblem {
  if (at >= text.length) return fault(t('A value is expected: the text ends here.'), text, at);
  const length = Math.max(1, matched(wordPattern, text, at).length);
  return { kind: 'syntax', message: t('A value is expected.'), from: at, to: at + length };
}

function stringFault(text: string, from: number): JsonProblem {
  const to = from + matched(stringPattern, text, from).length;
  const wrong = text.charAt(to);
  if (wrong === '\\') return fault(t('This escape is unknown.'), text, to);
  if (wrong !== '' && wrong !== '\n') {
    return fault(t('A string must not contain control characters.'), text, to);
  }
  return { kind: 'syntax', message: t('This string has no closing quote.'), from, to };
}

function matched(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** A problem of one character; at the end of the text, of the last one. */
function fault(message: string, text: string, at: number): JsonProblem {
  const from = Math.min(at, Math.max(0, text.length - 1));
  return { kind: 'syntax', message, from, to: Math.min(from + 1, text.length) };
}

/** Line and column of an offset, both from 1. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
