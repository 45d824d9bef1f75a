/**
 * A text in the language of its reader. English needs no catalogue; the half of the console that has another language
 * loads it before the first page, and formats its texts.
 */
export type TextValues = Readonly<Record<string, string | number>>;

/** @returns undefined for a text that the language does not have */
export type Translation = (key: string, values: TextValues) => string | undefined;

let translation: Translation | undefined;
let version = 0;

/** Undefined: English. */
export function setTranslation(next: Translation | undefined): void {
  translation = next;
  version += 1;
}

/** Changes whenever the language may have changed: cached texts and formats are valid for one version. */
export const textVersion = (): number => version;

export const isEnglish = (): boolean => translation === undefined;

/** The text of `key`, else the English one with its `{values}` filled in. */
export function written(key: string, english: string, values: TextValues = {}): string {
  return (
    translation?.(key, values) ??
    english.replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    )
  );
}

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Arguments after the key: none, or the values that the English text names. */
export type ValuesFor<Text> = [NamesIn<Text>] extends [never]
  ? []
  : [Readonly<Record<NamesIn<Text>, string | number>>];
