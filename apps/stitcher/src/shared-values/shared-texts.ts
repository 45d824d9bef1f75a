/**
 * Keeps many texts that differ in few values, such as the trackers of one ad, in which each viewer has ids of its own:
 * the text around the values is kept once, and of each text its values alone.
 */
const limits = {
  /** Kinds of texts whose forms are known; those used longest ago are forgotten. */
  kinds: 512,
  /** Texts of a kind with a longer name are kept as they are, characters. */
  kindChars: 500,
  /** As `kinds`, characters of the texts that forms were made from. */
  learntChars: 8_000_000,
  /** Longer texts are kept as they are, characters. */
  chars: 65_536,
  /** Forms of one kind: its texts may have more or fewer parts. */
  forms: 4,
  /** Texts that a form is made from: where they all agree it is fixed. */
  samples: 4,
  /** Gaps of a form: texts that differ in more have little in common. */
  gaps: 256,
  /** Texts of a kind that have no form yet and from which one is made. */
  learnt: 12,
  /** After so many texts without a form a kind is learnt anew. */
  missed: 500,
} as const;

/** A text with gaps. */
interface TextForm {
  /** Its text before, between and behind the gaps: one piece more than there are gaps. */
  readonly fixed: readonly string[];
  /** By gap: the index of its value. One value may stand in several gaps. */
  readonly gaps: readonly number[];
}

/** A text as it is kept. */
export interface SharedText {
  readonly form: TextForm;
  /** Values of the gaps, by their index, a line each. */
  readonly values: string;
}

/** A slice of a text keeps the whole text in memory: copied. */
const flat = (text: string) => Buffer.from(text, 'utf8').toString('utf8');

const whole = (text: string): TextForm => ({ fixed: [text], gaps: [] });

/** The values with which the form is this text; undefined when there are none. */
function valuesIn({ fixed, gaps }: TextForm, text: string): readonly string[] | undefined {
  const [head = ''] = fixed;
  if (!text.startsWith(head)) return undefined;
  const values: string[] = [];
  let at = head.length;
  for (const [gap, index] of gaps.entries()) {
    const next = fixed[gap + 1] ?? '';
    const isLast = gap === gaps.length - 1;
    const end = isLast ? text.length - next.length : text.indexOf(next, at);
    if (end < at) return undefined;
    const value = text.slice(at, end);
    values[index] ??= value;
    if (values[index] !== value) return undefined;
    at = end + next.length;
  }
  return at === text.length && text.endsWith(fixed.at(-1) ?? '') ? values : undefined;
}

/** Values (digits, letters, what ids are made of) and what separates them, in turns. */
const partsOf = (text: string): readonly string[] => text.match(/[\w.~%+-]+|[^\w.~%+-]+/g) ?? [];

const isValue = (part: string | undefined) => part !== undefined && /^[\w.~%+-]/.test(part);

/** The form of texts that differ in values alone; undefined when they differ in more. */
function formOf(texts: readonly string[]): TextForm | undefined {
  const [first = [], ...others] = texts.map(partsOf);
  if (others.some(({ length }) => length !== first.length)) return undefined;
  const fixed: string[] = [];
  const gaps: number[] = [];
  const indexes = new Map<string, number>();
  let between = '';
  for (const [at, part] of first.entries()) {
    const parts = [part, ...others.map((other) => other[at])];
    if (parts.every((each) => each === part)) {
      between += part;
      continue;
    }
    if (!parts.every(isValue) || gaps.length === limits.gaps) return undefined;
    const key = parts.join('\n');
    const index = indexes.get(key) ?? indexes.size;
    indexes.set(key, index);
    gaps.push(index);
    fixed.push(flat(between));
    between = '';
  }
  return { fixed: [...fixed, flat(between)], gaps };
}

/** A form and the texts that it was made from. */
interface LearntForm {
  readonly form: TextForm;
  readonly samples: readonly string[];
}

/** The forms of one kind. */
class FormsOfKind {
  readonly #learnt: LearntForm[] = [];
  #missed = 0;
  /** Of the texts that forms were made from. */
  chars = 0;

  /** It has met so many texts without a form that its forms are out of date. */
  get isOutdated(): boolean {
    return this.#missed >= limits.missed;
  }

  keep(text: string): SharedText {
    for (const { form } of this.#learnt) {
      const values = valuesIn(form, text);
      if (values) return { form, values: flat(values.join('\n')) };
    }
    this.#missed += 1;
    const form = this.#missed > limits.learnt ? undefined : this.#learn(text);
    const values = form && valuesIn(form, text);
    return form && values
      ? { form, values: flat(values.join('\n')) }
      : { form: whole(text), values: '' };
  }

  #learn(text: string): TextForm | undefined {
    for (const [at, { samples }] of this.#learnt.entries()) {
      const more = [...samples, text];
      const form = more.length > limits.samples ? undefined : formOf(more);
      if (form) {
        this.#learnt[at] = { form, samples: more };
        this.chars += text.length;
        return form;
      }
    }
    if (this.#learnt.length >= limits.forms) return undefined;
    const form = whole(text);
    this.#learnt.push({ form, samples: [text] });
    this.chars += text.length;
    return form;
  }
}

export class SharedTexts {
  /** Least recently used first. */
  readonly #kinds = new Map<string, FormsOfKind>();
  #learntChars = 0;

  /**
   * @param kind texts of one kind may have one form
   * @param text without line breaks, as JSON is written
   */
  keep(kind: string, text: string): SharedText {
    if (text.length > limits.chars || kind.length > limits.kindChars)
      return { form: whole(text), values: '' };
    const forms = this.#kinds.get(kind) ?? new FormsOfKind();
    this.#forget(kind);
    const kept = forms.keep(text);
    if (!forms.isOutdated) {
      this.#kinds.set(kind, forms);
      this.#learntChars += forms.chars;
    }
    for (const oldest of this.#kinds.keys()) {
      if (this.#kinds.size <= limits.kinds && this.#learntChars <= limits.learntChars) break;
      this.#forget(oldest);
    }
    return kept;
  }

  #forget(kind: string): void {
    this.#learntChars -= this.#kinds.get(kind)?.chars ?? 0;
    this.#kinds.delete(kind);
  }
}

/** The text as it was given. */
export function textOf({ form: { fixed, gaps }, values }: SharedText): string {
  const [head = '', ...tails] = fixed;
  const ofGap = values.split('\n');
  return tails.reduce((text, tail, gap) => text + (ofGap[gaps[gap] ?? 0] ?? '') + tail, head);
}
