import { countryName, PROVINCES } from '@waypost/contract';
import type { WordsFunction } from '@waypost/host-sdk';
import { networkName, placeName } from '../../places/place-name.ts';
import type { Slice } from '../calls.ts';
import type { Dimension } from '../dimensions/values.ts';
import { PICTURE_LABEL } from '../values.ts';
import { referrerName } from './referrer-name.ts';

/** What stands for many rare values together. */
export const REST = '~';

/** A slice's name for people, in their language. */
export function sliceLabel(
  dimension: Dimension,
  { value, label }: Pick<Slice, 'value' | 'label'>,
  words: WordsFunction,
  locale: string,
): string {
  if (value === REST) return words('qr.statistics.rest');
  switch (dimension) {
    case 'code':
      return label === '' ? words('qr.visit.link.purged') : label;
    case 'group':
      return label === '' ? words('qr.statistics.group.none') : label;
    case 'target':
      return targetLabel(label, words);
    case 'language':
      return value === '' ? words('qr.visit.unknown') : languageLabel(value, locale);
    case 'utm_source':
    case 'utm_medium':
    case 'utm_campaign':
      return value === '' ? words('qr.statistics.utm.none') : value;
    case 'country':
      return value === '' ? words('qr.visit.unknown') : countryName(value, locale);
    case 'city':
      return value === '' ? words('qr.visit.unknown') : cityLabel(value, words, locale);
    case 'region':
      return value === '' ? words('qr.visit.unknown') : regionLabel(value, locale);
    case 'isp':
      return value === ''
        ? words('qr.visit.unknown')
        : words.first([`qr.statistics.isp.${value}`, networkName(value, locale)]);
    case 'entry':
      return words(`qr.statistics.entry.${value || 'unknown'}`);
    case 'kind':
      return words(`qr.statistics.kind.${value}`);
    case 'app':
      return words.first([`qr.visit.app.${value}`, value]);
    case 'referrer':
      return value === '' ? words('qr.visit.referrer.none') : referrerName(value, locale);
    default:
      return value === '' ? words('qr.visit.unknown') : label;
  }
}

/** `CN 广东` → 广东 or Guangdong; `DE` → Germany in the reader's language. */
export function regionLabel(value: string, locale: string): string {
  const [country = '', province] = value.split(' ');
  if (province !== undefined)
    return locale.startsWith('zh') ? province : (PROVINCES[province.replace(/[省市]$/, '')] ?? province);
  return countryName(country, locale);
}

/** `CN 广东省 深圳市` → 深圳市 or Shenzhen; `CN 广东省` is somewhere in Guangdong, and `CN 北京市` a city itself. */
function cityLabel(value: string, words: WordsFunction, locale: string): string {
  const [country, ...parts] = value.split(' ');
  const city = parts[country === 'CN' ? 1 : 0];
  if (city !== undefined) return placeName(city, locale);
  const region = regionLabel(value, locale);
  return /^CN .*[^市]$/.test(value) ? words('qr.statistics.city.unknown', { name: region }) : region;
}

/** Where visits were led to: an address, a contact's name, a picture, or somewhere that the code no longer leads to. */
function targetLabel(label: string, words: WordsFunction): string {
  if (label === '') return words('qr.kept_visit.target.former');
  return label === PICTURE_LABEL ? words('qr.code.target.picture') : label;
}

/** `zh-CN` → 中文（中国） or Chinese (China). */
function languageLabel(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale, 'en'], { type: 'language', fallback: 'code' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
