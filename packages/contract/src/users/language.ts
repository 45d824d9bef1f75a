/** Languages in which the platform writes to people, and the one that a browser prefers. Pure. */

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** Language of a company that has chosen none. */
export const defaultLanguage: Language = 'en';

/** Characters and entries of a header that are read. */
const maxHeader = 500;
const maxEntries = 20;

/** A stored language; undefined when there is none or this version does not know it. */
export function knownLanguage(stored: string | null | undefined): Language | undefined {
  return languages.find((language) => language === stored);
}

interface Wanted {
  readonly language: Language | undefined;
  /** RFC 9110 §12.4.2: 0 to 1; 0 = not acceptable. */
  readonly weight: number;
}

function wantedBy(entry: string): Wanted {
  const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
  const [primary = ''] = range.split('-');
  const q = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1';
  return {
    language: knownLanguage(primary),
    weight: /^[01](\.\d{0,3})?$/.test(q) ? Number(q) : 0,
  };
}

/**
 * The language of the platform that a person prefers.
 * @param acceptLanguage a header `Accept-Language`, or the languages of a browser joined by commas
 * @returns undefined when none of them is one of the platform; `*` prefers none
 * @see RFC 9110 §12.5.4, RFC 4647 §3.4
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language | undefined {
  return (acceptLanguage ?? '')
    .slice(0, maxHeader)
    .split(',')
    .slice(0, maxEntries)
    .map(wantedBy)
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .sort((a, b) => b.weight - a.weight)[0]?.language;
}
