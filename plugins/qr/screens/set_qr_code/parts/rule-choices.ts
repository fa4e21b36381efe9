import type { RuleFact, RuleParameterView } from '../../qr_code_list/calls.ts';

/** A Monday, at noon UTC. */
const MONDAY = Date.UTC(2026, 0, 5, 12);
const DAY_MS = 86_400_000;
const CODES: Partial<Record<RuleFact, { key: (code: string) => string; codes: readonly string[] }>> = {
  kind: { key: (code) => `qr.statistics.kind.${code}`, codes: ['phone', 'tablet', 'desktop', 'other'] },
  app: {
    key: (code) => `qr.visit.app.${code}`,
    codes: ['wechat', 'wecom', 'alipay', 'qq', 'browser', 'other'],
  },
};

export interface RuleChoice {
  value: string | number;
  label: string;
}

/** The values that a fact can have, where they are few; undefined where anything may be written. */
export function ruleChoices(
  fact: RuleFact | undefined,
  locale: string,
  words: (key: string) => string,
): RuleChoice[] | undefined {
  if (fact === 'weekday') {
    const names = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' });
    return Array.from({ length: 7 }, (_, day) => ({
      value: day + 1,
      label: names.format(MONDAY + day * DAY_MS),
    }));
  }
  const known = fact === undefined ? undefined : CODES[fact];
  return known?.codes.map((code) => ({ value: code, label: words(known.key(code)) }));
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
