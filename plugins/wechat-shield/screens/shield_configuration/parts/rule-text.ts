import { countryName, type RowOf } from '@waypost/contract';
import { useFormat, useLocale, useWords, type WordsFunction } from '@waypost/host-sdk';
import { clockOf } from '../../../rules/clock.ts';
import { SYSTEMS } from '../../../rules/values.ts';
import type { ruleResource } from '../resource.ts';
import { languageName, networkName, placeName, weekdayName } from './choices.ts';

type Rule = RowOf<typeof ruleResource>;

/** Values of a list that are told in a line. */
const SHOWN = 3;

/** Which visits a rule is about, in a line: "Region: Kenya, Tanzania and 2 more". */
export function useRuleText(): (rule: Rule) => string {
  const words = useWords();
  const locale = useLocale();
  const format = useFormat();
  return (rule) => {
    const kind = words(`wechat-shield.rule.kind.${rule.kind}`);
    const values = valuesOf(rule, { words, locale, number: format.number });
    const text =
      values.length === 0 ? kind : words('wechat-shield.rule.line', { kind, values: joined(values, words) });
    return rule.matches === 'others' && rule.kind !== 'rate'
      ? words('wechat-shield.rule.line.others', { text })
      : text;
  };
}

function joined(values: readonly string[], words: WordsFunction): string {
  const shown = values.slice(0, SHOWN).join(', ');
  const more = values.length - SHOWN;
  return more <= 0 ? shown : words('wechat-shield.rule.line.more', { shown, more });
}

function valuesOf(
  rule: Rule,
  { locale, number, words }: { words: WordsFunction; locale: string; number: (value: number) => string },
): string[] {
  switch (rule.kind) {
    case 'wechat':
    case 'scan':
      return [];
    case 'region':
      return [
        ...rule.countries.map((code) => countryName(code, locale)),
        ...rule.places.map((place) => placeName(place, locale)),
      ];
    case 'isp':
      return rule.isps.map((name) => networkName(name, words));
    case 'system':
      return rule.systems.map((name) => SYSTEMS[name] ?? name);
    case 'app':
      return rule.apps.map((app) => words(`wechat-shield.rule.apps.${app}`));
    case 'language':
      return rule.languages.map((language) => languageName(language, locale));
    case 'device':
      return rule.devices.map((device) => words(`wechat-shield.rule.devices.${device}`));
    case 'agent':
      return [...rule.patterns];
    case 'addresses':
      return [...rule.networks];
    case 'rate':
      return [
        words('wechat-shield.rule.line.rate', { visits: number(rule.visits), seconds: number(rule.seconds) }),
      ];
    case 'hours':
      return [
        `${clockOf(rule.from)} – ${clockOf(rule.to)}`,
        ...(rule.weekdays.length === 7 ? [] : rule.weekdays.map((day) => weekdayName(day, locale))),
      ];
  }
}
