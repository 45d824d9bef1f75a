/** Countries and their figure: on a map, in its table, as bars in mails (REP-024). Pure. */
import { type ReportData, type ReportUnit, reportLimits } from '@interlude/contract';
import type { BarModel } from './bar-model.ts';
import { inEnglish, languageOf, type WordOf } from './chart-words.ts';

export interface MapCountry {
  readonly name: string;
  /** ISO 3166-1 numeric with three digits, as the map names its shapes; empty for an unknown place. */
  readonly isocode: string;
  readonly value: number | null;
}

export interface MapModel {
  readonly countries: readonly MapCountry[];
  readonly unit: ReportUnit;
  readonly title: string;
  readonly attribution: string;
}

/**
 * The name of a country in the language of the reader.
 * @param english as the figures have it
 */
export function countryNames(word: WordOf): (code: string, english: string) => string {
  const language = languageOf(word);
  if (language === 'en') return (_code, english) => english;
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  // A value that is no country, such as (none), is no code.
  return (code, english) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? english) : english);
}

export function mapModel(data: ReportData, word: WordOf = inEnglish): MapModel {
  const named = new Map(data.countries.map((country) => [country.code, country]));
  const [shaded] = data.series;
  const nameIn = countryNames(word);
  return {
    countries: data.labels.map((code, index) => {
      const value = shaded?.data[index];
      const country = named.get(String(code));
      return {
        name: nameIn(String(code), country?.name ?? String(code)),
        isocode: country?.isocode === undefined ? '' : country.isocode.padStart(3, '0'),
        value: typeof value === 'number' ? value : null,
      };
    }),
    unit: data.units[0] ?? 'count',
    title: word(shaded?.name ?? ''),
    attribution: data.attribution,
  };
}

/** The countries as bars, for mails, which have no interactive map. */
export function countryBars(
  main: ReportData,
  compared: ReportData | undefined,
  word: WordOf = inEnglish,
): BarModel {
  const { countries, unit, title } = mapModel(main, word);
  const before = new Map(
    compared && mapModel(compared, word).countries.map(({ name, value }) => [name, value]),
  );
  const bars = countries
    .flatMap(({ name, value }) =>
      value === null ? [] : [{ key: name, name, value, compared: before.get(name) ?? undefined }],
    )
    .toSorted((one, other) => other.value - one.value)
    .slice(0, reportLimits.bars);
  const isCompared = compared !== undefined;
  return { bars, unit, title, isCompared, comparedName: word('Compared period') };
}

/** Countries with a figure for which the map has no shape; the table lists them. */
export function countriesWithoutShape(
  model: MapModel,
  shapes: ReadonlySet<string>,
): readonly MapCountry[] {
  return model.countries.filter(({ isocode, value }) => (value ?? 0) > 0 && !shapes.has(isocode));
}
