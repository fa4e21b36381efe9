import { expect, test } from 'bun:test';
import { DOMAIN_SUFFIXES } from '@waypost/contract';
import { readEnteredName } from './rules.ts';
import { suggestNames } from './suggest-names.ts';

test('what is typed is offered with the endings that it may get, each a name that can be entered', () => {
  expect(suggestNames('shop')).toHaveLength(DOMAIN_SUFFIXES.length);
  expect(suggestNames('shop').slice(0, 4)).toEqual(['shop.com', 'shop.cn', 'shop.top', 'shop.vip']);
  expect(suggestNames('qr.shop.to')).toEqual(['qr.shop.top']);
  expect(suggestNames('shop.co')).toEqual([]);
  expect(suggestNames('shop.com.')).toEqual(['shop.com.cn']);
  expect(suggestNames('menu.example').every((name) => 'name' in readEnteredName(name))).toBe(true);
  for (const done of ['', ' ', 'shop.com', 'bücher.co.ke']) expect(suggestNames(done)).toEqual([]);
});
