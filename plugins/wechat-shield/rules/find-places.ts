import { countryName, LOCALES, PROVINCES } from '@waypost/contract';
import { COUNTRY_CODES } from './country-codes.ts';

/** Names of the countries in the product's languages, by code; made at the first search. */
let countryNames: Map<string, string> | undefined;

/**
 * Countries and provinces whose name has a text, in whichever of the product's languages.
 * @returns their codes, and the provinces as rules store them
 */
export function findPlaces(text: string): { countries: string[]; places: string[] } {
  countryNames ??= new Map(
    COUNTRY_CODES.map((code) => [
      code,
      LOCALES.map((locale) => countryName(code, locale).toLowerCase()).join('\n'),
    ]),
  );
  const wanted = text.trim().toLowerCase();
  return {
    countries: [...countryNames].flatMap(([code, names]) => (names.includes(wanted) ? [code] : [])),
    places: Object.entries(PROVINCES).flatMap(([place, name]) =>
      place.includes(wanted) || name.toLowerCase().includes(wanted) ? [place] : [],
    ),
  };
}
