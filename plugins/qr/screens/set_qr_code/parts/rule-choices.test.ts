import { expect, test } from 'bun:test';
import { ruleChoices, ruleEntries } from './rule-choices.ts';

const words = (key: string) => key.toUpperCase();

test('days of the week are named in the language of the reader, Monday first as rules count them', () => {
  expect(ruleChoices('weekday', 'en-US', words)?.map(({ value, label }) => `${value} ${label}`)).toEqual([
    '1 Monday',
    '2 Tuesday',
    '3 Wednesday',
    '4 Thursday',
    '5 Friday',
    '6 Saturday',
    '7 Sunday',
  ]);
  expect(ruleChoices('weekday', 'zh-CN', words)?.[0]?.label).toBe('星期一');
});

test('apps and kinds of devices are chosen by name; anything else is written', () => {
  expect(ruleChoices('app', 'en-US', words)?.[0]).toEqual({ value: 'wechat', label: 'QR.VISIT.APP.WECHAT' });
  expect(ruleChoices('kind', 'en-US', words)).toHaveLength(4);
  expect(ruleChoices('country', 'en-US', words)).toBeUndefined();
  expect(ruleChoices(undefined, 'en-US', words)).toBeUndefined();
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
