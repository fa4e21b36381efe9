/** Distance of a letter A to Z from its regional indicator, two of which make a flag. */
const INDICATOR = 0x1f1e6 - 'A'.charCodeAt(0);

/** The flag of a region such as `DE` or `CN 广东`; empty where no country is known. */
export function flagOf(region: string): string {
  const [country = ''] = region.split(' ');
  if (!/^[A-Z]{2}$/.test(country)) return '';
  return String.fromCodePoint(...[...country].map((letter) => letter.charCodeAt(0) + INDICATOR));
}
