import { countryName, type Locale, PROVINCES } from '@waypost/contract';
import cities from './cities.json';
import networks from './networks.json';

const CHINESE: Locale = 'zh-CN';
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let countryCodes: Map<string, string> | undefined;

/** ISO 3166 codes by the names that the visit path writes down (runtime/visit/derive/location.ts). */
function codesByName(): Map<string, string> {
  if (countryCodes) return countryCodes;
  const names = new Intl.DisplayNames([CHINESE], { type: 'region', fallback: 'none' });
  countryCodes = new Map(
    LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`)).flatMap((code) => {
      return names.of(code) === undefined ? [] : [[countryName(code, CHINESE), code] as const];
    }),
  );
  return countryCodes;
}

/** Written by scripts/write-cities.ts from the region data. */
const CITIES: Readonly<Record<string, string>> = cities;

/** A stored place ("美国", "广东省 深圳市") in a reader's letters. Parts that nobody knows a name of stay as they are. */
export function placeName(place: string, locale: string): string {
  if (locale === CHINESE || place === '') return withoutTwice(place);
  const parts = place.split(' ').map((part) => {
    const province = PROVINCES[part.replace(/[省市]$/, '')];
    if (province !== undefined) return province;
    const city = CITIES[part];
    if (city !== undefined) return city;
    const code = codesByName().get(part);
    return code === undefined ? part : countryName(code, locale);
  });
  return [...new Set(parts)].join(' ');
}

/** Places that are looked for at once: somebody who typed one letter means them all. */
const MOST_PLACES = 300;

/**
 * How places are stored whose name, in a reader's letters, has this text in it, and the text itself: what is looked for is
 * what is shown.
 */
export function placesCalled(text: string, locale: Locale): string[] {
  const wanted = text.trim().toLowerCase();
  if (locale === CHINESE || wanted === '') return [text.trim()];
  const names: (readonly [stored: string, shown: string])[] = [
    ...Object.entries(PROVINCES),
    ...Object.entries(CITIES),
    ...[...codesByName()].map(([name, code]) => [name, countryName(code, locale)] as const),
  ];
  const stored = names.flatMap(([name, shown]) => (shown.toLowerCase().includes(wanted) ? [name] : []));
  return [text.trim(), ...stored.slice(0, MOST_PLACES)];
}

/** Networks that have a sentence each, `qr.statistics.isp.<network>`: a translation, where others have but letters. */
export const LARGE_NETWORKS = ['移动', '联通', '电信', '广电', '铁通', '教育网'];

/** How networks are stored whose name, in a reader's letters, has this text in it, and the text itself. */
export function networksCalled(text: string, locale: Locale, words: (key: string) => string): string[] {
  const wanted = text.trim().toLowerCase();
  if (locale === CHINESE || wanted === '') return [text.trim()];
  const large = LARGE_NETWORKS.map((name) => [name, words(`qr.statistics.isp.${name}`)] as const);
  const stored = [...large, ...Object.entries(NETWORKS).filter(([name]) => !LARGE_NETWORKS.includes(name))];
  return [
    text.trim(),
    ...stored.flatMap(([name, shown]) => (shown.toLowerCase().includes(wanted) ? [name] : [])),
  ];
}

/** "上海 上海市", province and city in one, is "上海市". */
function withoutTwice(place: string): string {
  const [province, ...rest] = place.split(' ');
  return province !== undefined && rest[0]?.startsWith(province) ? rest.join(' ') : place;
}

/** Written by scripts/write-cities.ts, too. */
const NETWORKS: Readonly<Record<string, string>> = networks;

/** A stored network in a reader's letters; one that nobody knows a name of stays as it is. */
export function networkName(isp: string, locale: string): string {
  return locale === CHINESE ? isp : (NETWORKS[isp] ?? isp);
}
