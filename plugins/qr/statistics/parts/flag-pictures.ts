import * as flags from 'country-flag-icons/string/3x2';

/** The flag of each country as an address of a picture, by its ISO 3166 letters. */
export const FLAG_PICTURES: ReadonlyMap<string, string> = new Map(
  Object.entries(flags).map(([country, svg]) => [country, `data:image/svg+xml,${encodeURIComponent(svg)}`]),
);
