/** Countries of addresses and phone numbers, by name (SUB-008). */
import { getCountryDataList } from 'countries-list';

export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
  /** ISO 3166-1 alpha-3. */
  readonly isocode: string;
  /** With a plus, such as +49. */
  readonly diallingCodes: readonly string[];
}

/** Every country, with Kosovo by its user-assigned code. */
export const countries: readonly Country[] = getCountryDataList()
  .map(({ iso2, iso3, name, phone }) => ({
    code: iso2,
    name,
    isocode: iso3,
    diallingCodes: phone.map((digits) => `+${digits}`),
  }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

const byCode = new Map(countries.map((country) => [country.code, country]));

/** Country by its ISO 3166-1 alpha-2 code. */
export function countryOf(code: string): Country | undefined {
  return byCode.get(code);
}
