import { countryName, PROVINCES, VISIT_APPS } from '@waypost/contract';
import type { WordsFunction } from '@waypost/host-sdk';
import cities from '../../../places/cities.json';
import networks from '../../../places/networks.json';
import { LARGE_NETWORKS, networkName, placeName } from '../../../places/place-name.ts';
import type { RuleFact, RuleParameterView } from '../../qr_code_list/calls.ts';
import { COUNTRY_CODES } from './country-codes.ts';

/** A Monday, at noon UTC. */
const MONDAY = Date.UTC(2026, 0, 5, 12);
const DAY_MS = 86_400_000;
const KINDS = ['phone', 'tablet', 'desktop', 'other'];
/** Systems by what their names begin with in the facts of a visit. */
const SYSTEMS: Readonly<Record<string, string>> = {
  iOS: 'iOS',
  Android: 'Android',
  HarmonyOS: 'HarmonyOS',
  Windows: 'Windows',
  'Mac OS': 'macOS',
  Linux: 'Linux',
};
const LANGUAGES =
  'zh zh-CN zh-TW zh-HK en en-US en-GB sw ar bn de es fa fr hi id it ja ko ms nl pl pt pt-BR ru ta th tr uk ur vi am ha om so yo zu'.split(
    ' ',
  );

export interface RuleChoice {
  value: string | number;
  label: string;
}

export interface RuleChoices {
  choices: readonly RuleChoice[];
  /** These are only the usual ones: others may be written. */
  isOpen: boolean;
}

/** What can be chosen for a parameter, in the reader's words; undefined where everything is written. */
export function ruleChoices(
  { fact, part }: Pick<RuleParameterView, 'fact' | 'part'>,
  locale: string,
  words: WordsFunction,
): RuleChoices | undefined {
  const closed = choicesOf(fact, locale, words);
  if (closed !== undefined) return { choices: closed, isOpen: fact === 'isp' };
  const usual = usualParts(part, locale);
  return usual === undefined ? undefined : { choices: usual, isOpen: true };
}

function choicesOf(
  fact: RuleFact | undefined,
  locale: string,
  words: WordsFunction,
): RuleChoice[] | undefined {
  switch (fact) {
    case 'weekday':
      return weekdays(locale);
    case 'kind':
      return KINDS.map((value) => ({ value, label: words(`qr.statistics.kind.${value}`) }));
    case 'app':
      return VISIT_APPS.map((value) => ({ value, label: words(`qr.visit.app.${value}`) }));
    case 'country':
      return inOrder(
        COUNTRY_CODES.map((value) => ({ value, label: countryName(value, locale) })),
        locale,
      );
    case 'isp':
      return [
        ...LARGE_NETWORKS.map((value) => ({ value, label: words(`qr.statistics.isp.${value}`) })),
        ...inOrder(
          Object.keys(networks)
            .filter((value) => !LARGE_NETWORKS.includes(value))
            .map((value) => ({ value, label: networkName(value, locale) })),
          locale,
        ),
      ];
    default:
      return undefined;
  }
}

/** Parts that rules are usually made of. Whoever compares with a whole system or language writes it as visits have it. */
function usualParts(part: RuleFact | undefined, locale: string): RuleChoice[] | undefined {
  switch (part) {
    case 'system':
      return Object.entries(SYSTEMS).map(([value, label]) => ({ value, label }));
    case 'language':
      return namesOf(LANGUAGES, locale);
    case 'location': {
      // The page's language is one of ours, which i18next calls a text.
      const named = (value: string) => ({ value, label: placeName(value, locale as never) });
      return [
        ...inOrder(Object.keys(PROVINCES).map(named), locale),
        // "北京" covers what is in "北京市".
        ...inOrder(
          Object.keys(cities)
            .filter((city) => !Object.hasOwn(PROVINCES, city.replace(/市$/, '')))
            .map(named),
          locale,
        ),
      ];
    }
    default:
      return undefined;
  }
}

function weekdays(locale: string): RuleChoice[] {
  const names = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' });
  return Array.from({ length: 7 }, (_, day) => ({
    value: day + 1,
    label: names.format(MONDAY + day * DAY_MS),
  }));
}

function namesOf(codes: readonly string[], locale: string): RuleChoice[] {
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'language' });
  return codes.map((value) => ({ value, label: names.of(value) ?? value }));
}

function inOrder(choices: RuleChoice[], locale: string): RuleChoice[] {
  const { compare } = new Intl.Collator(locale);
  return choices.sort((one, other) => compare(one.label, other.label));
}

/**
 * Entries as they were typed: without blanks around them and without doubles; countries in capitals, as the facts of a
 * visit have them; whole numbers as such where numbers are wanted. What is no number stays a text, which the schema
 * refuses.
 */
export function ruleEntries(
  typed: readonly string[],
  { fact, type }: Pick<RuleParameterView, 'fact' | 'type'>,
): (string | number)[] {
  const texts = typed.map((text) => text.trim()).filter((text) => text !== '');
  const entries = [...new Set(fact === 'country' ? texts.map((text) => text.toUpperCase()) : texts)];
  return type === 'numbers' ? entries.map((text) => (/^\d+$/.test(text) ? Number(text) : text)) : entries;
}
