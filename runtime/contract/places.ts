import { PROVINCES } from './provinces.ts';

/** A place as visits have it: an ISO 3166 code, and for China province and city, else the country's Chinese name. */
export interface Place {
  country: string;
  location: string;
}

const CHINA = 'CN';
/** Regions of China with a code of their own, as the data writes their names. */
const REGION_CODES: Readonly<Record<string, 'HK' | 'MO' | 'TW'>> = { 香港: 'HK', 澳门: 'MO', 台湾: 'TW' };
const REGION_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(REGION_CODES).map(([name, code]) => [code, name]),
);
/** Codes that count as China where visits are told apart by it. */
export const CHINA_CODES: readonly string[] = [CHINA, ...REGION_NAMES.keys()];

/** Cities that are provinces: 北京 and 北京市 are one. */
const MUNICIPALITIES: ReadonlySet<string> = new Set(['北京', '上海', '天津', '重庆']);
/** What the tables leave out of some names of cities, which others of their rows have. */
const ENDINGS: Readonly<Record<string, string>> = {
  市: '台中 台北 台南 基隆 新北 桃园 高雄 吐鲁番 哈密 济源 襄阳 山南 日喀则 昌都 林芝 那曲 毕节 铜仁 海东 儋州',
  州:
    '大理 德宏 怒江 文山 楚雄 红河 西双版纳 迪庆 延边 凉山 甘孜 阿坝 伊犁 克孜勒苏 博尔塔拉 巴音郭楞 昌吉 ' +
    '恩施 湘西 临夏 甘南 黔东南 黔南 黔西南 果洛 海北 海南 海西 玉树 黄南',
  盟: '锡林郭勒 阿拉善',
  地区: '和田 喀什 塔城 阿克苏 阿勒泰 大兴安岭',
};
const WHOLE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(ENDINGS).flatMap(([ending, names]) =>
    names.split(' ').map((name) => [name, name + ending] as const),
  ),
);

/** A city's name with its ending: 台北 is 台北市. */
export const wholeCityName = (city: string): string => WHOLE_NAMES.get(city) ?? city;
const bareName = (province: string): string => province.replace(/(?:特别行政区|省|市|区)$/, '');

/** The one form of a place, whichever table has named it, and whichever release has kept it. It stays as it is by a second turn. */
export function onePlace({ country, location }: Place): Place {
  const [first = '', ...others] = location.split(' ');
  const cities = others.map(wholeCityName);
  const bare = bareName(first.replace(/^中国(?=.)/, ''));
  const code = REGION_CODES[bare];
  if (country === CHINA && code !== undefined)
    return { country: code, location: [`中国${bare}`, ...cities].join(' ') };
  const name = REGION_NAMES.get(country);
  if (name !== undefined)
    return { country, location: [`中国${name}`, ...(code === country ? cities : [])].join(' ') };
  if (country !== CHINA || !Object.hasOwn(PROVINCES, bare)) return { country, location };
  const province = MUNICIPALITIES.has(bare) ? `${bare}市` : first.endsWith('区') ? bare : first;
  return { country, location: [...new Set([province, ...cities])].join(' ') };
}

/** The code of a place's country, and for China the province behind it: `CN 广东省`, `HK`, `DE`, or nothing. */
export function regionOf(place: Place): string {
  const { country, location } = onePlace(place);
  const [province = ''] = location.split(' ');
  return country !== CHINA || province === '' || province === '中国' ? country : `${country} ${province}`;
}

/** A place as closely as it is known: region and, for China, the city behind it: `CN 广东省 深圳市`, `TW 台北市`, else the region alone. */
export function cityOf(place: Place): string {
  const { country, location } = onePlace(place);
  const cities = CHINA_CODES.includes(country) ? location.split(' ').slice(1) : [];
  return [regionOf(place), ...cities].join(' ');
}

/** The one form of a region that was counted under another: `CN 香港` is `HK`, and `CN 北京` is `CN 北京市`. */
export function oneRegion(region: string): string {
  const [country = '', ...location] = region.split(' ');
  return regionOf({ country, location: location.join(' ') });
}

/** How a place that is looked for may be kept: visits of earlier releases have 香港 without 中国 before it. */
export function placeSpellings(text: string): string[] {
  const bare = text.replace(/^中国/, '');
  return Object.hasOwn(REGION_CODES, bare) ? [text, bare] : [text];
}

/** A country's name in a reader's language; the code itself where that has none. */
export function countryName(code: string, locale: string): string {
  const region = REGION_NAMES.get(code);
  if (region !== undefined) return locale.startsWith('zh') ? `中国${region}` : (PROVINCES[region] ?? code);
  return new Intl.DisplayNames([locale, 'en'], { type: 'region', fallback: 'code' }).of(code) ?? code;
}
