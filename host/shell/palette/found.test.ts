import { expect, test } from 'bun:test';
import { isWorthAsking } from './found.ts';

test('a single letter does not search the whole installation, a single character of Chinese does', () => {
  expect(['', ' ', 'a', ' é '].map(isWorthAsking)).toEqual([false, false, false, false]);
  expect(['ab', '春', ' 春 ', '7x'].map(isWorthAsking)).toEqual([true, true, true, true]);
});
