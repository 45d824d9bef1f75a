/**
 * Reads JSON as a person edits it: what is wrong and where, names that stand twice in one object, and
 * the place of every value, so that what a schema says can be shown in the text.
 */

/** Offsets into the text, `to` exclusive. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

export interface JsonProblem extends TextRange {
  readonly kind: 'syntax' | 'duplicate' | 'schema';
  readonly message: string;
}

interface JsonNode extends TextRange {
  readonly members?: ReadonlyMap<string, JsonMember>;
  readonly items?: readonly JsonNode[];
}

interface JsonMember {
  readonly name: TextRange;
  readonly node: JsonNode;
}

export interface JsonReading {
  /** Undefined when the text is no JSON. */
  readonly value: unknown;
  /** Empty for sound JSON without duplicate names. */
  readonly problems: readonly JsonProblem[];
  readonly root: JsonNode | undefined;
}

export type JsonPath = readonly (string | number)[];

/** Deeper text is refused: nothing that is edited by hand is. */
const maxDepth = 100;

class SyntaxFault extends Error {
  readonly range: TextRange;

  constructor(message: string, range: TextRange) {
    super(message);
    this.range = range;
  }
}

export function readJson(text: string): JsonReading {
  const reader = new JsonReader(text);
  try {
    const root = reader.document();
    return { value: JSON.parse(text), problems: reader.duplicates, root };
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    const fault: JsonProblem = { kind: 'syntax', message: error.message, ...error.range };
    return { value: undefined, problems: [...reader.duplicates, fault], root: undefined };
  }
}

/**
 * Where a value stands. A path that leads nowhere gives its nearest parent.
 * @param last `name`: the name of the member instead of its value
 */
export function rangeOf(
  { root }: JsonReading,
  path: JsonPath,
  last: 'value' | 'name' = 'value',
): TextRange {
  let node = root;
  let found: TextRange = root ?? { from: 0, to: 0 };
  for (const step of path) {
    const member = node?.members?.get(String(step));
    const next = member?.node ?? node?.items?.[Number(step)];
    if (next === undefined) break;
    found = last === 'name' && member ? member.name : next;
    node = next;
  }
  return { from: found.from, to: found.to };
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordPattern = /[\p{L}\p{N}_$]+/uy;
const blanks = new Set([' ', '\n', '\r', '\t']);

class JsonReader {
  readonly duplicates: JsonProblem[] = [];
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    const root = this.#value(0);
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw this.#fault('Nothing may follow after the end.');
    return root;
  }

  #value(depth: number): JsonNode {
    this.#skipBlanks();
    if (depth > maxDepth) throw this.#fault('This is nested too deeply.');
    const first = this.#text[this.#at];
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#array(depth);
    if (first === '"') return this.#string();
    return this.#literal();
  }

  #object(depth: number): JsonNode {
    const from = this.#at;
    const members = new Map<string, JsonMember>();
    this.#at += 1;
    let more = !this.#take('}');
    while (more) {
      const [name, member] = this.#member(depth);
      if (members.has(name)) {
        const message = `“${name}” stands twice in this object.`;
        this.duplicates.push({ kind: 'duplicate', message, ...member.name });
      }
      members.set(name, member);
      more = this.#separator('}');
    }
    return { from, to: this.#at, members };
  }

  #member(depth: number): [string, JsonMember] {
    this.#skipBlanks();
    if (this.#text[this.#at] !== '"') {
      throw this.#fault('A name in double quotes is expected.');
    }
    const name = this.#string();
    if (!this.#take(':')) throw this.#fault('A colon is expected.');
    const node = this.#value(depth + 1);
    const decoded = String(JSON.parse(this.#text.slice(name.from, name.to)));
    return [decoded, { name, node }];
  }

  #array(depth: number): JsonNode {
    const from = this.#at;
    const items: JsonNode[] = [];
    this.#at += 1;
    let more = !this.#take(']');
    while (more) {
      items.push(this.#value(depth + 1));
      more = this.#separator(']');
    }
    return { from, to: this.#at, items };
  }

  /** True after a comma, false after the end. */
  #separator(end: '}' | ']'): boolean {
    if (this.#take(end)) return false;
    const comma = this.#at;
    if (!this.#take(',')) throw this.#fault(`A comma or ${end} is expected.`);
    this.#skipBlanks();
    if (this.#text[this.#at] === end) {
      throw new SyntaxFault(`No comma may stand before ${end}.`, { from: comma, to: comma + 1 });
    }
    return true;
  }

  #string(): TextRange {
    const from = this.#at;
    this.#at += 1;
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined || character === '\n') {
        throw new SyntaxFault('This text is not closed by a quote.', { from, to: this.#at });
      }
      if (character < ' ') throw this.#fault('A control character may not stand in a text.');
      this.#at += 1;
      if (character === '"') return { from, to: this.#at };
      if (character === '\\') this.#escape();
    }
  }

  #escape(): void {
    const found = /^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(this.#text.slice(this.#at, this.#at + 5));
    if (found === null) throw this.#fault('This escape is unknown.', this.#at - 1);
    this.#at += found[0].length;
  }

  #literal(): JsonNode {
    const from = this.#at;
    const word = this.#match(wordPattern);
    if (word === 'true' || word === 'false' || word === 'null') return { from, to: this.#at };
    this.#at = from;
    const number = this.#match(numberPattern);
    if (number !== undefined && this.#match(wordPattern) === undefined) {
      return { from, to: this.#at };
    }
    this.#at = from;
    if (from >= this.#text.length) throw this.#fault('A value is expected: the text ends here.');
    throw new SyntaxFault('A value is expected.', { from, to: from + (word?.length ?? 1) });
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #take(character: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipBlanks(): void {
    while (blanks.has(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  /** At the next character; at the end of the text at the last one. */
  #fault(message: string, from: number = this.#at): SyntaxFault {
    const start = Math.min(from, Math.max(0, this.#text.length - 1));
    return new SyntaxFault(message, { from: start, to: Math.min(start + 1, this.#text.length) });
  }
}

/** Line and column of an offset, both from 1. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
