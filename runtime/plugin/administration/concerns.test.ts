import { expect, test } from 'bun:test';
import { concernsOf } from './concerns.ts';

const codes = (...[installed, next]: Parameters<typeof concernsOf>) =>
  concernsOf(installed, next).map(({ code }) => code);
const signed = { version: '1.2.0', key: 'a' };

test('less trust than before and an older version are told; a first installation and an upgrade are not', () => {
  expect(codes(undefined, { version: '1.0.0', key: null })).toEqual([]);
  expect(codes(signed, { version: '1.3.0', key: 'a' })).toEqual([]);
  expect(codes({ version: '1.2.0', key: null }, { version: '1.3.0', key: 'b' })).toEqual([]);
  expect(codes(signed, { version: '1.3.0', key: null })).toEqual(['unsigned']);
  expect(codes(signed, { version: '1.3.0', key: 'b' })).toEqual(['other_key']);
  expect(codes(signed, { version: '1.1.9', key: 'a' })).toEqual(['older']);
  expect(concernsOf(signed, { version: '1.1.9', key: null })).toEqual([
    { code: 'unsigned', from: '1.2.0', to: '1.1.9' },
    { code: 'older', from: '1.2.0', to: '1.1.9' },
  ]);
});
