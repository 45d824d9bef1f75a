/**
 * Translates English texts that were made of a pattern and values, such as details of findings and reasons of failed
 * jobs, by matching them with the patterns. The API stays English, and rows of earlier releases are translated, too.
 */
export type SentenceTable = Readonly<Record<string, string>>;

/** From English patterns with `{values}` to those of the other language with the same values; no plurals, no tags. */
export interface SentenceTables {
  readonly sentences: SentenceTable;
  /** Parts of sentences, for the values `part` and `otherPart` alone. */
  readonly parts: SentenceTable;
  /**
   * Reasons of failures, as a whole text or as a value of a sentence. None may be so general that it matches text of
   * servers or people.
   */
  readonly reasons: SentenceTable;
}

/** @returns undefined for a text that is not in the tables */
export type ReadSentence = (english: string) => string | undefined;

const limits = {
  /** Characters; a longer text is not translated. */
  length: 4_000,
  /** Sentences in one text. */
  several: 50,
  /** Sentences within sentences. */
  depth: 4,
} as const;

/** Values of these names are translated, as reasons or as parts; all others are names, addresses and numbers. */
const reasonValues: ReadonlySet<string> = new Set(['reason', 'findings', 'storage', 'host']);
const partValues: ReadonlySet<string> = new Set(['part', 'otherPart']);
const isOurs = (name: string) => reasonValues.has(name) || partValues.has(name);

/** Joints between sentences, such as findings of a file, and between figures of tracks. A name contains none. */
const joints = [
  { between: /(?<=[.!]) (?=\p{Lu})/u, joined: ' ' },
  { between: /; /, joined: '; ' },
];

interface Pattern {
  /** The fixed texts before, between and after the values. */
  readonly pieces: readonly string[];
  readonly names: readonly string[];
  readonly translated: string;
  /** Characters of the fixed texts: of several patterns that match, the one with the most is taken. */
  readonly weight: number;
}

interface Value {
  readonly name: string;
  readonly value: string;
  readonly depth: number;
}

interface Texts {
  readonly table: SentenceTable;
  readonly patterns: readonly Pattern[];
}

function textsOf(table: SentenceTable): Texts {
  const patterns = Object.entries(table).map(([english, translated]): Pattern => {
    const parts = english.split(/\{(\w+)\}/);
    const pieces = parts.filter((_, index) => index % 2 === 0);
    const names = parts.filter((_, index) => index % 2 === 1);
    return { pieces, names, translated, weight: pieces.join('').length };
  });
  return {
    table,
    patterns: patterns
      .filter(({ names }) => names.length > 0)
      .sort((one, other) => other.weight - one.weight),
  };
}

/** Whether a text can be that value: a name has no joint of sentences in it, a host no sentence and its reason. */
function isValue(name: string, value: string): boolean {
  if (name === 'host') return !value.includes(': ');
  return isOurs(name) || !joints.some(({ between }) => between.test(value));
}

/** Takes each piece where it occurs first, so that the time is linear in the length of text from outside. */
function valuesIn(text: string, { pieces, names }: Pattern): Map<string, string> | undefined {
  const [first = '', ...others] = pieces;
  const last = others.at(-1) ?? '';
  const end = text.length - last.length;
  let from = first.length;
  if (end < from || !text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    const piece = others[index] ?? '';
    const at = index === names.length - 1 ? end : text.indexOf(piece, from);
    if (at < from || at > end) return undefined;
    const value = text.slice(from, at);
    if (!isValue(name, value)) return undefined;
    values.set(name, value);
    from = at + piece.length;
  }
  return values;
}

/** `12.5 s`: a decimal number with a unit, so no id or version; whole numbers are the same in every language. */
const measured = /^-?\d+\.\d+ (?:s|ms|%|MB|LUFS|LU|dBTP)(?!\w)/;

/** @param point decimal point of the other language */
export function sentenceReader(tables: SentenceTables, point: string): ReadSentence {
  const reasons = textsOf(tables.reasons);
  const parts = textsOf(tables.parts);
  const whole = textsOf({ ...tables.reasons, ...tables.sentences });

  const read = (text: string, texts: Texts, depth: number): string | undefined => {
    if (text === '' || text.length > limits.length || depth > limits.depth) return undefined;
    if (Object.hasOwn(texts.table, text)) return texts.table[text];
    return matched(text, texts, depth) ?? joined(text, texts, depth);
  };

  const joined = (text: string, texts: Texts, depth: number): string | undefined => {
    for (const joint of joints) {
      const several = text.split(joint.between, limits.several + 1);
      if (several.length < 2 || several.length > limits.several) continue;
      const translated = several.flatMap((each) => read(each, texts, depth + 1) ?? []);
      if (translated.length === several.length) return translated.join(joint.joined);
    }
    return undefined;
  };

  const matched = (text: string, { patterns }: Texts, depth: number): string | undefined => {
    for (const pattern of patterns) {
      const values = valuesIn(text, pattern);
      if (values === undefined) continue;
      const { translated } = pattern;
      return translated.replace(/\{(\w+)\}/g, (place, name: string, at: number) =>
        valueText(
          { name, value: values.get(name) ?? '', depth },
          translated.slice(at + place.length),
        ),
      );
    }
    return undefined;
  };

  const valueText = ({ name, value, depth }: Value, after: string): string => {
    const texts = reasonValues.has(name) ? reasons : partValues.has(name) ? parts : undefined;
    const translated = texts && read(value, texts, depth + 1);
    if (translated !== undefined) return translated;
    return measured.test(value + after) ? value.replace('.', () => point) : value;
  };

  return (english) => read(english, whole, 0);
}
