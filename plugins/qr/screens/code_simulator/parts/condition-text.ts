import type { Locale } from '@waypost/contract';
import type { Format, WordsFunction } from '@waypost/host-sdk';
import { clockOf } from '../../../codes/clock.ts';
import { networkName, placeName } from '../../../places/place-name.ts';
import { ruleChoices } from '../../set_qr_code/parts/rule-choices.ts';
import { dayText } from '../../set_qr_code/parts/rule-times.ts';
import type { Condition } from '../steps/values.ts';

interface Saying {
  words: WordsFunction;
  format: Format;
  locale: Locale;
}

/** The thousand that a share is of. */
const SHARE_OF = 1000;

/** A condition as a sentence: what was seen, what is wanted, and whether it holds. */
export function conditionText(condition: Condition, saying: Saying): string {
  const { fact, holds, is_negated, seen, test } = condition;
  const { format, words } = saying;
  const result = words(`qr.simulator.condition.${holds ? 'holds' : 'fails'}`);
  const negated = is_negated ? words('qr.simulator.condition.negated') : '';
  const name = words(`qr.simulator.fact.${fact}`);
  if (test === 'draw') {
    const share = format.percent((condition.wanted[0] as number) / SHARE_OF);
    return words('qr.simulator.condition.draw', { share, result }) + negated;
  }
  if (test === 'rate') {
    const [visits = 0, seconds = 0] = condition.wanted.map(Number);
    return words('qr.simulator.condition.rate', { visits, seconds, result }) + negated;
  }
  const wanted = wantedText(condition, saying);
  const has = seen === '' || seen === null ? words('qr.visit.unknown') : valueText(fact, seen, saying);
  return words(`qr.simulator.condition.${test}`, { fact: name, seen: has, wanted, result }) + negated;
}

function wantedText({ fact, more, test, wanted }: Condition, saying: Saying): string {
  const { words } = saying;
  if (wanted.length === 0) return words('qr.simulator.condition.nothing');
  const values = wanted.map((value) =>
    value === '' ? saying.words('qr.visit.unknown') : valueText(fact, value, saying),
  );
  if (test === 'between') return values.join(' – ');
  const rest = more === 0 ? [] : [words('qr.simulator.condition.more', { count: more })];
  return [...values, ...rest].join(', ');
}

/** A value in the reader's words, as rules have them in their form. */
function valueText(fact: Condition['fact'], value: string | number | boolean, saying: Saying): string {
  const { locale, words } = saying;
  if (fact === 'minute') return clockOf(value);
  if (fact === 'day') return dayText(value) ?? String(value);
  if (typeof value === 'string' && fact === 'location') return placeName(value, locale);
  if (typeof value === 'string' && fact === 'isp')
    return words.first([`qr.statistics.isp.${value}`, networkName(value, locale)]);
  // `CHOSEN` has those alone that there are choices for.
  const choices = CHOSEN.has(fact) ? ruleChoices({ fact: fact as never }, locale, words)?.choices : undefined;
  return choices?.find((choice) => choice.value === value)?.label ?? String(value);
}

/** Facts whose values people choose from a list. */
const CHOSEN: ReadonlySet<Condition['fact']> = new Set(['country', 'kind', 'app', 'weekday']);
