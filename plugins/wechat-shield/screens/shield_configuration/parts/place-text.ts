import { countryName } from '@waypost/contract';
import { placeName } from './choices.ts';

/** Where a visit came from, in the reader's letters as far as they are known. */
export function placeText(
  { country, location }: { country: string; location: string },
  locale: string,
): string {
  if (location !== '' && locale === 'zh-CN') return location;
  const parts = [country === '' ? '' : countryName(country, locale), ...placesIn(location, locale)];
  return parts.filter((text) => text !== '').join(' · ');
}

/** Provinces of a stored place that have a name in the reader's letters. */
const placesIn = (location: string, locale: string): string[] =>
  location.split(' ').flatMap((part) => {
    const name = placeName(part.replace(/[省市]$/, ''), locale);
    return name === part.replace(/[省市]$/, '') ? [] : [name];
  });
