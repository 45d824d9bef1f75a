/** Texts of the catalogue with their values, in the language of a person. */
import type { Language } from '@interlude/contract';
import { IntlMessageFormat } from 'intl-messageformat';
import { lineOf } from '../layout/line.ts';
import { de } from './de.ts';
import { en, type MailKey } from './en.ts';
import { locales } from './locales.ts';

export const catalogues: Readonly<Record<Language, Readonly<Record<MailKey, string>>>> = { en, de };

type NameIn<Inner> = Inner extends `${infer Name},${string}` ? Name : Inner;
/** Names of `{values}`; the texts inside a plural have a space or a `#`. */
type ValuesIn<Text> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ? Exclude<NameIn<Inner>, `${string} ${string}` | `${string}#${string}`> | ValuesIn<Rest>
  : never;
type ValuesOf<Key extends MailKey> = ValuesIn<(typeof en)[Key]>;

/** Bounded by the number of texts in the catalogues. */
const parsed = new Map<string, IntlMessageFormat>();

function formatOf(language: Language, key: MailKey): IntlMessageFormat {
  const id = `${language} ${key}`;
  const known = parsed.get(id);
  if (known !== undefined) return known;
  // Texts contain no tags: what looks like a tag is text.
  const format = new IntlMessageFormat(catalogues[language][key], locales[language], undefined, {
    ignoreTag: true,
  });
  parsed.set(id, format);
  return format;
}

/** The text in one line, values included (SEC-S125). A missing value is a compile error. */
export function translate<Key extends MailKey>(
  language: Language,
  key: Key,
  ...values: [ValuesOf<Key>] extends [never]
    ? []
    : [Readonly<Record<ValuesOf<Key>, string | number>>]
): string {
  const given: Readonly<Record<string, string | number>> = values[0] ?? {};
  const lines = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'string' ? lineOf(value) : value,
  ]);
  return lineOf(String(formatOf(language, key).format(Object.fromEntries(lines))));
}

/**
 * Times of one mail, in the time zone of the company.
 * @param timeZone IANA; UTC where the system does not know it
 */
export function clockOf(language: Language, timeZone: string): (atMs: number) => string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat(locales[language], {
      ...{ day: 'numeric', month: 'short', year: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      ...{ timeZone: zone, timeZoneName: 'short' },
    });
  const known = () => {
    try {
      return format(timeZone);
    } catch {
      // A zone that was renamed must not stop a mail.
      return format('UTC');
    }
  };
  const times = known();
  return (atMs) => times.format(atMs);
}

/**
 * A day as text.
 * @param day `2026-11-22`
 */
export function dayOf(language: Language, day: string): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  });
  return format.format(Date.parse(`${day}T00:00:00Z`));
}
