import { expect, test } from 'bun:test';
import { ruleChoices, ruleEntries } from './rule-choices.ts';

const words = Object.assign((key: string) => key.toUpperCase(), {
  has: () => true,
  first: (keys: readonly string[]) => keys[0] ?? '',
});
const choices = (asked: Parameters<typeof ruleChoices>[0], locale = 'en-US') =>
  ruleChoices(asked, locale, words)?.choices;

test('days of the week are named in the language of the reader, Monday first as rules count them', () => {
  expect(choices({ fact: 'weekday' })?.map(({ value, label }) => `${value} ${label}`)).toEqual([
    '1 Monday',
    '2 Tuesday',
    '3 Wednesday',
    '4 Thursday',
    '5 Friday',
    '6 Saturday',
    '7 Sunday',
  ]);
  expect(choices({ fact: 'weekday' }, 'zh-CN')?.[0]?.label).toBe('星期一');
});

test('apps and kinds of devices are chosen by name; anything else is written', () => {
  expect(choices({ fact: 'app' })?.[0]).toEqual({ value: 'wechat', label: 'QR.VISIT.APP.WECHAT' });
  expect(choices({ fact: 'kind' })).toHaveLength(4);
  expect(choices({ fact: 'referrer' })).toBeUndefined();
  expect(choices({})).toBeUndefined();
});

test('countries, places, networks, systems and languages are chosen by names that the reader knows', () => {
  const label = (asked: Parameters<typeof ruleChoices>[0], value: string, locale: string) =>
    choices(asked, locale)?.find((one) => one.value === value)?.label;
  expect(label({ fact: 'country' }, 'KE', 'zh-CN')).toBe('肯尼亚');
  expect(label({ fact: 'country' }, 'DE', 'sw-KE')).toBe('Ujerumani');
  expect(label({ part: 'location' }, '广东', 'en-US')).toBe('Guangdong');
  expect(label({ part: 'location' }, '深圳市', 'en-US')).toBe('Shenzhen');
  expect(label({ part: 'language' }, 'sw', 'en-US')).toBe('Swahili');
  expect(label({ part: 'system' }, 'Mac OS', 'en-US')).toBe('macOS');
  expect(label({ fact: 'isp' }, '亚马逊', 'en-US')).toBe('Amazon');
});

test('no value is offered twice, and countries are all that there are', () => {
  for (const asked of [
    { fact: 'country' },
    { fact: 'isp' },
    { part: 'location' },
    { part: 'language' },
  ] as const) {
    const values = choices(asked)?.map(({ value }) => value) ?? [];
    expect(values.length).toBe(new Set(values).size);
  }
  expect(choices({ fact: 'country' })?.length).toBe(250);
  expect(choices({ fact: 'country' })?.filter(({ value, label }) => value === label)).toEqual([]);
});

test('of a part others than the usual ones may be written, of a country none', () => {
  expect(ruleChoices({ part: 'system' }, 'en-US', words)?.isOpen).toBe(true);
  expect(ruleChoices({ fact: 'isp' }, 'en-US', words)?.isOpen).toBe(true);
  expect(ruleChoices({ fact: 'country' }, 'en-US', words)?.isOpen).toBe(false);
});

test('entries lose blanks and doubles; countries are written as visits have them', () => {
  expect(ruleEntries([' ke ', 'KE', '', '  ', 'TZ'], { type: 'texts', fact: 'country' })).toEqual([
    'KE',
    'TZ',
  ]);
  expect(ruleEntries(['ke', 'KE'], { type: 'texts', fact: 'referrer' })).toEqual(['ke', 'KE']);
});

test('numbers become numbers, and what is none is kept to be refused', () => {
  expect(ruleEntries(['7', ' 08', '-1', 'x', '1.5'], { type: 'numbers', fact: 'hour' })).toEqual([
    7,
    8,
    '-1',
    'x',
    '1.5',
  ]);
});
