/** Distance of a letter A to Z from its regional indicator, two of which make a flag. */
const INDICATOR = 0x1f1e6 - 'A'.charCodeAt(0);

/** The flag of a country such as `DE`; empty where none is known. */
export function flagOf(country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return '';
  return String.fromCodePoint(...[...country].map((letter) => letter.charCodeAt(0) + INDICATOR));
}
