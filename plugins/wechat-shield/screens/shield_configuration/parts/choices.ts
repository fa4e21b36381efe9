import { countryName, PROVINCES } from '@waypost/contract';
import type { WordsFunction } from '@waypost/host-sdk';
import { COUNTRY_CODES } from '../../../rules/country-codes.ts';
import { LARGE_NETWORKS, SYSTEMS, USUAL_LANGUAGES, WEEKDAYS } from '../../../rules/values.ts';

export interface Choice {
  value: string;
  label: string;
}

/** A Monday, at noon UTC. */
const MONDAY = Date.UTC(2026, 0, 5, 12);
const DAY_MS = 86_400_000;

/** A province in the reader's letters; what is none of them as it is. */
export function placeName(place: string, locale: string): string {
  return locale === 'zh-CN' ? place : (PROVINCES[place] ?? place);
}

export function networkName(name: string, words: WordsFunction): string {
  return words.first([`wechat-shield.network.${name}`, name]);
}

export function weekdayName(day: string, locale: string): string {
  const names = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' });
  return names.format(MONDAY + (Number(day) - 1) * DAY_MS);
}

/** All countries that have a code, by name. */
export function countryChoices(locale: string): Choice[] {
  const { compare } = new Intl.Collator(locale);
  return COUNTRY_CODES.map((value) => ({ value, label: countryName(value, locale) })).sort((one, other) =>
    compare(one.label, other.label),
  );
}

export function placeChoices(locale: string): Choice[] {
  return Object.keys(PROVINCES).map((value) => ({ value, label: placeName(value, locale) }));
}

/** A language in the reader's; one that nobody knows as it is. */
export function languageName(language: string, locale: string): string {
  return new Intl.DisplayNames([locale, 'en'], { type: 'language' }).of(language) ?? language;
}

export function languageChoices(locale: string): Choice[] {
  return USUAL_LANGUAGES.map((value) => ({ value, label: languageName(value, locale) }));
}

export function systemChoices(): Choice[] {
  return Object.entries(SYSTEMS).map(([value, label]) => ({ value, label }));
}

export function networkChoices(words: WordsFunction): Choice[] {
  return LARGE_NETWORKS.map((value) => ({ value, label: networkName(value, words) }));
}

export function weekdayChoices(locale: string): Choice[] {
  return WEEKDAYS.map((value) => ({ value, label: weekdayName(value, locale) }));
}
